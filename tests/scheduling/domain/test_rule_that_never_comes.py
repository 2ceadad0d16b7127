"""A rule that never fires is refused, exactly and soon; one that fires rarely is not."""

from __future__ import annotations

import time
from datetime import datetime

import pytest

from apps.scheduling.domain.rule_by_hand import WrongRuleError, read_rule

NOW = datetime(2026, 12, 1, 3)  # noqa: DTZ001 – a wall clock
MOST_SECONDS = 0.5  # a tenth of it, on a machine that is at nothing else


def read(rule: str, starts_at: datetime | None = None) -> str:
    return read_rule(f"{rule};BYHOUR=9", starts_at=starts_at, now=NOW, timezone="UTC")


@pytest.mark.parametrize(
    ("rule", "starts_at"),
    [
        ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", None),
        ("FREQ=MONTHLY;BYMONTHDAY=31;BYSETPOS=2", None),
        ("FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31", datetime(2026, 11, 1)),  # noqa: DTZ001
        ("FREQ=MONTHLY;INTERVAL=7;BYMONTHDAY=31;BYSETPOS=2", None),
        ("FREQ=MONTHLY;BYMONTHDAY=1,2,3;BYDAY=2MO", None),
        ("FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29", datetime(2026, 1, 1)),  # noqa: DTZ001
        ("FREQ=YEARLY;BYDAY=MO;BYSETPOS=60", None),
        ("FREQ=DAILY;INTERVAL=7;BYDAY=TU", datetime(2026, 12, 7)),  # noqa: DTZ001
        ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", None),
        ("FREQ=MONTHLY;BYMONTHDAY=31;UNTIL=20261215", None),
    ],
)
def test_what_never_comes_is_refused_soon(rule: str, starts_at: datetime | None):
    begun = time.perf_counter()
    with pytest.raises(WrongRuleError, match="never_fires"):
        read(rule, starts_at)
    assert time.perf_counter() - begun < MOST_SECONDS


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO",
        "FREQ=MONTHLY;BYMONTH=2;BYDAY=5MO",
        "FREQ=YEARLY;INTERVAL=3;BYMONTH=2;BYMONTHDAY=29",
        "FREQ=DAILY;INTERVAL=366;BYMONTH=2;BYMONTHDAY=29",
        "FREQ=WEEKLY;INTERVAL=104;BYMONTH=2;BYDAY=MO",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=1",
    ],
)
def test_what_comes_once_in_a_generation_is_taken(rule: str):
    assert read(rule)
