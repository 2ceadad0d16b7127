"""Scores fall when most of the newer sessions went worse, not when one did."""

from __future__ import annotations

from decimal import Decimal

import pytest

from apps.learning.domain.score_fall import find_fall


@pytest.mark.parametrize(
    ("scores", "falls"),
    [
        ("80 80 80 80 70 70 70 70", True),
        ("80 80 80 80 80 80 70 70 70 70", True),
        ("80 80 80 80 75 75 75 75", False),
        ("80 80 80 80 74 74 74 74", True),
        ("80 80 80 80 80 80 80 30", False),
        ("80 60 80 60 80 60 80 60", False),
        ("70 70 70 70 80 80 80 80", False),
        ("90 90 90 50 50 50", False),
        ("90 90 90 50 50 50 50", False),
        ("", False),
    ],
)
def test_whether_scores_fall(scores: str, falls: bool):
    oldest_first = [Decimal(score) / 100 for score in scores.split()]
    assert (find_fall(oldest_first) is not None) == falls


def test_it_says_from_what_to_what():
    fall = find_fall([Decimal("0.9")] * 4 + [Decimal("0.7")] * 4)
    assert fall is not None
    assert (fall.before, fall.after) == (Decimal("0.90"), Decimal("0.70"))
