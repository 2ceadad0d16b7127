"""Tells whether what is given to sessions serves them worse than it did."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from statistics import mean, median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST_EACH_HALF = 4
LEAST_FALL = Decimal("0.05")
_PLACES = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Fall:
    """The mean score of the older half of a period, and of its newer half."""

    before: Decimal
    after: Decimal


def find_fall(scores_oldest_first: Sequence[Decimal]) -> Fall | None:
    """Compare the halves: mean and median must both have fallen by more than 0.05.

    None with fewer than 4 scores on a side. A single bad session moves a mean and no median. Of an
    odd number the middle one counts as newer.
    """
    middle = len(scores_oldest_first) // 2
    older, newer = scores_oldest_first[:middle], scores_oldest_first[middle:]
    if len(older) < LEAST_EACH_HALF:
        return None
    before, after = mean(older), mean(newer)
    fell = before - after > LEAST_FALL and median(older) - median(newer) > LEAST_FALL
    return Fall(before.quantize(_PLACES), after.quantize(_PLACES)) if fell else None
