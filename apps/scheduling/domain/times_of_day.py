"""The times of day of a schedule: put into one that lacks them, or in the place of others."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, time
from typing import TYPE_CHECKING

from apps.scheduling.domain.cron_fields import expand
from apps.scheduling.domain.spec import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.scheduling.domain.spec import Spec

_CLOCK = re.compile(r"([01]?\d|2[0-3])[:：]([0-5]\d)")


class NoTimeError(ValueError):
    """A schedule that goes by elapsed time, or times that one rule cannot hold."""


def read_clock(text: str) -> time | None:
    """Read `09:00`; None for anything else."""
    match = _CLOCK.fullmatch(text.strip())
    return time(int(match[1]), int(match[2])) if match else None


def at_times(spec: Spec, times: Sequence[time]) -> Spec:
    """Give the schedule with these times of day; its days stay. Raises `NoTimeError`."""
    match spec.kind:
        case Kind.CRON:
            return replace(spec, cron=_crons(spec.cron, times), time_missing=False)
        case Kind.RRULE:
            return replace(spec, rrule=_rule(spec.rrule, times), time_missing=False)
        case Kind.ONCE if spec.at and len(times) == 1:
            at = datetime.combine(spec.at.date(), times[0])
            return replace(spec, at=at, time_missing=False)
        case _:
            raise NoTimeError("no_time_of_day")


def times_of(spec: Spec) -> list[time]:
    """Give the times of day of a schedule; none for one that lacks them, or goes by the hour."""
    if spec.time_missing:
        return []
    if spec.kind is Kind.ONCE:
        return [spec.at.time()] if spec.at else []
    if spec.kind is Kind.CRON:
        pairs = [tuple(expression.split()[:2]) for expression in spec.cron]
    else:
        parts = dict(part.split("=", 1) for part in spec.rrule.split(";") if part)
        pairs = [(parts.get("BYMINUTE", ""), parts.get("BYHOUR", ""))]
    return sorted({one for minutes, hours in pairs for one in _product(minutes, hours)})


def _product(minutes: str, hours: str) -> list[time]:
    if "*" in minutes + hours or "" in (minutes, hours):
        return []
    each_hour, each_minute = expand(hours, 0, 23) or (), expand(minutes, 0, 59) or ()
    return [time(hour, minute) for hour in each_hour for minute in each_minute]


def _crons(expressions: Sequence[str], times: Sequence[time]) -> tuple[str, ...]:
    if any("*" in " ".join(one.split()[:2]) for one in expressions):
        raise NoTimeError("no_time_of_day")
    days = dict.fromkeys(" ".join(one.split()[2:]) for one in expressions)
    hours_of: dict[int, list[int]] = {}
    for one in sorted(times):
        hours_of.setdefault(one.minute, []).append(one.hour)
    clocks = [f"{minute} {','.join(map(str, hours))}" for minute, hours in hours_of.items()]
    return tuple(f"{clock} {day}" for day in days for clock in clocks)


def _rule(rule: str, times: Sequence[time]) -> str:
    hours = sorted({one.hour for one in times})
    minutes = sorted({one.minute for one in times})
    if len(hours) * len(minutes) != len(set(times)) or "FREQ=HOURLY" in rule:
        raise NoTimeError("no_time_of_day")
    kept = [part for part in rule.split(";") if not part.startswith(("BYHOUR", "BYMIN", "BYSEC"))]
    clock = f"BYHOUR={','.join(map(str, hours))};BYMINUTE={','.join(map(str, minutes))}"
    return ";".join([*kept, clock, "BYSECOND=0"])
