"""A schedule written by hand: a cron expression, a rule, an interval or a moment, and nothing else.

What is accepted here fires at least once more; the same limits hold for every way of writing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from apps.scheduling.domain.cron_text import WrongCronError, read_cron
from apps.scheduling.domain.durations import read_duration
from apps.scheduling.domain.recurrence import next_run
from apps.scheduling.domain.rule_by_hand import WrongRuleError, read_rule
from apps.scheduling.domain.spec import Kind, Spec

MOST_CRONS = 20
MOST_RUNS = 100_000
SHORTEST, LONGEST = timedelta(minutes=1), timedelta(days=366)
# An anchor long gone would have to be counted on from at each firing.
OLDEST_START, LATEST = timedelta(days=730), timedelta(days=3660)


class WrongSpecError(ValueError):
    """What was written is no schedule; `field` is where, `code` why."""

    def __init__(self, field: str, code: str) -> None:
        super().__init__(f"{field}: {code}")
        self.field = field
        self.code = code


@dataclass(frozen=True, slots=True)
class ByHand:
    """What a person wrote; exactly one of the first four says when."""

    cron: tuple[str, ...] = ()
    rrule: str = ""
    every: str = ""
    at: datetime | None = None
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    max_runs: int | None = None


def known_zone(name: str, *, field: str = "timezone") -> str:
    """Give back the name of a zone of the IANA's list; raises `WrongSpecError` for any other."""
    if name not in _zones():
        raise WrongSpecError(field, "unknown_zone")
    return name


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def read_by_hand(asked: ByHand, *, now: datetime, timezone: str) -> Spec:
    """Read what was written, with moments on the wall clock of `timezone`; `now` is aware.

    Raises `WrongSpecError`.
    """
    known_zone(timezone)
    wall = now.astimezone(ZoneInfo(timezone)).replace(tzinfo=None)
    if sum(map(bool, (asked.cron, asked.rrule, asked.every, asked.at))) != 1:
        raise WrongSpecError("cron", "say_when_once")
    asked = replace(
        asked,
        at=to_wall(asked.at, timezone),
        starts_at=to_wall(asked.starts_at, timezone),
        ends_at=to_wall(asked.ends_at, timezone),
    )
    _check_bounds(asked, wall)
    spec = _read(asked, wall, timezone)
    if next_run(spec, now) is None:
        raise WrongSpecError(_field(spec), "past" if spec.kind is Kind.ONCE else "never_fires")
    return spec


def to_wall(moment: datetime | None, timezone: str) -> datetime | None:
    """Give a moment on the wall clock of a zone; one without an offset is already."""
    if moment is None or moment.tzinfo is None:
        return moment
    return moment.astimezone(ZoneInfo(timezone)).replace(tzinfo=None)


def _field(spec: Spec) -> str:
    return {Kind.ONCE: "at", Kind.INTERVAL: "every"}.get(spec.kind, str(spec.kind))


def _check_bounds(asked: ByHand, wall: datetime) -> None:
    start, end = asked.starts_at, asked.ends_at
    if start and not wall - OLDEST_START <= start <= wall + LATEST:
        raise WrongSpecError("starts_at", "out_of_range")
    if end and (end <= wall or (start and end <= start)):
        raise WrongSpecError("ends_at", "past")
    if asked.at and asked.at > wall + LATEST:
        raise WrongSpecError("at", "too_far")
    if asked.max_runs is not None and not 1 <= asked.max_runs <= MOST_RUNS:
        raise WrongSpecError("max_runs", "out_of_range")


def _read(asked: ByHand, wall: datetime, timezone: str) -> Spec:
    bounds = Spec(
        Kind.CRON,
        starts_at=asked.starts_at,
        ends_at=asked.ends_at,
        max_runs=asked.max_runs,
        timezone=timezone,
    )
    if asked.cron:
        return replace(bounds, cron=_crons(asked.cron))
    if asked.rrule:
        return _rule(asked, bounds, wall)
    if asked.every:
        every = _every(asked.every)
        started = asked.starts_at or wall.replace(second=0, microsecond=0)
        return replace(bounds, kind=Kind.INTERVAL, every=every, starts_at=started)
    at = asked.at.replace(second=0, microsecond=0) if asked.at else None
    if any((asked.starts_at, asked.ends_at, asked.max_runs)):
        raise WrongSpecError("at", "once_has_no_bounds")
    return Spec(Kind.ONCE, at=at, timezone=timezone)


def _crons(typed: tuple[str, ...]) -> tuple[str, ...]:
    if len(typed) > MOST_CRONS:
        raise WrongSpecError("cron", "too_many")
    try:
        read = [read_cron(one[:200]) for one in typed]
    except WrongCronError as error:
        raise WrongSpecError("cron", str(error)) from error
    found = tuple(dict.fromkeys(one for one in read if one))
    if None in read or not found:
        raise WrongSpecError("cron", "invalid_cron")
    return found


def _rule(asked: ByHand, bounds: Spec, wall: datetime) -> Spec:
    try:
        rule = read_rule(asked.rrule, starts_at=asked.starts_at, now=wall, timezone=bounds.timezone)
    except WrongRuleError as error:
        raise WrongSpecError("rrule", str(error)) from error
    start = asked.starts_at or wall.replace(hour=0, minute=0, second=0, microsecond=0)
    return _take_ends(replace(bounds, kind=Kind.RRULE, rrule=rule, starts_at=start), wall)


def _take_ends(spec: Spec, wall: datetime) -> Spec:
    """Keep a rule's own end beside it, where every kind has its own; the earlier one holds."""
    parts = dict(part.split("=", 1) for part in spec.rrule.split(";"))
    if "UNTIL" in parts:
        until = datetime.strptime(parts.pop("UNTIL"), "%Y%m%dT%H%M%S")  # noqa: DTZ007 – a wall clock
        spec = replace(spec, ends_at=min(until, spec.ends_at or until))
    if "COUNT" in parts and spec.starts_at and spec.starts_at >= wall.replace(hour=0, minute=0):
        count = int(parts.pop("COUNT"))
        spec = replace(spec, max_runs=min(count, spec.max_runs or count))
    return replace(spec, rrule=";".join(f"{name}={value}" for name, value in parts.items()))


def _every(text: str) -> str:
    typed = text.strip().upper()
    try:
        length = read_duration(typed)
    except ValueError as error:
        raise WrongSpecError("every", "invalid_duration") from error
    if not SHORTEST <= length <= LONGEST or length.seconds % 60:
        raise WrongSpecError("every", "too_short" if length < SHORTEST else "out_of_range")
    return typed
