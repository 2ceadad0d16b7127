"""Says days and times in English, in words that read back as the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.scheduling.domain.pattern import is_of_quarter
from apps.scheduling.domain.say_zh import say_clock
from apps.scheduling.domain.vocabulary import WEEKEND, WORKING_DAYS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from apps.scheduling.domain.pattern import Within
    from apps.scheduling.domain.spec import Spec
    from apps.scheduling.domain.which_days import Days

AND = " and "
NO_HOLIDAYS = ", except holidays"
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    "January February March April May June July August September October November December"
).split()
_RANKS = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", -1: "last"}


def say_every(minutes: int) -> str:
    """Say every so many minutes, in hours where they are whole."""
    count, unit = (minutes, "minute") if minutes % 60 else (minutes // 60, "hour")
    return f"every {unit}" if count == 1 else f"every {count} {unit}s"


def say_within(within: Within, days: Days) -> str:
    """Say what comes many times a day."""
    first, on = within.first, _on(days.weekdays) + _in_months(days)
    if within.last is not None:
        window = f"between {say_clock(first)} and {say_clock(within.last)}"
        return f"{say_every(within.step)} {window}{on}"
    if first == 0:
        return say_every(within.step) + on
    if within.step == 60:
        return f"every hour at {first} past{on}"
    return f"{say_every(within.step)} starting on the {_numbered(first)} minute{on}"


def _on(weekdays: tuple[int, ...]) -> str:
    if not weekdays:
        return ""
    if weekdays in (WORKING_DAYS, WEEKEND):
        return f" on {say_weekdays(weekdays)}s"
    return " on " + _listed([f"{_WEEKDAYS[day]}s" for day in weekdays])


def say_days(days: Days) -> str:
    """Say on which days."""
    if days.unit in ("day", "week") and not days.weekdays:
        said = "every day" if days.every == 1 else f"every {days.every} days"
        return said + _in_months(days)
    if days.unit in ("day", "week"):
        named = say_weekdays(days.weekdays)
        said = f"every {named}" if days.every == 1 else f"every {days.every} weeks on {named}"
        return said + _in_months(days)
    return _say_days_of_month(days)


def _say_days_of_month(days: Days) -> str:
    which = _which(days)
    if is_of_quarter(days):
        return f"the {which} of every quarter"
    if days.months and all(day > 0 for day in days.month_days) and days.month_days:
        dates = _listed(
            [f"{_MONTHS[m - 1]} {_numbered(d)}" for m in days.months for d in days.month_days]
        )
        is_plain = days.unit != "year" or days.every == 1
        return f"every {dates}" if is_plain else f"every {days.every} years on {dates}"
    if days.months:
        return f"the {which} of every month{_in_months(days)}"
    one_in_some = f"every {days.every} {days.unit}s on the {which}"
    return f"the {which} of every {days.unit}" if days.every == 1 else one_in_some


def _in_months(days: Days) -> str:
    return f" in {_listed([_MONTHS[month - 1] for month in days.months])}" if days.months else ""


def _which(days: Days) -> str:
    if days.nth:
        ranks = _listed([_rank(rank) for rank, _ in days.nth])
        return f"{ranks} {_WEEKDAYS[days.nth[0][1]]}"
    if days.nth_workdays:
        return _listed([_rank(rank) for rank in days.nth_workdays]) + " business day"
    if all(day > 0 for day in days.month_days):
        return _listed([_numbered(day) for day in days.month_days])
    return _listed([_rank(day) for day in days.month_days]) + " day"


def _rank(rank: int) -> str:
    if rank in _RANKS:
        return _RANKS[rank]
    return _numbered(rank) if rank > 0 else f"{_numbered(-rank)} last"


def _numbered(number: int) -> str:
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def say_weekdays(days: tuple[int, ...]) -> str:
    """Say days of the week, one of each."""
    if days == WORKING_DAYS:
        return "weekday"
    if days == WEEKEND:
        return "weekend"
    return _listed([_WEEKDAYS[day] for day in days])


def say_at(minutes: Sequence[int]) -> str:
    """Say times of the day behind their days."""
    return " at " + _listed([say_clock(minute) for minute in minutes])


def say_date(day: datetime) -> str:
    """Say a day with its year."""
    return f"{day:%Y-%m-%d}"


def say_bounds(spec: Spec, start: datetime | None) -> str:
    """Say from when, how often and until when."""
    said = f", starting {say_date(start)}" if start else ""
    if spec.max_runs:
        said += f", {spec.max_runs} times in total"
    return said + (f" until {say_date(spec.ends_at)}" if spec.ends_at else "")


def _listed(some: list[str]) -> str:
    return some[0] if len(some) == 1 else ", ".join(some[:-1]) + AND + some[-1]
