"""Five-field cron expressions: written from times and days, and read from a person's hand."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from datetime import datetime
from typing import TYPE_CHECKING

from cronsim import CronSim, CronSimError

from apps.scheduling.domain.clock import Time
from apps.scheduling.domain.cron_fields import expand
from apps.scheduling.domain.reasons import UnclearError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

_MACROS = {
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
    "@monthly": "0 0 1 * *",
    "@weekly": "0 0 * * 0",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@hourly": "0 * * * *",
}
_FIELD = re.compile(r"[\d*/,\-?a-z#]+", re.IGNORECASE)
_CRON_FIELDS = 5
_WEEKDAY_NAMES = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_LEAST_RUN = 3
_SOME_YEAR = datetime(2024, 1, 1)  # noqa: DTZ001 – a wall clock; a leap year


class WrongCronError(UnclearError):
    """An expression that says nothing, with the reason as its code."""


def write_crons(
    times: Iterable[Time],
    *,
    days: Collection[int] = (),
    months: Collection[int] = (),
    weekdays: Collection[int] = (),
) -> tuple[str, ...]:
    """Write the fewest expressions for times of day; weekdays count from Monday as 0."""
    hours_of: dict[int, set[int]] = defaultdict(set)
    for time in times:
        hours_of[time.minute].add(time.hour)
    minutes_of: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for minute in sorted(hours_of):
        minutes_of[tuple(sorted(hours_of[minute]))].append(minute)
    rest = " ".join(
        (
            _field(days, 31) if days else "*",
            _field(months, 12) if months else "*",
            _field(sorted((day + 1) % 7 for day in weekdays), 7) if weekdays else "*",
        )
    )
    return tuple(
        f"{_field(minutes, 60)} {_field(hours, 24)} {rest}" for hours, minutes in minutes_of.items()
    )


def merge_crons(expressions: Iterable[str]) -> tuple[str, ...]:
    """Write together the times of expressions, all of lists, that share their days."""
    times_of: dict[str, set[Time]] = defaultdict(set)
    for expression in expressions:
        minutes, hours, rest = expression.split(" ", 2)
        times_of[rest] |= {
            Time(hour, minute)
            for hour in expand(hours, 0, 23) or ()
            for minute in expand(minutes, 0, 59) or ()
        }
    return tuple(
        sorted(
            clock.removesuffix("* * *") + rest
            for rest, times in times_of.items()
            for clock in write_crons(times)
        )
    )


def _field(values: Collection[int], span: int) -> str:
    """Write a field: all, every nth, a range, a list."""
    some = sorted(values)
    if len(some) == span:
        return "*"
    steps = {later - earlier for earlier, later in itertools.pairwise(some)}
    step = steps.pop() if len(steps) == 1 else 0
    if step and span in (24, 60) and some[0] == 0 and some[-1] + step == span:
        return f"*/{step}"
    if step == 1 and len(some) >= _LEAST_RUN:
        return f"{some[0]}-{some[-1]}"
    if step and span in (24, 60) and len(some) > _LEAST_RUN:
        return f"{some[0]}-{some[-1]}/{step}"
    return ",".join(map(str, some))


def read_cron(text: str) -> str | None:
    """Read an expression that a person typed; None where it is none. Raises `WrongCronError`."""
    words = text.strip().lower().split()
    if len(words) == 1 and words[0].startswith("@"):
        return _MACROS.get(words[0])
    if len(words) < _CRON_FIELDS or not all(_FIELD.fullmatch(word) for word in words):
        return None
    if not all(any(sign.isdigit() or sign == "*" for sign in word) for word in words[:4]):
        return None
    if len(words) != _CRON_FIELDS:
        raise WrongCronError("cron_of_five_fields")
    for number, name in enumerate(_WEEKDAY_NAMES):
        words[4] = words[4].replace(name, str(number))
    expression = " ".join(words)
    check_cron(expression)
    return expression


def check_cron(expression: str) -> None:
    """Raise `WrongCronError` for an expression that cannot be read, or that never fires."""
    if len(expression.split()) != _CRON_FIELDS:
        raise WrongCronError("cron_of_five_fields")
    try:
        found = next(CronSim(expression, _SOME_YEAR), None)
    except CronSimError as error:
        code = "never_fires" if _names_no_day(expression) else "invalid_cron"
        raise WrongCronError(code) from error
    if found is None:
        raise WrongCronError("never_fires")


def _names_no_day(expression: str) -> bool:
    """Tell whether it could be read, were it not for a day that its months do not have."""
    minute, hour, day, month, weekday = expression.split()
    try:
        for fields in ((minute, hour, day, "*", weekday), (minute, hour, "*", month, weekday)):
            CronSim(" ".join(fields), _SOME_YEAR)
    except CronSimError:
        return False
    return True
