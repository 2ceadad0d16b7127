"""Readings of what recurs: every so many days, twice a week, biweekly, within the day."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from apps.scheduling.domain.bounds import read_bounds
from apps.scheduling.domain.reasons import UnclearError
from apps.scheduling.domain.recurring import recur, recur_within_days
from apps.scheduling.domain.spec import Reading
from apps.scheduling.domain.times_said import MIDNIGHT, SUB_DAILY, ways_to_read, windows_to_read
from apps.scheduling.domain.vocabulary import Length
from apps.scheduling.domain.which_days import read_days

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from apps.scheduling.domain.slots import Slots


# Said of a reading that has no second one to choose, but needs a yes.
EVERY_TWO, RECURS = "every_two", "recurs"
DOUBTED = frozenset({EVERY_TWO, RECURS})


def recurring(slots: Slots, now: datetime) -> Iterator[Reading]:
    """Give the readings of what recurs, likeliest first. Raises `UnclearError`."""
    if slots.day is not None or slots.near or slots.after:
        raise UnclearError("several_schedules")
    if slots.doubtful:
        yield from _doubtful(slots, now)
    elif slots.skipped:
        for more in (0, 1):
            slots.every = slots.skipped._replace(amount=slots.skipped.amount + more)
            yield from on_days(slots, now)
    elif slots.ranks_weeks and slots.every is None and _ranks_weeks(slots):
        yield from _every_nth_weekday(slots, now)
    elif slots.per:
        yield from _so_often(slots, now)
    elif slots.every and slots.every.unit in SUB_DAILY:
        yield from _within_days(slots, now)
    else:
        yield from on_days(slots, now)


def _ranks_weeks(slots: Slots) -> bool:
    return len(slots.nth) == 1 and slots.nth[0][0] > 1 and not slots.months


def _every_nth_weekday(slots: Slots, now: datetime) -> Iterator[Reading]:
    """Read "every second Tuesday" as that of each month, or as one in so many weeks."""
    rank, weekday = slots.nth[0]
    yield from on_days(slots, now)
    slots.nth, slots.weekdays, slots.every = (), (weekday,), Length(rank, "week")
    yield from on_days(slots, now)


def _doubtful(slots: Slots, now: datetime) -> Iterator[Reading]:
    """Read "biweekly" as every two weeks; whether twice a week was meant, only the person knows."""
    slots.every = Length(2, slots.doubtful)
    if slots.doubtful == "week" and not slots.names_days:
        slots.weekdays = (now.weekday(),)
    for reading in on_days(slots, now):
        yield Reading(reading.spec, (EVERY_TWO,))
    slots.every = Length(1, slots.doubtful)
    if len(slots.weekdays) + len(slots.month_days) == 2:
        yield from on_days(slots, now)


def _so_often(slots: Slots, now: datetime) -> Iterator[Reading]:
    """Read "twice a day": the times, or the days, must be as many as that."""
    assert slots.per is not None  # noqa: S101
    count, unit = slots.per
    if slots.every and slots.every != Length(1, unit):
        raise UnclearError("unread")
    slots.every = Length(1, unit)
    if unit == "day":
        if len(slots.times) == 1 and len(slots.times[0].parts) == count:
            pass
        elif len(slots.times) != count:
            raise UnclearError("times_missing")
    elif unit == "week":
        if len(slots.weekdays) != count:
            raise UnclearError("day_missing")
    elif len(slots.month_days) + len(slots.nth) != count:
        raise UnclearError("day_missing" if unit in ("month", "year") else "times_missing")
    yield from on_days(slots, now)


def _within_days(slots: Slots, now: datetime) -> Iterator[Reading]:
    if slots.times or slots.part:
        raise UnclearError("several_schedules")
    bounds = read_bounds(slots, now)
    for window in windows_to_read(slots):
        spec = recur_within_days(slots, window)
        yield Reading(
            replace(
                spec,
                starts_at=bounds.starts_at,
                ends_at=bounds.ends_at,
                max_runs=bounds.count,
                skips_holidays=bounds.skips_holidays,
            )
        )


def on_days(slots: Slots, now: datetime) -> Iterator[Reading]:
    """Read some days at some times. Raises `UnclearError`."""
    if slots.window or slots.minute_past is not None:
        raise UnclearError("unread")
    if slots.part and not slots.times:
        raise UnclearError("time_missing")
    days = read_days(slots)
    for times in ways_to_read(slots) if slots.times else [MIDNIGHT]:
        bounds = read_bounds(slots, now, days=days, times=times)
        yield Reading(recur(days, times, bounds, time_missing=not slots.times))
