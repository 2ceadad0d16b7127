"""Says a schedule in words only where the words mean the same; else as it is written."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from apps.scheduling.domain.recurrence import preview
from apps.scheduling.domain.render import describe
from apps.scheduling.domain.spec import Kind
from apps.scheduling.domain.understand import understand

if TYPE_CHECKING:
    from apps.language.tokens import Language
    from apps.scheduling.domain.spec import Spec

COMPARED = 8
LONGEST = 160  # characters; what takes more is easier read as it is written


@lru_cache(maxsize=4096)
def say(spec: Spec, language: Language, today: datetime) -> str:
    """Say a schedule; `today` is the midnight of its zone that a start is told against."""
    if spec.kind in (Kind.ONCE, Kind.INTERVAL) or spec.time_missing:
        return describe(spec, language, today=today)
    try:
        said = describe(spec, language, today=today)
    except (IndexError, KeyError, ValueError):  # a rule that a person wrote may hold anything
        return _written(spec)
    bare = describe(_without_bounds(spec, today), language, today=today)
    is_true = len(said) <= LONGEST and _means(bare, spec, today)
    return said if is_true else _written(spec)


def _written(spec: Spec) -> str:
    return "; ".join(spec.cron) or spec.rrule


def _without_bounds(spec: Spec, today: datetime) -> Spec:
    start = today if spec.starts_at else None
    said = ("COUNT=",) * bool(spec.max_runs) + ("UNTIL=",) * bool(spec.ends_at)
    kept = [part for part in spec.rrule.split(";") if not (said and part.startswith(said))]
    return replace(spec, rrule=";".join(kept), starts_at=start, ends_at=None, max_runs=None)


def _means(said: str, spec: Spec, today: datetime) -> bool:
    """Tell whether words read back as the days and times of a schedule, wherever it began."""
    read = understand(said, now=today, timezone=spec.timezone, has_calendar=spec.skips_holidays)
    if not read.readings or read.readings[0].spec.skips_holidays != spec.skips_holidays:
        return False
    after = today.replace(tzinfo=ZoneInfo(spec.timezone)) - timedelta(seconds=1)
    wanted = preview(_without_bounds(spec, today), after, COMPARED)
    got = preview(_without_bounds(read.readings[0].spec, today), after, COMPARED)
    return wanted == got
