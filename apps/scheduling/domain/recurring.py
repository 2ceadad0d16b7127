"""Writes what recurs as cron, as a rule of RFC 5545, or as an interval: what says it exactly."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from apps.scheduling.domain.calendar_days import MINUTES
from apps.scheduling.domain.clock import Time
from apps.scheduling.domain.cron_text import write_crons
from apps.scheduling.domain.durations import write_duration
from apps.scheduling.domain.reasons import UnclearError
from apps.scheduling.domain.spec import Kind, Spec
from apps.scheduling.domain.vocabulary import WORKING_DAYS
from apps.scheduling.domain.which_days import Days, weekdays_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from apps.scheduling.domain.slots import Slots

DAY_NAMES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
MINUTES_A_DAY = 1440
LEAST_LAST_DAY = 28


@dataclass(slots=True)
class Bounds:
    """From when, until when, how often at most."""

    anchor: datetime
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    count: int | None = None
    skips_holidays: bool = False

    @property
    def are_open(self) -> bool:
        """Tell whether nothing bounds it."""
        return not (self.starts_at or self.ends_at or self.count)


def recur(days: Days, times: Sequence[Time], bounds: Bounds, *, time_missing: bool) -> Spec:
    """Write a schedule of some days and times. Raises `UnclearError`."""
    days = _moved_past_midnight(days, times)
    spec = Spec(
        Kind.CRON,
        starts_at=bounds.starts_at,
        ends_at=bounds.ends_at,
        max_runs=bounds.count,
        time_missing=time_missing,
        skips_holidays=bounds.skips_holidays,
    )
    if days.is_plain and (bounds.are_open or not _is_grid(times)):
        crons = write_crons(times, days=days.month_days, months=days.months, weekdays=days.weekdays)
        return replace(spec, cron=tuple(sorted(crons)))
    if not _is_grid(times):
        raise UnclearError("several_schedules")
    rule = ";".join(_rule(days, () if time_missing else times, bounds))
    return replace(spec, kind=Kind.RRULE, rrule=rule, starts_at=bounds.starts_at or bounds.anchor)


def _moved_past_midnight(days: Days, times: Sequence[Time]) -> Days:
    """Read Friday, twelve at night, as the first minute of Saturday."""
    is_named = days.weekdays or days.month_days or days.nth or days.nth_workdays
    if not is_named or not any(time.next_day for time in times):
        return days
    is_certain = all(time.next_day for time in times) and not (days.nth or days.nth_workdays)
    if not is_certain or not all(0 < day < LEAST_LAST_DAY for day in days.month_days):
        raise UnclearError("several_schedules")
    moved = tuple(sorted((day + 1) % 7 for day in days.weekdays))
    return replace(days, weekdays=moved, month_days=tuple(day + 1 for day in days.month_days))


def _is_grid(times: Sequence[Time]) -> bool:
    hours, minutes = {time.hour for time in times}, {time.minute for time in times}
    return len(hours) * len(minutes) == len({time[:2] for time in times})


def _rule(days: Days, times: Sequence[Time], bounds: Bounds) -> Iterator[str]:
    yield f"FREQ={_frequency(days)}"
    if days.every > 1:
        yield f"INTERVAL={days.every}"
    yield from _list("BYMONTH", days.months)
    yield from _list("BYMONTHDAY", days.month_days)
    yield from _list("BYDAY", _named_days(days))
    yield from _list("BYSETPOS", days.nth_workdays)
    if times:
        yield from _list("BYHOUR", sorted({time.hour for time in times}))
        yield from _list("BYMINUTE", sorted({time.minute for time in times}))
        yield "BYSECOND=0"
    # A holiday that is skipped is no run: where they are, whoever fires counts the runs.
    if bounds.count and not bounds.skips_holidays:
        yield f"COUNT={bounds.count}"
    elif bounds.ends_at and not bounds.count:
        yield f"UNTIL={bounds.ends_at:%Y%m%dT%H%M%S}"


def _list(name: str, values: Sequence[object]) -> list[str]:
    return [f"{name}={','.join(map(str, values))}"] if values else []


def _frequency(days: Days) -> str:
    # Nth weekdays of several months count in each of them, which only the monthly rule does.
    if days.unit == "year" and days.months and days.every == 1:
        return "MONTHLY"
    return {"day": "DAILY", "week": "WEEKLY", "month": "MONTHLY", "year": "YEARLY"}[days.unit]


def _named_days(days: Days) -> list[str]:
    if days.nth:
        return [f"{rank}{DAY_NAMES[day]}" for rank, day in days.nth]
    if days.nth_workdays:
        return [DAY_NAMES[day] for day in WORKING_DAYS]
    return [DAY_NAMES[day] for day in days.weekdays]


def recur_within_days(slots: Slots, window: tuple[Time, Time] | None) -> Spec:
    """Write what recurs every so many minutes or hours. Raises `UnclearError`."""
    assert slots.every is not None  # noqa: S101 – the caller has seen it
    minutes = slots.every.amount * MINUTES[slots.every.unit]
    if minutes < 1 or minutes != int(minutes):
        raise UnclearError("too_short")
    step, weekdays = int(minutes), weekdays_of(slots)
    if slots.month_days or slots.nth or slots.nth_workdays or slots.dates or slots.month_end:
        raise UnclearError("unread")
    if slots.minute_past is not None:
        return _at_a_minute(slots, step, weekdays)
    if window:
        return Spec(Kind.CRON, cron=_within(window, step, weekdays, slots.months))
    if MINUTES_A_DAY % step == 0 and (step % 60 == 0 or 60 % step == 0):
        all_day = (Time(0, 0), Time(23, 59))
        times = _times_of(all_day, step)
        return Spec(Kind.CRON, cron=write_crons(times, weekdays=weekdays, months=slots.months))
    if weekdays or slots.months:
        raise UnclearError("interval_on_days")
    return Spec(Kind.INTERVAL, every=write_duration(step))


def _at_a_minute(slots: Slots, step: int, weekdays: tuple[int, ...]) -> Spec:
    minute = slots.minute_past
    if minute is None or not 0 <= minute <= 59:
        raise UnclearError("invalid_time")
    if slots.window:
        raise UnclearError("unread")
    if step == 60 and not slots.starts_in_hour:
        times = [Time(hour, minute) for hour in range(24)]
    elif 60 % step == 0 and slots.starts_in_hour:
        times = [Time(hour, one) for hour in range(24) for one in range(minute, 60, step)]
    else:
        raise UnclearError("unread")
    return Spec(Kind.CRON, cron=write_crons(times, weekdays=weekdays, months=slots.months))


def _within(
    window: tuple[Time, Time], step: int, weekdays: Sequence[int], months: Sequence[int]
) -> tuple[str, ...]:
    """Write the times of a window; what lies behind midnight belongs to the day before."""
    times = _times_of(window, step)
    late = [time for time in times if time[:2] < window[0][:2]]
    if not late or not (weekdays or months):
        return tuple(sorted(write_crons(times, weekdays=weekdays, months=months)))
    if months:
        raise UnclearError("several_schedules")
    early = [time for time in times if time not in late]
    following = [(day + 1) % 7 for day in weekdays]
    return tuple(
        sorted((*write_crons(early, weekdays=weekdays), *write_crons(late, weekdays=following)))
    )


def _times_of(window: tuple[Time, Time], step: int) -> list[Time]:
    first, last = (one.hour * 60 + one.minute for one in window)
    if last < first:
        last += MINUTES_A_DAY
    at = range(first, last + 1, step)
    return [Time(minute // 60 % 24, minute % 60) for minute in at]


def end_of(day: datetime) -> datetime:
    """The last second of a day."""
    return day.replace(hour=23, minute=59, second=59, microsecond=0)


def midnight(moment: datetime) -> datetime:
    """The first second of a day."""
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)
