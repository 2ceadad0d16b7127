"""Times that have come are sorted into those that fire and those that were missed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from apps.scheduling.domain.misfire import (
    MOST_LISTED,
    Policy,
    Terms,
    default_grace,
    plan_firings,
)
from apps.scheduling.domain.spec import Kind, Spec

HOURLY = Spec(Kind.CRON, cron=("0 * * * *",), timezone="UTC")
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
TEN = NOON.replace(hour=10)


def hours(*of: int) -> list[datetime]:
    return [NOON.replace(hour=hour) for hour in of]


@pytest.mark.parametrize(
    ("policy", "grace_min", "late_min", "fire", "missed"),
    [
        ("once", None, 0, [12], [10, 11]),
        ("once", None, 59, [12], [10, 11]),
        ("once", 5, 5, [12], [10, 11]),
        ("once", 5, 6, [], [10, 11, 12]),
        ("skip", None, 0, [12], [10, 11]),
        ("skip", None, 30, [12], [10, 11]),
        ("skip", None, 31, [], [10, 11, 12]),
        ("skip", 45, 31, [12], [10, 11]),
        ("all", None, 59, [10, 11, 12], []),
        ("all", 90, 5, [11, 12], [10]),
    ],
)
def test_each_policy_does_what_it_says(
    policy: Policy, grace_min: int | None, late_min: int, fire: list[int], missed: list[int]
):
    grace = None if grace_min is None else timedelta(minutes=grace_min)
    now = NOON + timedelta(minutes=late_min)
    plan = plan_firings(HOURLY, TEN, now, terms=Terms(policy, grace))
    assert (plan.fire, plan.missed) == (hours(*fire), hours(*missed))
    assert (plan.next_run_at, plan.is_cut) == (NOON.replace(hour=13), False)


@pytest.mark.parametrize(
    ("apart", "grace"),
    [
        (timedelta(minutes=1), timedelta(minutes=2)),
        (timedelta(hours=1), timedelta(minutes=30)),
        (timedelta(days=7), timedelta(hours=2)),
    ],
)
def test_the_grace_goes_by_the_time_between(apart: timedelta, grace: timedelta):
    assert default_grace(NOON, NOON + apart) == grace
    assert default_grace(NOON, None) == timedelta(hours=2)


@pytest.mark.parametrize(
    ("left", "fire", "missed"),
    [(0, [], []), (1, [10], []), (2, [10, 11], []), (3, [10, 11, 12], [])],
)
def test_no_more_fire_than_are_left(left: int, fire: list[int], missed: list[int]):
    plan = plan_firings(HOURLY, TEN, NOON, terms=Terms("all", None, left))
    assert (plan.fire, plan.missed, plan.next_run_at) == (hours(*fire), hours(*missed), None)


def test_what_was_missed_uses_none_up():
    plan = plan_firings(HOURLY, TEN, NOON, terms=Terms("once", None, 2))
    assert (plan.fire, plan.missed) == (hours(12), hours(10, 11))
    assert plan.next_run_at == NOON.replace(hour=13)


@pytest.mark.parametrize(
    "spec",
    [
        Spec(Kind.CRON, cron=("* * * * *",), timezone="Asia/Shanghai"),
        Spec(Kind.INTERVAL, every="PT1M", timezone="UTC"),
        # Dense once a year, on the first of January.
        Spec(Kind.CRON, cron=("* * 1 1 *", "0 12 2 3 *"), timezone="UTC"),
        # Dense at the end: every minute of this day.
        Spec(Kind.CRON, cron=("0 6 * * *", "* * 2 3 *"), timezone="UTC"),
    ],
)
def test_of_years_without_a_beat_the_last_time_is_found(spec: Spec):
    due = NOON - timedelta(days=3 * 365)
    plan = plan_firings(spec, due, NOON, terms=Terms())
    assert plan.fire == [NOON]
    assert len(plan.missed) < MOST_LISTED
    assert plan.is_cut
    assert plan.next_run_at is not None
    assert plan.next_run_at > NOON
