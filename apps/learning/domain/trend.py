"""Tells where scores are heading: the newer half of a period against its older half."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

Trend = Literal["improving", "declining", "stable"]

LEAST_CHANGE = Decimal("0.05")


@dataclass(frozen=True, slots=True)
class Scores:
    """So many scores and their exact sum."""

    count: int
    total: Decimal

    def __add__(self, other: Scores) -> Scores:
        return Scores(self.count + other.count, self.total + other.total)

    def __sub__(self, other: Scores) -> Scores:
        return Scores(self.count - other.count, self.total - other.total)


NONE = Scores(0, Decimal(0))


def trend(scores_oldest_first: Sequence[Decimal | None]) -> Trend:
    """Compare the mean of the newer half with the older one's; a change of exactly 0.05 is stable.

    Unscored entries are left out first; of an odd number the middle one counts as newer.
    """
    scores = [score for score in scores_oldest_first if score is not None]
    middle = len(scores) // 2
    return compare(_add_up(scores[:middle]), _add_up(scores[middle:]))


def compare(older: Scores, newer: Scores) -> Trend:
    """Compare the means of two halves; without scores on both sides it is stable."""
    if not older.count or not newer.count:
        return "stable"
    change = newer.total / newer.count - older.total / older.count
    if abs(change) <= LEAST_CHANGE:
        return "stable"
    return "improving" if change > 0 else "declining"


def split(days_oldest_first: Sequence[Scores]) -> tuple[Scores, int, int]:
    """Find where the older half ends; answers the scores of the days that lie in it whole.

    Also which day it ends in, and how many scores of that day still belong to it.
    """
    left = sum(day.count for day in days_oldest_first) // 2
    whole = NONE
    for place, day in enumerate(days_oldest_first):
        if left < day.count:
            return whole, place, left
        whole, left = whole + day, left - day.count
    return whole, len(days_oldest_first), 0


def _add_up(scores: Sequence[Decimal]) -> Scores:
    return Scores(len(scores), sum(scores, Decimal(0)))
