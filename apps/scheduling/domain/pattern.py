"""Takes a schedule apart again: its days, and the minutes of the day."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from apps.scheduling.domain.cron_fields import expand
from apps.scheduling.domain.recurring import DAY_NAMES, MINUTES_A_DAY
from apps.scheduling.domain.spec import Kind
from apps.scheduling.domain.vocabulary import WORKING_DAYS
from apps.scheduling.domain.which_days import FIRST_MONTHS, LAST_MONTHS, Days

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from apps.scheduling.domain.spec import Spec

LEAST_IN_A_WINDOW = 4
_UNITS = {"DAILY": "day", "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year"}
_KNOWN = frozenset(
    "FREQ INTERVAL BYDAY BYMONTHDAY BYMONTH BYSETPOS BYHOUR BYMINUTE BYSECOND COUNT UNTIL".split()
)


@dataclass(slots=True)
class Pattern:
    """Some days, and the minutes of the day at which it fires on them."""

    days: Days
    minutes: tuple[int, ...] = ()


class Within(NamedTuple):
    """Every `step` minutes, from `first` to `last` where these are not the whole day."""

    step: int
    first: int
    last: int | None = None


def take_apart(spec: Spec) -> list[Pattern] | None:
    """List the patterns of a schedule; None for what no pattern holds."""
    patterns = [_of_rule(spec)] if spec.kind is Kind.RRULE else _of_crons(spec.cron)
    known = [one for one in patterns if one]
    return known if len(known) == len(patterns) else None


def is_of_quarter(days: Days) -> bool:
    """Tell whether days are the first or the last of a quarter."""
    ranks = (*days.month_days, *(rank for rank, _ in days.nth), *days.nth_workdays)
    if days.months == FIRST_MONTHS:
        return all(rank > 0 for rank in ranks) and not any(day > 1 for day in days.month_days)
    return days.months == LAST_MONTHS and all(rank < 0 for rank in ranks)


def find_within(pattern: Pattern) -> Within | None:
    """Give the step of what comes many times a day; None where the times are better listed."""
    days, minutes = pattern.days, pattern.minutes
    if days.unit not in ("day", "week") or days.every > 1 or len(minutes) <= 1:
        return None
    turned = minutes if days.weekdays or days.months else _turned(minutes)
    steps = {(b - a) % MINUTES_A_DAY for a, b in itertools.pairwise(turned)}
    if len(steps) != 1:
        return None
    step = steps.pop()
    is_even = step % 60 == 0 or 60 % step == 0
    is_all_day = len(turned) * step == MINUTES_A_DAY and minutes[0] < step and is_even
    if is_all_day and (minutes[0] == 0 or step <= 60):
        return Within(step, minutes[0])
    if len(turned) < LEAST_IN_A_WINDOW:
        return None
    return Within(step, turned[0], turned[-1])


def _turned(minutes: tuple[int, ...]) -> tuple[int, ...]:
    """Begin behind the longest gap, so that a window may go on past midnight."""
    following = (*minutes[1:], minutes[0] + MINUTES_A_DAY)
    gaps = [later - earlier for earlier, later in zip(minutes, following, strict=True)]
    at = len(gaps) - 1 - gaps[::-1].index(max(gaps))
    return (*minutes[at + 1 :], *minutes[: at + 1])


def _of_crons(expressions: Sequence[str]) -> list[Pattern | None]:
    """Take expressions apart, those together that share their days."""
    grouped: dict[tuple[str, ...], list[list[str]]] = {}
    for expression in expressions:
        row = expression.split()
        grouped.setdefault(tuple(row[2:]), []).append(row)
    return [_of_rows(rows) for rows in grouped.values()]


def _of_rows(rows: list[list[str]]) -> Pattern | None:
    limits = zip(rows[0][2:], (1, 1, 0), (31, 12, 7), strict=True)
    fields = [expand(text, low, high) for text, low, high in limits]
    clocks = [(expand(row[0], 0, 59), expand(row[1], 0, 23)) for row in rows]
    if None in fields or any(None in pair for pair in clocks):
        return None
    of_month, of_year, of_week = (text != "*" for text in rows[0][2:])
    if of_month and of_week:
        return None
    month_days, months, weekdays = (one or () for one in fields)
    days = Days(
        "month" if of_month else "week" if of_week else "day",
        weekdays=tuple(sorted({(day - 1) % 7 for day in weekdays})) if of_week else (),
        month_days=month_days if of_month else (),
        months=months if of_year else (),
    )
    return Pattern(days, _minutes((hours or (), some or ()) for some, hours in clocks))


def _minutes(clocks: Iterable[tuple[Sequence[int], Sequence[int]]]) -> tuple[int, ...]:
    """List the minutes of the day of pairs of hours and minutes."""
    found = {hour * 60 + minute for hours, some in clocks for hour in hours for minute in some}
    return tuple(sorted(found))


def _of_rule(spec: Spec) -> Pattern | None:
    parts = dict(part.split("=", 1) for part in spec.rrule.split(";"))
    if parts.keys() - _KNOWN or parts["FREQ"] not in _UNITS:
        return None
    days = Days(
        _UNITS[parts["FREQ"]],
        int(parts.get("INTERVAL", "1")),
        month_days=_numbers(parts, "BYMONTHDAY"),
        months=_numbers(parts, "BYMONTH"),
    )
    if "BYDAY" in parts and not _take_days(days, parts):
        return None
    clock = (_numbers(parts, "BYHOUR"), _numbers(parts, "BYMINUTE") or (0,))
    return Pattern(days, _minutes([clock]))


def _take_days(days: Days, parts: dict[str, str]) -> bool:
    """Sort the named days of a rule; answers whether a sentence can say them."""
    named = [(day[:-2], DAY_NAMES.index(day[-2:])) for day in parts["BYDAY"].split(",")]
    weekdays = tuple(day for _, day in named)
    if "BYSETPOS" in parts:
        days.nth_workdays = _numbers(parts, "BYSETPOS")
        return weekdays == WORKING_DAYS
    if all(rank for rank, _ in named):
        days.nth = tuple((int(rank), day) for rank, day in named)
        return len(set(weekdays)) == 1
    days.weekdays = weekdays
    return days.unit in ("day", "week") and not any(rank for rank, _ in named)


def _numbers(parts: dict[str, str], name: str) -> tuple[int, ...]:
    return tuple(int(part) for part in parts[name].split(",")) if name in parts else ()
