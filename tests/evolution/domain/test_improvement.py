"""A change touches the parts it names; a person's wording elsewhere stays letter by letter."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.evolution.domain.improvement import (
    MOST_LINES,
    Correction,
    Patch,
    Redraw,
    Repair,
    correction_line,
    patch_document,
    tells_error,
)
from apps.evolution.domain.mended import Mended
from apps.evolution.domain.sections import Section
from apps.evolution.domain.skill_md import SkillDocument, parse, render
from apps.evolution.domain.template import Pitfall
from apps.trajectories.domain.tool_chain import ToolCall

WORDS = {
    "en": {
        "title": "Publish the ward report",
        "description": "Publishes the report of a ward. Use it on Fridays.",
        "none": "- No failure was seen in these runs.",
        "said": "No, `send_sheet` must go to the head nurse",
        "elsewhere": "The report has to be in landscape format",
    },
    "zh": {
        "title": "发布病区周报",
        "description": "发布病区的周报。每周五使用。",
        "none": "- 这些任务中没有出现过失败。",
        "said": "不对，send_sheet 应该发给护士长",
        "elsewhere": "报告应该用横版",
    },
}
both = pytest.mark.parametrize("language", ["en", "zh"])
PROCEDURE = "1. Run `make report`.\n2. Call `send_sheet` with `to` = `{to}`."


def skill(language: str = "en", **sections: str) -> SkillDocument:
    words = WORDS[language]
    told = {
        "Procedure": PROCEDURE,
        "Pitfalls": words["none"],
        "Notes": "*Written by Ana.*",
        **sections,
    }
    return SkillDocument(
        name="ward-report",
        title=words["title"],
        description=words["description"],
        sections=tuple(Section(heading=name, text=text) for name, text in told.items() if text),
        tools=("Bash", "send_sheet"),
    )


def mended(error: str, failed: str = "make report", worked: str = "make -B report") -> Mended:
    calls = [ToolCall("Bash", {"command": command}) for command in (failed, worked)]
    return Mended(Pitfall(error, f"Bash: {worked}"), *calls)


def apply(document: SkillDocument, *changes: Repair | Correction | Redraw) -> SkillDocument:
    for change in changes:
        document = patch_document(document, change.patch(document))
    return document


@both
def test_a_repair_becomes_a_pitfall_and_amends_the_step_that_failed(language: str):
    before = skill(language)
    after = apply(before, Repair([mended("nothing to be done: target is up to date")]))
    assert after.section("Procedure") == PROCEDURE.replace("make report", "make -B report")
    pitfalls = after.section("Pitfalls")
    assert "`nothing to be done: target is up to date`" in pitfalls
    assert WORDS[language]["none"] not in pitfalls
    assert after.section("Notes") == before.section("Notes")
    assert (after.version, after.tools) == ("1.1.0", before.tools)


def test_a_step_is_amended_only_where_one_step_alone_quotes_what_failed():
    twice = skill(Procedure="1. Run `make report`.\n2. Wait.\n3. Run `make report`.")
    longer = skill(Procedure="1. Run `make report all`.")
    for document in (twice, longer):
        after = apply(document, Repair([mended("target is up to date")]))
        assert after.section("Procedure") == document.section("Procedure")
        assert "target is up to date" in after.section("Pitfalls")


@pytest.mark.parametrize(
    "again",
    [
        "Port 3000 is already in use",
        "port 3000 is ALREADY in use!",
        "Port 8080 is already in use",
    ],
)
def test_a_pitfall_is_told_once_whatever_numbers_it_comes_with(again: str):
    once = apply(skill(), Repair([mended("Port 3000 is already in use")]))
    assert apply(once, Repair([mended(again)])) == once


def test_pitfalls_do_not_grow_without_end():
    many = [mended(f"error of kind {chr(97 + number)} in the sheet") for number in range(25)]
    grown = apply(skill(), *(Repair([one]) for one in many))
    assert len(grown.section("Pitfalls").split("\n")) == MOST_LINES


@both
def test_a_correction_stands_below_the_step_it_names(language: str):
    said = WORDS[language]["said"]
    after = apply(skill(language), Correction(said))
    line = correction_line(said, "zh" if language == "zh" else "en")
    assert after.section("Procedure") == f"{PROCEDURE}\n   - {line}"
    assert after.section("Pitfalls") == WORDS[language]["none"]
    assert apply(after, Correction(said)) == after


@both
def test_a_correction_that_names_no_step_is_a_pitfall(language: str):
    after = apply(skill(language), Correction(WORDS[language]["elsewhere"]))
    assert after.section("Procedure") == PROCEDURE
    assert WORDS[language]["elsewhere"] in after.section("Pitfalls")


def test_two_corrections_that_differ_in_a_figure_are_both_told():
    told = apply(skill(), Correction("Leave 10 free"), Correction("Leave 20 free"))
    assert told.section("Pitfalls").count("Leave") == 2


def test_what_a_person_said_stays_a_quote():
    after = apply(skill(), Correction("# New rule\n## Procedure <b>`x`</b> [a](b)"))
    assert [part.heading for part in after.sections] == ["Procedure", "Pitfalls", "Notes"]
    assert "<b>" not in after.section("Pitfalls")


@both
def test_a_better_procedure_keeps_the_rest_and_what_was_corrected(language: str):
    corrected = apply(skill(language), Correction(WORDS[language]["said"]))
    drawn = skill(language, Procedure="1. Run `make all`.", Inputs="- `ward`: asked.")
    drawn = drawn.model_copy(update={"tools": ("Bash",), "inputs": ("ward",)})
    after = apply(corrected, Redraw(drawn))
    assert after.section("Procedure") == "1. Run `make all`."
    assert correction_line(WORDS[language]["said"], "zh" if language == "zh" else "en") in (
        after.section("Pitfalls")
    )
    assert after.section("Notes") == "*Written by Ana.*"
    assert (after.tools, after.inputs) == (("Bash",), ("ward",))
    assert after.sections[0].heading == "Inputs"


def test_the_same_procedure_again_changes_nothing():
    corrected = apply(skill(), Correction(WORDS["en"]["said"]))
    assert apply(corrected, Redraw(skill())) == corrected


def test_a_persons_own_names_for_the_parts_are_kept():
    theirs = skill(Procedure="", Pitfalls="", Steps=PROCEDURE, Gotchas="- Mind the gap.")
    after = apply(theirs, Repair([mended("target is up to date")]))
    assert [part.heading for part in after.sections] == ["Notes", "Steps", "Gotchas"]
    assert after.section("Gotchas").startswith("- Mind the gap.\n- ")
    assert "make -B report" in after.section("Steps")


@pytest.mark.parametrize(
    ("before", "after"), [("1.0.0", "1.1.0"), ("0.9.9", "0.10.0"), ("1.9.3", "1.10.0")]
)
def test_a_change_is_a_minor_version(before: str, after: str):
    document = skill().model_copy(update={"version": before})
    assert patch_document(document, Patch({"Notes": "New."})).version == after
    assert patch_document(document, Patch({"Notes": "*Written by Ana.*"})) == document


def test_only_the_first_of_two_sections_of_one_name_is_changed():
    document = skill()
    twice = document.model_copy(
        update={"sections": (*document.sections, Section(heading="Notes", text="second"))}
    )
    after = patch_document(twice, Patch({"Notes": "new"}))
    assert [part.text for part in after.sections if part.heading == "Notes"] == ["new", "second"]


def test_an_error_of_few_letters_is_not_found_inside_others():
    assert not tells_error("- If you see `no sheet`: …", "no")
    assert tells_error("- no", "no")


texts = st.text(max_size=60)


@settings(max_examples=150, deadline=None)
@given(pitfalls=texts, notes=texts, error=texts, words=texts, command=texts)
def test_any_words_leave_the_other_parts_alone_and_read_back(
    pitfalls: str, notes: str, error: str, words: str, command: str
):
    before = skill(Pitfalls="p" + pitfalls, Notes="n" + notes)
    repair = Repair([mended("e" + error, worked="w" + command)])
    correction = Correction("c" + words)
    after = apply(before, repair, correction)
    assert after.section("Notes") == before.section("Notes")
    assert after.section("Pitfalls").startswith(before.section("Pitfalls"))
    assert parse(render(after)) == after
    assert apply(after, repair, correction) == after
