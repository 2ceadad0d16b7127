"""Trust is the weighted share of what speaks for a thing, and old signals fade."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from apps.feedback.domain.signal_weights import WEIGHTS, WeighedSignal, decay_of, trust_of

NOW = datetime(2026, 5, 1, tzinfo=UTC)


def signal(polarity: str, weight: int = 3, days: float = 0) -> WeighedSignal:
    return WeighedSignal(polarity, weight, NOW - timedelta(days=days))


def test_the_weights_are_those_of_the_design():
    assert dict(WEIGHTS) == {
        "explicit": 3,
        "comparison": 3,
        "implicit": 2,
        "usage": 2,
        "completion": 1,
    }


@pytest.mark.parametrize(
    ("signals", "trust"),
    [
        ([], "0.500"),
        ([signal("neutral")], "0.500"),
        ([signal("positive")], "0.667"),
        ([signal("negative")], "0.333"),
        ([signal("positive"), signal("negative")], "0.500"),
        ([signal("positive", 1)], "0.571"),
        ([signal("positive", days=30)], "0.600"),
        ([signal("positive", days=-3)], "0.667"),
        ([signal("positive", days=900)], "0.500"),
        ([signal("positive")] * 20, "0.955"),
    ],
)
def test_trust_is_a_share_with_a_prior(signals: list[WeighedSignal], trust: str):
    assert trust_of(signals, now=NOW) == Decimal(trust)


def test_the_order_of_signals_does_not_matter():
    signals = [signal(("positive", "negative")[n % 2], n % 3 + 1, days=n * 1.7) for n in range(40)]
    turned = [*signals[13:], *reversed(signals[:13])]
    assert trust_of(turned, now=NOW) == trust_of(signals, now=NOW)


def test_a_signal_is_halved_every_month():
    assert decay_of(NOW - timedelta(days=60), now=NOW) == Decimal("0.25")
