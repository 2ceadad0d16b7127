"""Confidence fades with the time since it was confirmed, however often it is looked at."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from apps.profiles.domain.decay import decayed

THEN = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("days", "left"),
    [(0, "0.800"), (30, "0.800"), (31, "0.791"), (90, "0.400"), (150, "0.200"), (-5, "0.800")],
)
def test_after_thirty_days_it_is_halved_every_sixty(days: int, left: str):
    assert decayed(Decimal("0.800"), THEN, now=THEN + timedelta(days=days)) == Decimal(left)


def test_it_depends_on_the_time_and_on_nothing_else():
    now = THEN + timedelta(days=77)
    assert len({decayed(Decimal("0.700"), THEN, now=now) for _ in range(10)}) == 1
