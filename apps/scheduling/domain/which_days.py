"""Sorts out on which days a schedule recurs: of every so many weeks, the last of a month."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.scheduling.domain.reasons import UnclearError
from apps.scheduling.domain.vocabulary import WEEKEND, WORKING_DAYS

if TYPE_CHECKING:
    from collections.abc import Callable

    from apps.scheduling.domain.slots import Slots

ALL_DAYS = tuple(range(7))
FIRST_MONTHS, LAST_MONTHS = (1, 4, 7, 10), (3, 6, 9, 12)
LAST_DAY_OF_MONTH = 31
_LONGEST = {2: 29, 4: 30, 6: 30, 9: 30, 11: 30}


@dataclass(slots=True)
class Days:
    """Which days: of every so many `unit`s, those that all conditions name."""

    unit: str
    every: int = 1
    weekdays: tuple[int, ...] = ()
    month_days: tuple[int, ...] = ()
    months: tuple[int, ...] = ()
    nth: tuple[tuple[int, int], ...] = ()
    nth_workdays: tuple[int, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Tell whether cron can say it: no counting of weeks, nothing from the end of a month."""
        return (
            self.every == 1
            and not self.nth
            and not self.nth_workdays
            and all(day > 0 for day in self.month_days)
            and not (self.month_days and self.weekdays)
        )


def read_days(slots: Slots) -> Days:
    """Sort out on which days it recurs. Raises `UnclearError`."""
    unit = _unit_of(slots)
    every = slots.every.amount if slots.every else 1
    if every != int(every) or every < 1:
        raise UnclearError("too_short" if every < 1 else "half_period")
    days = Days(unit, int(every), months=slots.months)
    if unit == "fortnight":
        days.unit, days.every = "week", 2 * days.every
    days.weekdays = weekdays_of(slots)
    days.nth = _in_order(slots.nth, lambda nth: nth[0])
    days.nth_workdays = _in_order(slots.nth_workdays, int)
    days.month_days = _in_order(slots.month_days, int)
    _end_of_a_period(slots, days)
    _dates_of_the_year(slots, days)
    if days.unit == "quarter":
        _of_a_quarter(days)
    if days.unit == "year" and days.month_days and not days.months:
        _of_a_year(days)
    if days.unit == "day" and days.every == 1 and days.weekdays:
        days.unit = "week"
    _check(days)
    return days


def _in_order[T](ranked: tuple[T, ...], rank_of: Callable[[T], int]) -> tuple[T, ...]:
    """Put what is counted from the end behind what is counted from the start."""
    return tuple(sorted(set(ranked), key=lambda one: (rank_of(one) < 0, rank_of(one))))


def _unit_of(slots: Slots) -> str:
    if slots.every:
        return slots.every.unit
    if slots.dates or slots.month_end == "year":
        return "year"
    if slots.month_end == "quarter":
        return "quarter"
    if slots.nth or slots.nth_workdays or slots.month_days or slots.month_end:
        return "month"
    return "week" if slots.weekdays or slots.is_working_day or slots.is_weekend else "day"


def _end_of_a_period(slots: Slots, days: Days) -> None:
    if not slots.month_end:
        return
    if days.month_days not in ((), (-1,)):
        raise UnclearError("unread")
    days.month_days = (-1,)
    days.unit = slots.month_end if not slots.every or slots.month_end != "month" else days.unit
    if slots.month_end == "year":
        days.months, days.unit = (12,), "year"
        days.month_days = (31,)


def _dates_of_the_year(slots: Slots, days: Days) -> None:
    """Split dates that recur into months and days, where one grid holds them all."""
    if not slots.dates:
        return
    months = tuple(sorted({date.month for date in slots.dates}))
    each = tuple(sorted({date.day for date in slots.dates}))
    if len(months) * len(each) != len(set(slots.dates)) or any(one.year for one in slots.dates):
        raise UnclearError("several_schedules")
    days.months, days.month_days = months, each
    is_yearly = days.unit == "year" or (days.unit == "day" and days.every == 1)
    if not is_yearly or slots.months:
        raise UnclearError("unread")
    days.unit = "year"


def _of_a_quarter(days: Days) -> None:
    """Say a quarter's first or last day by its months."""
    ranks = [*days.month_days, *(rank for rank, _ in days.nth), *days.nth_workdays]
    if not ranks:
        raise UnclearError("day_missing")
    if days.every != 1 or (min(ranks) < 0 < max(ranks)) or days.months:
        raise UnclearError("unread")
    days.months = LAST_MONTHS if ranks[0] < 0 else FIRST_MONTHS
    days.unit = "year"


def _of_a_year(days: Days) -> None:
    """Say a year's first or last day as a date; any other lacks its month."""
    edges = {(1,): (1, 1), (-1,): (12, 31)}
    if days.month_days not in edges:
        raise UnclearError("day_missing")
    month, day = edges[days.month_days]
    days.months, days.month_days = (month,), (day,)


def _check(days: Days) -> None:
    """Raise `UnclearError` for days that do not exist, or do not go together."""
    if any(not 1 <= month <= 12 for month in days.months):
        raise UnclearError("invalid_date")
    ranked = (*days.month_days, *(rank for rank, _ in days.nth), *days.nth_workdays)
    most = LAST_DAY_OF_MONTH if days.month_days else 5 if days.nth else 23
    if any(rank == 0 or abs(rank) > most for rank in ranked):
        raise UnclearError("invalid_day")
    if bool(days.month_days) + bool(days.nth) + bool(days.nth_workdays) > 1:
        raise UnclearError("several_schedules")
    if _lacks_days(days, is_ranked=bool(ranked)):
        raise UnclearError("day_missing")
    if _is_at_odds(days, is_ranked=bool(ranked)):
        raise UnclearError("unread")
    if days.month_days and days.months and not _exists(days):
        raise UnclearError("invalid_date")


def _lacks_days(days: Days, *, is_ranked: bool) -> bool:
    match days.unit:
        case "week":
            return not days.weekdays
        case "month":
            return not is_ranked
        case "year":
            return not is_ranked or (days.every > 1 and not days.months)
    return False


def _is_at_odds(days: Days, *, is_ranked: bool) -> bool:
    """Tell whether days are said in two ways that do not meet."""
    if days.unit == "month" and days.every > 1 and days.months:
        return True  # every two months, in December
    if is_ranked:
        return days.unit in ("day", "week") or bool(days.weekdays)
    return days.unit == "day" and days.every > 1 and bool(days.weekdays)


def _exists(days: Days) -> bool:
    return all(
        abs(day) <= _LONGEST.get(month, LAST_DAY_OF_MONTH)
        for month in days.months
        for day in days.month_days
    )


def weekdays_of(slots: Slots) -> tuple[int, ...]:
    """Give the days of the week that are named, without those that are left out."""
    named = slots.weekdays or (WORKING_DAYS if slots.is_working_day else ())
    named = named or (WEEKEND if slots.is_weekend else ())
    if slots.left_out:
        named = tuple(day for day in named or ALL_DAYS if day not in slots.left_out)
        if not named:
            raise UnclearError("never_fires")
    return tuple(sorted(set(named)))
