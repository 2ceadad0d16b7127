"""How sure it is that a pain point is one: doubt shrinks with every session that shows it.

confidence = 1 − Π(1 − wᵢ·decayᵢ) over independent evidence. Independent is what different sessions
say: of several signs in one session the strongest counts, the others prove nothing more.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import uuid
    from collections.abc import Iterable
    from datetime import datetime

# A person named what was wrong: two sessions that do are a pattern.
CORRECTION_WEIGHT = Decimal("0.50")
# Displeasure is said outright, its cause less so: three sessions, or one and a correction.
COMPLAINT_WEIGHT = Decimal("0.40")
# Asking again may be impatience or a lost reply: three sessions.
REPEATED_QUESTION_WEIGHT = Decimal("0.35")
# An error that stayed, though nobody spoke of it: four sessions.
FAILURE_WEIGHT = Decimal("0.30")
# Time-outs and full queues pass by themselves: a dozen sessions make even these a pattern.
TRANSIENT_WEIGHT = Decimal("0.10")

CONFIRMED = Decimal("0.70")
MOST_CONFIDENCE = Decimal("0.999")
FRESH = timedelta(days=30)
HALF_LIFE = timedelta(days=30)
_PLACES = Decimal("0.001")

WEIGHTS = {
    "correction": CORRECTION_WEIGHT,
    "complaint": COMPLAINT_WEIGHT,
    "repeated_question": REPEATED_QUESTION_WEIGHT,
    "failure": FAILURE_WEIGHT,
}


@dataclass(frozen=True, slots=True)
class Sign:
    """One piece of evidence as it is weighed: from which session, how telling, how old."""

    session: uuid.UUID | str
    weight: Decimal
    seen_at: datetime


def pain_confidence(signs: Iterable[Sign], *, now: datetime) -> Decimal:
    """Weigh all signs of a pain point, 0–0.999 to three places."""
    strongest: dict[uuid.UUID | str, Decimal] = {}
    for sign in signs:
        worth = sign.weight * decay(now - sign.seen_at)
        strongest[sign.session] = max(worth, strongest.get(sign.session, Decimal(0)))
    doubt = Decimal(1)
    for worth in strongest.values():
        doubt *= 1 - worth
    return min(MOST_CONFIDENCE, (1 - doubt).quantize(_PLACES))


def decay(age: timedelta) -> Decimal:
    """What is left of a sign's weight: all of it for 30 days, then half of it every 30 days."""
    if age <= FRESH:
        return Decimal(1)
    halvings = Decimal((age - FRESH) // timedelta(seconds=1)) / Decimal(HALF_LIFE.total_seconds())
    return Decimal("0.5") ** halvings
