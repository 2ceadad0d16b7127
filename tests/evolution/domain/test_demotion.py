"""What speaks for a demotion, and what stays of the skill; zh and en side by side."""

from __future__ import annotations

from decimal import Decimal

import pytest

from apps.errors import DomainError
from apps.evolution.domain.demotion import Knowledge, judge_demotion, knowledge_of
from apps.evolution.domain.lift import Lift, Verdict
from apps.evolution.domain.sections import Section
from apps.evolution.domain.skill_md import SkillDocument, render

STEPS = "1. Call `open_ward`.\n   Wait for it.\n2. Send it\\_now."
PITFALLS = {
    "en": "- If you see `no such table`: run migrate\n- Weekends: nobody answers.\n- Be quick",
    "zh": "- 遇到 `no such table` 时：run migrate\n- Weekends: nobody answers.\n- Be quick",
}


def text(procedure: str = STEPS, pitfalls: str = "") -> str:
    parts = {"Procedure": procedure, "Pitfalls": pitfalls}
    sections = tuple(Section(heading=key, text=value) for key, value in parts.items() if value)
    return render(SkillDocument(name="x", title="Send it", description="d", sections=sections))


def lift(verdict: Verdict, mean: str | None = "-0.100") -> Lift:
    if mean is None:
        return Lift(3, 0)
    return Lift(40, 12, Decimal(mean), Decimal("-0.200"), Decimal("-0.010"), verdict)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_a_skill_knows_is_taken_out_of_its_text(language: str):
    known = knowledge_of(text(pitfalls=PITFALLS[language]))
    assert known == Knowledge(
        pattern="Send it",
        context="d",
        steps=["Call `open_ward`. Wait for it.", "Send it_now."],
        pitfalls=[
            {"error": "no such table", "remedy": "run migrate", "tool": ""},
            {"error": "Weekends", "remedy": "nobody answers.", "tool": ""},
            {"error": "Be quick", "remedy": "Be quick", "tool": ""},
        ],
    )


@pytest.mark.parametrize(
    "said", ["- No failure was seen in these runs.", "- 这些任务中没有出现过失败。"]
)
def test_that_there_were_no_failures_is_no_pitfall(said: str):
    assert knowledge_of(text(pitfalls=said)).pitfalls == []


def test_plain_lines_are_steps_as_well():
    assert knowledge_of(text("Tare it.\n\nRead it twice.")).steps == ["Tare it.", "Read it twice."]


def test_what_is_no_skill_tells_nothing():
    with pytest.raises(DomainError):
        knowledge_of("")


@pytest.mark.parametrize(
    ("trigger", "measured", "offered", "content", "verdicts"),
    [
        ("negative_lift", lift("harmful"), 9, text(), ["pass", "pass", "pass"]),
        ("negative_lift", lift("no evidence yet"), 9, text(), ["warn", "pass", "pass"]),
        ("negative_lift", None, 9, text(), ["warn", "pass", "pass"]),
        ("negative_lift", lift("helpful", "0.100"), 9, text(), ["fail", "pass", "pass"]),
        ("unused", None, 0, text(), ["pass", "pass", "pass"]),
        ("unused", lift("helpful", "0.100"), 0, text(), ["fail", "pass", "pass"]),
        ("unused", None, 2, text(), ["pass", "fail", "pass"]),
        ("unused", None, 0, text(""), ["pass", "pass", "warn"]),
        ("unused", None, 0, "", ["pass", "pass", "warn"]),
    ],
)
def test_a_demotion_is_judged_as_things_are(
    trigger: str, measured: Lift | None, offered: int, content: str, verdicts: list[str]
):
    found = judge_demotion(trigger, lift=measured, offered=offered, content=content)
    assert [one.check for one in found] == ["lift", "use", "knowledge"]
    assert [one.verdict for one in found] == verdicts


def test_the_figures_are_told():
    found = judge_demotion("negative_lift", lift=lift("harmful"), offered=9, content=text())
    assert [one.detail for one in found] == [
        "Lift -0.100, between -0.200 and -0.010 (sessions with it: 40, without: 12): harmful.",
        "Sessions of the last 30 days that it fitted: 9.",
        "Steps that are kept as an experience: 2.",
    ]
    untold = judge_demotion("unused", lift=lift("no evidence yet", None), offered=0, content=text())
    assert untold[0].detail == "No evidence yet (sessions with it: 3, without: 0)."
    assert untold[1].detail == "No session was offered it for 30 days."
