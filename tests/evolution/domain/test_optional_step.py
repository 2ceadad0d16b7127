"""A step that only some runs took says when, where their answers or requests tell."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest

from apps.evolution.domain.run import Run
from apps.evolution.domain.synthesis import draft_skill
from apps.trajectories.domain.tool_chain import ToolCall


def call(tool: str, answer: Any = "", **args: Any) -> ToolCall:
    result = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
    return ToolCall(tool, args, "completed", result=result)


def procedure(answers: list[Any], took: list[bool], said: list[str], language: Any = "en") -> str:
    runs = [
        Run(
            f"t{number}",
            said[number],
            [
                call("get_order", answers[number], id=f"A-{number}77"),
                *([call("ask_lead", id=f"A-{number}77")] if took[number] else []),
                call("refund", id=f"A-{number}77"),
            ],
            "done",
            Decimal("0.80"),
        )
        for number in range(len(took))
    ]
    made = draft_skill(runs, language=language, trigger="similar_runs")
    return made.document.section("Procedure")


SAME = ["refund the order"] * 4
HALF = [True, True, False, False]


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        ([{"urgent": flag} for flag in HALF], "`urgent` in the answer of `get_order` is true"),
        (
            [{"state": "late" if flag else "open"} for flag in HALF],
            "`state` in the answer of `get_order` is `late`",
        ),
        ([{"note": "x"} if flag else {} for flag in HALF], "the answer of `get_order` has `note`"),
    ],
)
def test_an_answer_that_parts_the_runs_is_the_condition(answers: list[Any], reason: str):
    assert f"(Only if {reason}: 2 of 4 runs did.)" in procedure(answers, HALF, SAME)


def test_a_size_wants_more_runs_than_other_answers():
    few = [{"total": 900 if flag else 20} for flag in HALF]
    assert "(Only where needed: 2 of 4 runs did.)" in procedure(few, HALF, SAME)
    took = [True] * 5 + [False] * 5
    many = [{"total": 900 if flag else 20} for flag in took]
    reason = "`total` in the answer of `get_order` is above `20`"
    assert f"(Only if {reason}: 5 of 10 runs did.)" in procedure(many, took, SAME * 3)


@pytest.mark.parametrize(
    "answer",
    [
        {"mail": "a@b.example"},
        {"day": "2026-05-18"},
        {"姓名": "赵敏"},
        {"level": "gold", "town": "Kiel", "shop": "north"},
    ],
)
def test_what_is_one_cases_is_no_condition(answer: Any):
    other = dict.fromkeys(answer, "other")
    answers = [answer if flag else other for flag in HALF]
    assert "(Only where needed: 2 of 4 runs did.)" in procedure(answers, HALF, SAME)


def test_a_word_of_the_request_counts_where_the_step_is_about_it():
    said = ["refund it, ask the lead", "the lead wants a refund", "refund it", "a refund please"]
    text = procedure(["ok"] * 4, HALF, said)
    assert "(Only if the request speaks of “lead”: 2 of 4 runs did.)" in text
    unrelated = [line.replace("lead", "moon") for line in said]
    assert "(Only where needed: 2 of 4 runs did.)" in procedure(["ok"] * 4, HALF, unrelated)


def test_one_run_against_the_others_shows_no_condition():
    answers = [{"urgent": flag} for flag in (True, True, True, False)]
    assert "(Only where needed: 3 of 4" in procedure(answers, [True, True, True, False], SAME)


def test_a_condition_is_told_in_chinese():
    answers = [{"加急": flag} for flag in HALF]
    text = procedure(answers, HALF, ["给客户退款"] * 4, "zh")
    assert "（仅当 `get_order` 结果中的 `加急` 为真时：4 次中有 2 次这样做。）" in text
