"""Compares what was understood with a labelled answer by what it means: the next times."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal
from zoneinfo import ZoneInfo

from apps.scheduling.domain.recurrence import preview
from apps.scheduling.domain.spec import Kind, Spec, Understanding, Verdict
from apps.scheduling.domain.understand import understand

COMPARED = 16
Result = Literal["right", "wrong", "guess", "unparsed"]


def cases_of(*names: str) -> list[dict[str, Any]]:
    """Read corpora that lie beside this file."""
    folder = Path(__file__).parent
    return [case for name in names for case in json.loads((folder / name).read_text("utf-8"))]


def read(case: dict[str, Any]) -> Understanding:
    return understand(case["text"], now=_now(case), timezone=case["tz"])


def judge(case: dict[str, Any], got: Understanding) -> Result:
    """Say whether an answer is right, wrong, one of several readings, or none."""
    silent = not got.readings or got.verdict in (Verdict.UNCLEAR, Verdict.NONE)
    if case["verdict"] in ("unclear", "none"):
        return "right" if silent or _is_accepted(case, got) else "wrong"
    if silent:
        return "unparsed"
    if case["verdict"] == "exact":
        return _judge_exact(case, got)
    wanted = [one for one in case["readings"] if one["kind"] != "unclear"]
    hits = sum(any(_same(one, reading.spec, case) for reading in got.readings) for one in wanted)
    if hits == len(wanted) and got.verdict is Verdict.AMBIGUOUS:
        return "right"
    return "guess" if hits else "wrong"


def _is_accepted(case: dict[str, Any], got: Understanding) -> bool:
    """Tell whether a sentence that may well be asked about was read as it may be read."""
    return all(
        any(_same(one, reading.spec, case) for one in case.get("accept", []))
        for reading in got.readings
    )


def _judge_exact(case: dict[str, Any], got: Understanding) -> Result:
    wanted = [case["answer"], *case.get("accept", [])]
    if not any(_same(one, reading.spec, case) for one in wanted for reading in got.readings):
        return "wrong"
    is_exact = got.verdict is Verdict.EXACT and len(got.readings) == 1
    return "right" if is_exact else "guess"


def _now(case: dict[str, Any]) -> datetime:
    return datetime.fromisoformat(case["ref"][:19])


def spec_of(want: dict[str, Any], case: dict[str, Any]) -> Spec:
    """Write a label as a schedule; its rule is anchored at the day it is said."""
    now = _now(case)
    start = want.get("start") or want.get("starts_at")
    anchor = now if "COUNT" in want.get("rrule", "") else now.replace(hour=0, minute=0)
    is_rule = want["kind"] == "rrule"
    return Spec(
        Kind(want["kind"]),
        cron=tuple(want.get("cron", ())),
        rrule=_whole(want.get("rrule", "")),
        every=want.get("every", ""),
        at=datetime.fromisoformat(want["at"]) if "at" in want else None,
        starts_at=datetime.fromisoformat(start) if start else anchor if is_rule else None,
        timezone=want.get("tz", case["tz"]),
        time_missing=bool(want.get("time_missing")),
    )


def _whole(rule: str) -> str:
    return rule if not rule or "BYHOUR" in rule else f"{rule};BYHOUR=0;BYMINUTE=0;BYSECOND=0"


def _same(want: dict[str, Any], got: Spec, case: dict[str, Any]) -> bool:
    wanted = spec_of(want, case)
    alike = (wanted.timezone, wanted.time_missing, wanted.kind is Kind.ONCE)
    if alike != (got.timezone, got.time_missing, got.kind is Kind.ONCE):
        return False
    if got.kind is Kind.RRULE:
        got = replace(got, rrule=_whole(got.rrule))
    a, b = (_times(spec, _now(case)) for spec in (wanted, got))
    if Kind.INTERVAL in (wanted.kind, got.kind):
        return _gaps(a[1:]) == _gaps(b[1:]) and len(set(_gaps(b[1:]))) == 1
    if want.get("phase_free"):
        return _shape(a, wanted.rrule) == _shape(b, wanted.rrule)
    return bool(a) and a == b


def _times(spec: Spec, now: datetime) -> list[datetime]:
    zone = ZoneInfo(spec.timezone)
    found = preview(spec, now.replace(tzinfo=zone), COMPARED)
    return [one.astimezone(zone).replace(tzinfo=None) for one in found]


def _gaps(times: list[datetime]) -> list[timedelta]:
    return [later - earlier for earlier, later in pairwise(times)]


def _shape(times: list[datetime], rule: str) -> tuple[object, ...]:
    """Tell how it recurs, whatever the first time is."""
    clocks = {one.time() for one in times}
    if "MONTHLY" in rule:
        months = [one.year * 12 + one.month for one in times]
        return clocks, {one.day for one in times}, {b - a for a, b in pairwise(months)}
    weekdays = {one.weekday() for one in times} if "BYDAY" in rule else set()
    return clocks, weekdays, sorted(set(_gaps(times)))
