"""Skills of one craft become one text that loses nothing of any."""

from __future__ import annotations

from apps.evolution.domain.merging import merge_documents
from apps.evolution.domain.sections import Section
from apps.evolution.domain.skill_md import SkillDocument, parse, render


def make(name: str, tools: tuple[str, ...], pitfalls: str, check: str) -> SkillDocument:
    return SkillDocument(
        name=name,
        title=f"Title of {name}",
        description="Refund an order.",
        sections=(
            Section(heading="Procedure", text="\n".join(f"1. Call `{tool}`." for tool in tools)),
            Section(heading="Pitfalls", text=pitfalls),
            Section(heading="Verification", text=check),
        ),
        tools=tools,
        triggers=(f"trigger of {name}", "refund the order"),
        inputs=("order",),
    )


DRAFT = make("draft", ("get", "refund"), "- No failure was seen in these runs.", "- Ask `get`.")
OLD = make("old", ("get", "refund"), "- If you see `E1`: wait.", "- Ask `get`.")
OTHER = make("other", ("get", "refund", "mail"), "- If you see `E2`: mail.", "- Look at the mail.")


def test_triggers_tools_pitfalls_and_checks_are_joined_each_once():
    merged = merge_documents(DRAFT, [OLD, OTHER], "en")
    assert merged.triggers == (
        "trigger of draft",
        "refund the order",
        "trigger of old",
        "trigger of other",
    )
    assert (merged.tools, merged.inputs) == (("get", "refund", "mail"), ("order",))
    assert merged.section("Pitfalls") == "- If you see `E1`: wait.\n- If you see `E2`: mail."
    assert merged.section("Verification") == "- Ask `get`.\n- Look at the mail."
    assert parse(render(merged)) == merged


def test_a_procedure_with_tools_of_its_own_stays_as_another_way():
    merged = merge_documents(DRAFT, [OLD, OTHER], "en")
    assert merged.section("Procedure") == DRAFT.section("Procedure")
    assert merged.section("Another way: Title of other") == OTHER.section("Procedure")
    assert merged.section("Another way: Title of old") == ""
    assert "## 另一种做法：Title of other" in render(merge_documents(DRAFT, [OTHER], "zh"))
