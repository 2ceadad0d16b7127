"""Tells where scores are heading: the newer half of a period against its older half."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

Trend = Literal["improving", "declining", "stable"]

LEAST_CHANGE = Decimal("0.05")


def trend(scores_oldest_first: Sequence[Decimal | None]) -> Trend:
    """Compare the mean of the newer half with the older one's; a change of exactly 0.05 is stable.

    Unscored entries are left out first; of an odd number the middle one counts as newer.
    """
    scores = [score for score in scores_oldest_first if score is not None]
    middle = len(scores) // 2
    if not middle:
        return "stable"
    change = _mean(scores[middle:]) - _mean(scores[:middle])
    if abs(change) <= LEAST_CHANGE:
        return "stable"
    return "improving" if change > 0 else "declining"


def _mean(scores: Sequence[Decimal]) -> Decimal:
    return sum(scores, Decimal(0)) / len(scores)
