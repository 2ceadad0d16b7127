"""How runs of the kind that an experience is about have gone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Record:
    """How many similar runs are still kept, which share succeeded, how many calls they took."""

    runs: int
    success_rate: Decimal
    median_steps: int
