"""When a schedule fires next: on the wall clock of its zone, through every change of the clocks.

A wall time that the clocks skip fires at the first instant after the gap; one that comes twice
fires the first time. What recurs within the hour or the day goes by elapsed time: it comes in both
of the hours that look alike, and not in the one that does not exist.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from cronsim import CronSim
from dateutil.rrule import rrulestr

from apps.scheduling.domain.durations import read_duration
from apps.scheduling.domain.spec import Kind
from apps.scheduling.domain.working_days import counts_working_days, next_working_day

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from apps.scheduling.domain.spec import Spec

# Clocks were moved by up to a day (Apia, 2011); more is no zone of this earth.
LONGEST_SHIFT = timedelta(hours=25)
OVERLAP = timedelta(hours=3)
MOST_TRIES = 2000
_DAYS_BACK = {"DAILY": 8, "WEEKLY": 15, "MONTHLY": 400, "YEARLY": 3000}


def next_run(
    spec: Spec, after: datetime, holidays: Collection[date] = frozenset()
) -> datetime | None:
    """Give the first instant, in UTC, that is later than `after`; None when there is none.

    `after` is aware; nothing fires on `holidays` where the schedule skips them. A rule's own COUNT
    and UNTIL hold; `max_runs` of the other kinds is counted by whoever fires.
    """
    zone = ZoneInfo(spec.timezone)
    left_out = holidays if spec.skips_holidays else frozenset()
    end = instant_of(spec.ends_at, zone) if spec.ends_at else None
    after = _since(spec, after, zone)
    for _ in range(MOST_TRIES):
        found = min(_sources(spec, after, zone, left_out), default=None)
        if found is None or (end and found > end):
            return None
        day = _wall(found, zone).date()
        if day not in left_out:
            return found
        tomorrow = datetime.combine(day + timedelta(days=1), time())
        after = instant_of(tomorrow, zone) - timedelta(seconds=1)
    return None


def preview(
    spec: Spec, after: datetime, count: int = 5, holidays: Collection[date] = frozenset()
) -> list[datetime]:
    """Give the next instants, `count` at most and no more than `max_runs`."""
    most = min(count, spec.max_runs or count)
    return list(islice(_upcoming(spec, after, holidays), most))


def _upcoming(spec: Spec, after: datetime, holidays: Collection[date]) -> Iterator[datetime]:
    while (found := next_run(spec, after, holidays)) is not None:
        yield found
        after = found


def _since(spec: Spec, after: datetime, zone: ZoneInfo) -> datetime:
    after = after.astimezone(UTC)
    if spec.starts_at is None or spec.kind is Kind.INTERVAL:
        return after
    return max(after, instant_of(spec.starts_at, zone) - timedelta(seconds=1))


def _sources(
    spec: Spec, after: datetime, zone: ZoneInfo, left_out: Collection[date]
) -> Iterator[datetime]:
    """Give the next instant of each expression, or of the one rule, interval or moment."""
    match spec.kind:
        case Kind.CRON:
            each = [_next_of_cron(expression, after, zone) for expression in spec.cron]
        case Kind.RRULE:
            each = [_next_of_rule(spec, after, zone, left_out)]
        case Kind.INTERVAL:
            each = [_next_of_interval(spec, after, zone)]
        case Kind.ONCE:
            each = [instant_of(spec.at, zone)] if spec.at else []
    yield from (one for one in each if one is not None and one > after)


def instant_of(wall: datetime, zone: ZoneInfo) -> datetime:
    """Give the instant of a wall time: the first of two, or the first after a gap."""
    instant = wall.replace(tzinfo=zone, fold=0).astimezone(UTC)
    if instant.astimezone(zone).replace(tzinfo=None, fold=0) == wall:
        return instant
    return _end_of_gap(wall, zone)


def _end_of_gap(wall: datetime, zone: ZoneInfo) -> datetime:
    """Find by halving the instant at which the clocks were moved on."""
    early = wall.replace(tzinfo=zone, fold=1).astimezone(UTC)
    late = wall.replace(tzinfo=zone, fold=0).astimezone(UTC)
    offset = late.astimezone(zone).utcoffset()
    low, high = int(early.timestamp()), int(late.timestamp())
    while high - low > 1:
        middle = (low + high) // 2
        if datetime.fromtimestamp(middle, UTC).astimezone(zone).utcoffset() == offset:
            high = middle
        else:
            low = middle
    return datetime.fromtimestamp(high, UTC)


def _wall(instant: datetime, zone: ZoneInfo) -> datetime:
    return instant.astimezone(zone).replace(tzinfo=None, fold=0)


def _next_of_cron(expression: str, after: datetime, zone: ZoneInfo) -> datetime | None:
    if _goes_by_elapsed_time(expression):
        return _next_elapsed(expression, after, zone)
    # A wall time before now may lie in a gap whose end is still to come.
    start = _wall(after, zone) - (
        LONGEST_SHIFT if _shifts(after, zone, LONGEST_SHIFT) else timedelta()
    )
    for wall in islice(CronSim(expression, start), MOST_TRIES):
        instant = instant_of(wall, zone)
        if instant > after:
            return instant
    return None


def _goes_by_elapsed_time(expression: str) -> bool:
    minute, hour, *_ = expression.split()
    return "*" in minute or "*" in hour


def _next_elapsed(expression: str, after: datetime, zone: ZoneInfo) -> datetime | None:
    shifts = _shifts(after, zone, LONGEST_SHIFT)
    start = _wall(after, zone) - (OVERLAP if shifts else timedelta())
    coming: list[datetime] = []
    for wall in islice(CronSim(expression, start), MOST_TRIES):
        both = [wall.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1)]
        real = [one for one in both if _wall(one, zone) == wall and one > after]
        coming += real
        if real and (not shifts or both[0] > min(coming) + OVERLAP):
            break
    return min(coming, default=None)


def _shifts(around: datetime, zone: ZoneInfo, within: timedelta) -> bool:
    """Tell whether the clocks are moved at about this time."""
    offsets = {(around + within * part).astimezone(zone).utcoffset() for part in (-1, 0, 1)}
    return len(offsets) > 1


def _next_of_rule(
    spec: Spec, after: datetime, zone: ZoneInfo, left_out: Collection[date]
) -> datetime | None:
    start = spec.starts_at or _wall(after, zone)
    back = LONGEST_SHIFT if _shifts(after, zone, LONGEST_SHIFT) else timedelta()
    wall = _wall(after, zone) - back
    by_hand = bool(left_out) and counts_working_days(spec.rrule)
    rule = None if by_hand else _rule(spec.rrule, _near(spec.rrule, start, wall))
    for _ in range(MOST_TRIES):
        found = rule.after(wall) if rule else next_working_day(spec.rrule, start, wall, left_out)
        if found is None:
            return None
        instant = instant_of(found, zone)
        if instant > after:
            return instant
        wall = found
    return None


@lru_cache(maxsize=512)
def _rule(text: str, start: datetime):  # type: ignore[no-untyped-def]  # dateutil has no public type
    return rrulestr(text, dtstart=start)


def _near(text: str, start: datetime, wall: datetime) -> datetime:
    """Move a rule's anchor on by whole periods, so that years gone by are not counted through."""
    parts = dict(part.split("=", 1) for part in text.split(";"))
    if "COUNT" in parts or start >= wall:
        return start
    frequency, interval = parts["FREQ"], int(parts.get("INTERVAL", "1"))
    gone = (wall - start).days - _DAYS_BACK.get(frequency, 0)
    if gone <= 0:
        return start
    match frequency:
        case "DAILY":
            return start + timedelta(days=gone // interval * interval)
        case "WEEKLY":
            return start + timedelta(weeks=gone // 7 // interval * interval)
        case "MONTHLY" | "YEARLY":
            months = (gone // 31) // (12 * interval) * (12 * interval)
            first = start.replace(day=1)
            return first.replace(year=first.year + months // 12)
        case _:
            return start


def _next_of_interval(spec: Spec, after: datetime, zone: ZoneInfo) -> datetime | None:
    every = read_duration(spec.every)
    anchor = instant_of(spec.starts_at, zone) if spec.starts_at else after
    if anchor > after:
        return anchor
    return anchor + ((after - anchor) // every + 1) * every
