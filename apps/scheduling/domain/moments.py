"""Readings of what happens once: on a day, after a while, or on the next day that fits."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING

from apps.scheduling.domain.calendar_days import add_length, find_date, find_near, next_weekday
from apps.scheduling.domain.reasons import UnclearError
from apps.scheduling.domain.recurrence import next_run
from apps.scheduling.domain.spec import Kind, Reading, Spec
from apps.scheduling.domain.times_said import MIDNIGHT, SUB_DAILY, ways_to_read

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from apps.scheduling.domain.clock import Time
    from apps.scheduling.domain.slots import Slots
    from apps.scheduling.domain.vocabulary import Near


def after_a_while(slots: Slots, now: datetime) -> Iterator[Reading]:
    """Read "in two hours", "in three days at 6pm". Raises `UnclearError`."""
    length = slots.after
    assert length is not None  # noqa: S101
    if slots.every or slots.recurs or slots.dates or slots.near or slots.weekdays:
        raise UnclearError("several_schedules")
    moment = add_length(now, length)
    if moment.second:
        raise UnclearError("too_short")
    if not slots.times and length.unit in SUB_DAILY:
        if slots.part:
            raise UnclearError("time_missing")
        yield Reading(Spec(Kind.ONCE, at=moment))
        return
    if length.unit in SUB_DAILY:
        raise UnclearError("several_schedules")
    yield from _at_times(slots, [moment.date()], now)


def once(slots: Slots, now: datetime) -> Iterator[Reading]:
    """Read a moment on one day. Raises `UnclearError`."""
    _refuse_more_than_once(slots)
    if slots.dates:
        days = _dated(slots, now.date())
    elif slots.near:
        days = _near_days(slots.near, now.date())
    else:
        days = [now.date() + timedelta(days=slots.day or 0)]
    yield from _at_times(slots, days, now)


def _refuse_more_than_once(slots: Slots) -> None:
    """Raise `UnclearError` where more is said than one day."""
    if slots.nth or slots.month_days or slots.is_weekend or slots.span or slots.runs:
        raise UnclearError("several_schedules")
    if slots.weekdays and not slots.dates:
        raise UnclearError("several_schedules")
    if slots.window or slots.until or slots.left_out:
        raise UnclearError("unread")
    if slots.start:
        raise UnclearError("day_missing")
    if bool(slots.dates) + bool(slots.near) + (slots.day is not None) > 1 or slots.months:
        raise UnclearError("several_schedules")


def _dated(slots: Slots, today: date) -> list[date]:
    """Give the one date; a weekday said with it must be its own."""
    days = [find_date(day, today) for day in slots.dates]
    if len(days) > 1 or len(slots.weekdays) > 1:
        raise UnclearError("several_schedules")
    if slots.weekdays and days[0].weekday() != slots.weekdays[0]:
        raise UnclearError("invalid_date")
    return days


def _near_days(near: Near, today: date) -> list[date]:
    if not (near.weekdays or near.days or near.dates):
        raise UnclearError("day_missing")
    days = find_near(near, today)
    if len(near.weekdays) > 1 or len(near.days) > 1:
        raise UnclearError("several_schedules")
    return days


def _at_times(slots: Slots, days: Sequence[date], now: datetime) -> Iterator[Reading]:
    """Read a moment on any of some days; what is over is refused, not moved."""
    if len(slots.times) > 1:
        raise UnclearError("several_schedules")
    coming = list(_untimed(slots, days, now) if not slots.times else _timed(slots, days, now))
    if not coming:
        raise UnclearError("past")
    for moment in coming:
        yield Reading(Spec(Kind.ONCE, at=moment, time_missing=not slots.times))


def _untimed(slots: Slots, days: Sequence[date], now: datetime) -> Iterator[datetime]:
    if slots.part:
        raise UnclearError("time_missing")
    yield from (datetime.combine(day, time()) for day in days if day >= now.date())


def _timed(slots: Slots, days: Sequence[date], now: datetime) -> Iterator[datetime]:
    if _says_midnight(slots):
        # Midnight ends the day it is named with; or begins it, where that is still to come.
        after = [day + timedelta(days=1) for day in days]
        days = after if slots.day == 0 else [*after, *days]
    moments = (_moment(day, times[0]) for day in days for times in ways_to_read(slots))
    yield from (moment for moment in moments if moment > now)


def _says_midnight(slots: Slots) -> bool:
    clock = slots.times[0].clock
    return (
        (clock.hour, clock.minute) == (0, 0) and not slots.times[0].parts and slots.day is not None
    )


def _moment(day: date, at: Time) -> datetime:
    return datetime.combine(day, time(at.hour, at.minute)) + timedelta(days=int(at.next_day))


def first_of(readings: Sequence[Reading], now: datetime) -> Iterator[Reading]:
    """Give the first time of each reading as a moment of its own."""
    for reading in readings:
        spec = replace(reading.spec, timezone="UTC")
        found = next_run(spec, now.replace(tzinfo=UTC))
        if found:
            at = found.replace(tzinfo=None)
            yield Reading(Spec(Kind.ONCE, at=at, time_missing=spec.time_missing))


def next_only(slots: Slots, weekdays: Sequence[int], now: datetime) -> Iterator[Reading]:
    """Read the next day that fits as the only one."""
    if slots.nth or slots.nth_workdays or len(slots.month_days) > 1:
        return
    ways = ways_to_read(slots) if slots.times else [MIDNIGHT]
    for times in ways:
        if len(times) > 1 and not weekdays:
            continue
        day = _first_day(slots, weekdays, times[0], now)
        if day is not None:
            at = _moment(day, times[0])
            yield Reading(Spec(Kind.ONCE, at=at, time_missing=not slots.times))


def _first_day(slots: Slots, weekdays: Sequence[int], at: Time, now: datetime) -> date | None:
    today = now.date()
    for ahead in range(400):
        day = today + timedelta(days=ahead)
        if _moment(day, at) <= now:
            continue
        if weekdays:
            return next_weekday(day, weekdays)
        tomorrow = day + timedelta(days=1)
        of_month = day.day if tomorrow.month == day.month else -1
        wanted = slots.month_days or ((-1,) if slots.month_end else ())
        if not wanted or day.day in wanted or of_month in wanted:
            return day
    return None
