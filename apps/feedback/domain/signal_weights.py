"""What a signal counts, and what many come to: the trust in what was served."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

SignalKind = Literal["explicit", "implicit", "usage", "completion", "comparison"]
Polarity = Literal["positive", "negative", "neutral"]

WEIGHTS: Mapping[str, int] = {
    "explicit": 3,
    "comparison": 3,
    "implicit": 2,
    "usage": 2,
    "completion": 1,
}
PRIOR = Decimal("0.5")
PRIOR_WEIGHT = Decimal(6)  # two explicit signals move trust as far as what was thought before
HALF_LIFE_DAYS = 30
_SECONDS_A_DAY = 86_400
_PLACES = Decimal("0.001")


@dataclass(frozen=True, slots=True)
class WeighedSignal:
    """One signal as trust sees it."""

    polarity: str
    weight: int
    created_at: datetime


def decay_of(created_at: datetime, *, now: datetime) -> Decimal:
    """Say what is left of a signal: half after 30 days, a quarter after 60; never more than all."""
    days = Decimal(int((now - created_at).total_seconds())) / _SECONDS_A_DAY
    return Decimal("0.5") ** (max(days, Decimal(0)) / HALF_LIFE_DAYS)


def trust_of(signals: Iterable[WeighedSignal], *, now: datetime) -> Decimal:
    """Give the weighted share of positive signals, 0–1, three places; none at all is 0.500.

    (6 · 0.5 + Σ positive) / (6 + Σ positive + Σ negative), each weight halved every 30 days;
    neutral ones count nothing. The order of the signals does not matter.
    """
    totals = {"positive": Decimal(0), "negative": Decimal(0)}
    for signal in signals:
        if signal.polarity in totals:
            totals[signal.polarity] += signal.weight * decay_of(signal.created_at, now=now)
    good, bad = totals["positive"], totals["negative"]
    trust = (PRIOR_WEIGHT * PRIOR + good) / (PRIOR_WEIGHT + good + bad)
    return trust.quantize(_PLACES, ROUND_HALF_UP)
