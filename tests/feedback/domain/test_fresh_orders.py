"""A fresh order of the kind just carried out is not taken for a correction of its result."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from apps.feedback.domain.classify import MessageClass, classify_message
from tests.feedback.domain.fresh_orders import Sequence, fresh_orders
from tests.feedback.domain.turns import turn
from tests.feedback.domain.value_corrections import EN, MIXED, ZH

if TYPE_CHECKING:
    from apps.feedback.domain.previous_turn import PreviousTurn

MOST_WRONG = 0.01
REPORT = turn("Make the weekly downtime report of line 3, week 51.", "ok", write_report={})
REPORT_ZH = turn("做一份三号线第51周的停机周报。", "ok", write_report={})


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("form", ["full", "other", "short"])
def test_fresh_orders_correct_nothing(language: str, form: str) -> None:
    sequences = [one for one in fresh_orders(language) if one.form == form]
    wrong = [one.message for one in sequences if _verdict(one).correction]
    assert len(sequences) > 100
    assert len(wrong) <= MOST_WRONG * len(sequences), wrong


@pytest.mark.parametrize("language", ["en", "zh"])
def test_fresh_orders_blame_nobody(language: str) -> None:
    sequences = list(fresh_orders(language))
    blaming = [one.message for one in sequences if _verdict(one).satisfaction == "negative"]
    assert len(blaming) <= MOST_WRONG * len(sequences), blaming


@pytest.mark.parametrize(
    ("previous", "message"),
    [
        (REPORT, "Make the weekly downtime report of the paint shop, week 52."),
        (REPORT, "next: line 4"),
        (REPORT, "same for line 4"),
        (REPORT, "now the paint shop"),
        (REPORT_ZH, "做一份喷漆车间第52周的停机周报。"),
        (REPORT_ZH, "再来一份第52周的"),
        (REPORT_ZH, "下一个：四号线"),
        (REPORT_ZH, "同样的给四号线也做一份"),
    ],
)
def test_the_same_kind_of_work_is_asked_for_again(previous: PreviousTurn, message: str) -> None:
    verdict = classify_message(message, previous)
    assert not verdict.correction
    assert verdict.retry_same_question


@pytest.mark.parametrize("rows", [EN, ZH, MIXED], ids=["en", "zh", "mixed"])
def test_another_value_for_the_result_is_a_correction(rows: list[tuple[PreviousTurn, str]]) -> None:
    missed = [said for turn, said in rows if not classify_message(said, turn).correction]
    assert len(missed) <= 0.08 * len(rows), missed


@pytest.mark.parametrize("message", ["week 51", "第51周", "line 3, week 51 please"])
def test_a_value_that_was_ordered_and_not_given_is_a_correction(message: str) -> None:
    previous = turn(
        "The report of line 3, week 51 (第51周), please", "Here is line 3, week 50 (第50周)."
    )
    assert classify_message(message, previous).correction


@pytest.mark.parametrize(
    "message", ["这什么垃圾", "what garbage is this", "一堆垃圾", "utter rubbish"]
)
def test_contempt_rejects_the_result(message: str) -> None:
    verdict = classify_message(message, REPORT)
    assert verdict.correction
    assert verdict.satisfaction == "negative"


@pytest.mark.parametrize(
    "message",
    ["which garbage collector does Java use?", "垃圾分类是什么？", "add a garbage collection test"],
)
def test_garbage_as_a_subject_rejects_nothing(message: str) -> None:
    assert not classify_message(message, REPORT).correction


def _verdict(one: Sequence) -> MessageClass:
    return classify_message(one.message, one.previous)
