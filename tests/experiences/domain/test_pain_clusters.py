"""Two troubles are one when they mean the same, or nearly and in the same task."""

from __future__ import annotations

import pytest

from apps.experiences.domain.pain_clusters import PainText, is_same_pain, overlap, pain_words
from apps.language.tokens import language_of


def text(title: str, task: str = "") -> PainText:
    return PainText(title, frozenset(pain_words(title, task)), language_of(title))


WEEKLY, ORDERS = "Build the weekly report", "Order gloves and masks"


@pytest.mark.parametrize(
    ("one", "other", "cosine", "is_same"),
    [
        (text("the date column is wrong"), text("dates are wrong"), 0.75, True),
        (text("the date column is wrong"), text("dates are wrong"), 0.60, False),
        (text("日期列错了", "生成周报"), text("日期又不对", "生成周报"), 0.66, True),
        (text("dates are wrong", WEEKLY), text("use ISO dates", WEEKLY), 0.63, True),
        (text("dates are wrong", WEEKLY), text("wrong size", ORDERS), 0.63, False),
        (text("the date column is wrong"), text("日期列错了"), 0.63, True),
        (text("the date column is wrong"), text("日期列错了"), 0.61, False),
        (text("use port 8080"), text("use port 9090"), 0.82, False),
        (text("use port 8080"), text("端口应该是 8080"), 0.68, True),
        (text("no row 12 in a.csv"), text("no row 15 in a.csv"), 0.95, True),
    ],
)
def test_meaning_language_numbers_and_task_decide(
    one: PainText, other: PainText, cosine: float, *, is_same: bool
):
    assert is_same_pain(one, other, cosine) is is_same
    assert is_same_pain(other, one, cosine) is is_same


def test_no_words_overlap_with_nothing():
    assert overlap(frozenset(), frozenset({"dates"})) == 0.0
    assert overlap(frozenset({"dates"}), frozenset({"dates", "iso"})) == 1.0
