"""The first or last business day of a month, where the tenant's holidays are known."""

from __future__ import annotations

from datetime import date, datetime, time
from itertools import groupby, islice
from typing import TYPE_CHECKING

from dateutil.rrule import rrulestr

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

_MOST_PERIODS = 240  # of months or years that have no such day


def counts_working_days(rule: str) -> bool:
    """Tell whether a rule counts business days of a month or a year."""
    return "BYSETPOS=" in rule


def next_working_day(
    rule: str, start: datetime, wall: datetime, holidays: Collection[date]
) -> datetime | None:
    """Give the first wall time later than `wall` on a day counted without the holidays."""
    later = (moment for moment in _moments(rule, start, wall, holidays) if moment > wall)
    return next(later, None)


def _moments(
    rule: str, start: datetime, wall: datetime, holidays: Collection[date]
) -> Iterator[datetime]:
    parts = dict(part.split("=", 1) for part in rule.split(";"))
    places = [int(place) for place in parts.pop("BYSETPOS").split(",")]
    clocks = _clocks(parts)
    until, count = parts.pop("UNTIL", None), parts.pop("COUNT", None)
    days = _days(parts, start, start if count else max(start, wall), holidays)
    moments = (
        datetime.combine(day, clock)
        for month in islice(days, _MOST_PERIODS)
        for day in _placed(month, places)
        for clock in clocks
    )
    open_ended = (moment for moment in moments if moment >= start)
    last = datetime.strptime(until, "%Y%m%dT%H%M%S") if until else None  # noqa: DTZ007 – a wall clock
    for moment in islice(open_ended, int(count) if count else None):
        if last and moment > last:
            return
        yield moment


def _clocks(parts: dict[str, str]) -> list[time]:
    """Take the times of day out of a rule's parts."""
    hours, minutes = parts.pop("BYHOUR", "0"), parts.pop("BYMINUTE", "0")
    parts.pop("BYSECOND", None)
    return sorted(time(int(h), int(m)) for h in hours.split(",") for m in minutes.split(","))


def _days(
    parts: dict[str, str], start: datetime, since: datetime, holidays: Collection[date]
) -> Iterator[list[date]]:
    """List the business days of each month, or year, that the rule is about."""
    is_yearly = parts["FREQ"] == "YEARLY" and "BYMONTH" not in parts
    first = since.replace(day=1, hour=0, minute=0)
    first = first.replace(month=1) if is_yearly else first
    rule = rrulestr(
        ";".join(f"{name}={value}" for name, value in parts.items()),
        dtstart=start.replace(day=1, hour=0, minute=0),
    )
    each = (moment.date() for moment in rule.xafter(first, inc=True))
    for _, days in groupby(each, lambda day: (day.year, 0 if is_yearly else day.month)):
        yield [day for day in days if day not in holidays]


def _placed(days: Sequence[date], places: Sequence[int]) -> list[date]:
    at = (place - 1 if place > 0 else len(days) + place for place in places)
    return sorted({days[one] for one in at if 0 <= one < len(days)})
