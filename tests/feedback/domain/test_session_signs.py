"""A conversation shows that its person did not get what they came for, zh and en alike."""

from __future__ import annotations

import pytest

from apps.feedback.domain.session_signs import Exchange, session_signs
from apps.trajectories.domain.tool_chain import ToolCall

LOOK = ToolCall("get_shift", {"ward": "7"}, "completed")
CHANGE = ToolCall("update_shift", {"ward": "7", "nurse": "Li"}, "completed")
REFUSED = ToolCall("update_shift", {"ward": "7", "hours": 12}, "error", "at most 10 hours")
LESS = ToolCall("update_shift", {"ward": "7", "hours": 10}, "completed")


def reasons(*exchanges: Exchange) -> list[str]:
    """Name what a conversation shows."""
    return [line.reason for line in session_signs(exchanges)]


VAIN = {
    "en": (
        ("Change my shift", "Please provide the shift number."),
        ("I don't have the shift number", "I need the shift number to proceed."),
        ("I really don't remember it", "Could you please provide the number?"),
    ),
    "zh": (
        ("帮我换班", "请提供班次号。"),
        ("我不记得班次号", "需要您提供班次号才能继续。"),
        ("手头没有班次号", "请提供班次号。"),
    ),
}


@pytest.mark.parametrize("language", VAIN)
def test_asking_again_for_what_the_person_lacks(language: str):
    talk = [Exchange(said, (), reply) for said, reply in VAIN[language]]
    assert reasons(*talk) == ["asked 2 times for what the person does not have"]
    assert reasons(*talk[:2]) == []


@pytest.mark.parametrize("language", VAIN)
def test_an_agent_that_looks_for_itself_does_not_ask_in_vain(language: str):
    assert reasons(*(Exchange(said, (LOOK,), reply) for said, reply in VAIN[language])) == []


@pytest.mark.parametrize(
    ("lacks", "leaves"),
    [
        ("I don't have the number", "Thanks, I'll get back to you"),
        ("我不记得编号", "好的，我回头再联系"),
    ],
)
def test_a_person_who_leaves_to_fetch_something_was_not_served(lacks: str, leaves: str):
    asked, left = Exchange(lacks, (), "Please check."), Exchange(leaves, (), "Bye!")
    assert reasons(asked, left) == ["the person left to come back with something"]
    assert reasons(asked, Exchange("Change it", (CHANGE, LOOK), "Done."), left) == []
    assert reasons(asked, left, *[Exchange("And this?", (LOOK,), "Yes.")] * 3) == []


@pytest.mark.parametrize("plan", ["12 hours for ward 7. Shall I?", "七病区 12 小时，是否确认？"])
def test_what_was_agreed_and_done_otherwise(plan: str):
    before = Exchange("Plan it", (LOOK,), plan)
    done = Exchange("Yes", (REFUSED, LESS, LOOK), "Done.")
    assert reasons(before, done) == ["did update_shift otherwise than agreed"]


def test_asking_before_another_way_is_taken_is_no_fault():
    plan = Exchange("Plan it", (LOOK,), "12 hours. Shall I?")
    asked = Exchange("Yes", (REFUSED,), "12 is too much. Is 10 fine?")
    assert reasons(plan, asked, Exchange("Yes", (LESS, LOOK), "Done.")) == []
    told = Exchange("Plan it", (LOOK,), "It is planned.")
    assert reasons(told, Exchange("Go on", (REFUSED, LESS, LOOK), "Done.")) == []


def test_an_edit_of_a_file_may_be_tried_in_another_way():
    path = {"file_path": "a.py"}
    failed = ToolCall("Edit", {**path, "old": "x"}, "error", "not found")
    mended = ToolCall("Edit", {**path, "old": "y"}, "completed")
    plan = Exchange("Rename it", (LOOK,), "Shall I rename it?")
    assert reasons(plan, Exchange("Yes", (failed, mended, LOOK), "Done.")) == []


CHANGES = [
    ((CHANGE,), ["1 change was not looked at afterwards"], -0.10),
    ((LOOK, CHANGE, CHANGE), ["2 changes were not looked at afterwards"], -0.15),
    ((CHANGE,) * 9, ["9 changes were not looked at afterwards"], -0.20),
    ((CHANGE, ToolCall("think")), ["1 change was not looked at afterwards"], -0.10),
    ((CHANGE, LOOK), [], 0),
    ((CHANGE, ToolCall("Bash", {"command": "pytest"})), [], 0),
    ((REFUSED, LOOK), [], 0),
    ((LOOK,), [], 0),
]


@pytest.mark.parametrize(("calls", "wanted", "change"), CHANGES)
def test_changes_that_nothing_was_looked_at_after(
    calls: tuple[ToolCall, ...], wanted: list[str], change: float
):
    lines = session_signs([Exchange("Do it", calls, "Done.")])
    assert [line.reason for line in lines] == wanted
    assert float(sum(line.change for line in lines)) == change


def test_an_end_that_the_person_made_or_that_nobody_told_of():
    failed = ToolCall("Bash", {"command": "make"}, "error", "exit 1")
    assert reasons(Exchange("Build", (LOOK,), "", interrupted=True)) == [
        "the last request was stopped"
    ]
    assert reasons(Exchange("Build", (failed,))) == ["the last calls failed, and no reply followed"]
    assert reasons(Exchange("Build", (failed,), "It does not build: exit 1.")) == []


def test_an_empty_conversation_shows_nothing():
    assert session_signs([]) == []
    assert reasons(Exchange("")) == []
