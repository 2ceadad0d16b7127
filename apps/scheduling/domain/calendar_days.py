"""Days told from today, and the next day that fits what was said."""

from __future__ import annotations

import calendar
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from apps.scheduling.domain.reasons import UnclearError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.scheduling.domain.vocabulary import Day, Length, Near

_MOST_YEARS_ON = 8  # a leap day is that far at most
_LAST_YEAR = 9990


class WrongDayError(UnclearError):
    """A day that no calendar has, or that is over; the code says which."""


def find_date(day: Day, today: date) -> date:
    """Give the date that was said; without a year, the next that comes."""
    if not 1 <= day.month <= 12 or not 1 <= day.day <= 31:
        raise WrongDayError("invalid_date")
    if day.year is not None:
        return _made(day.year, day.month, day.day)
    for year in range(today.year, today.year + _MOST_YEARS_ON + 1):
        try:
            found = date(year, day.month, day.day)
        except ValueError:
            continue
        if found >= today:
            return found
    raise WrongDayError("invalid_date")


def find_near(near: Near, today: date) -> list[date]:
    """Give the dates that "next Monday" or 下个月3号 may mean, likeliest first."""
    if near.unit == "week":
        monday = today - timedelta(days=today.weekday()) + timedelta(weeks=near.by)
        found = [monday + timedelta(days=day) for day in near.weekdays or (0,)]
        if near.is_loose and near.by == 1 and len(found) == 1:
            soon = next_weekday(today + timedelta(days=1), near.weekdays)
            return list(dict.fromkeys((*found, soon)))
        return found
    if near.dates:
        return [_made(today.year + near.by, day.month, day.day) for day in near.dates]
    first = _months_on(
        today.replace(day=1), near.by * {"month": 1, "quarter": 3, "year": 12}.get(near.unit, 1)
    )
    if near.unit == "quarter":
        first = first.replace(month=(first.month - 1) // 3 * 3 + 1)
    if near.unit == "year":
        first = first.replace(month=12 if near.days == (-1,) else 1)
    last = calendar.monthrange(first.year, first.month)[1]
    return [
        _made(first.year, first.month, day if day > 0 else last + 1 + day)
        for day in near.days or (1,)
    ]


def next_weekday(since: date, weekdays: Sequence[int]) -> date:
    """Give the first day since one that is one of these weekdays."""
    return next(
        day
        for day in (since + timedelta(days=ahead) for ahead in range(7))
        if day.weekday() in weekdays
    )


def add_length(moment: datetime, length: Length) -> datetime:
    """Go on by a length of time; a month ends where the next one does. Raises `WrongDayError`."""
    try:
        match length.unit:
            case "month" | "quarter" | "year":
                months = length.amount * {"month": 1, "quarter": 3, "year": 12}[length.unit]
                moved = _months_on(moment.date(), int(months))
                return datetime.combine(moved, moment.time()) + timedelta(
                    days=15 * (months % 1 > 0)
                )
            case unit:
                return moment + timedelta(minutes=length.amount * MINUTES[unit])
    except (OverflowError, ValueError) as error:
        raise WrongDayError("too_far") from error


MINUTES = {
    "second": 1 / 60,
    "minute": 1,
    "quarter_hour": 15,
    "hour": 60,
    "day": 1440,
    "week": 10080,
    "fortnight": 20160,
}


def _months_on(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    if year > _LAST_YEAR:
        raise WrongDayError("too_far")
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def _made(year: int, month: int, day: int) -> date:
    try:
        return date(year, month, day)
    except ValueError as error:
        raise WrongDayError("invalid_date") from error
