"""How sure a thing still is: without confirmation for 30 days, confidence fades with the time.

A pure function of two moments: reading it often, or never, changes nothing. The formula is
`confidence · ½^((days − 30) / 60)` past the thirtieth day.
"""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

KEPT_FOR = timedelta(days=30)
HALVED_EVERY = timedelta(days=60)
LEAST_SHOWN = Decimal("0.25")

_HALF = Decimal("0.5")
_STEP = Decimal("0.001")


def decayed(confidence: Decimal, last_confirmed_at: datetime, *, now: datetime) -> Decimal:
    """Give the confidence that is left now; a moment in the future takes nothing away."""
    past = now - last_confirmed_at - KEPT_FOR
    if past <= timedelta(0):
        return confidence
    halvings = Decimal(int(past.total_seconds())) / Decimal(int(HALVED_EVERY.total_seconds()))
    return (confidence * _HALF**halvings).quantize(_STEP)
