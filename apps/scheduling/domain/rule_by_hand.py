"""A recurrence rule that a person typed: only what fires, on the minute, and ends or goes on."""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr

FREQUENCIES = ("HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY")
MOST_CHARACTERS = 500
MOST_RUNS = 10_000
LONGEST_INTERVAL = {"HOURLY": 24, "DAILY": 366, "WEEKLY": 104, "MONTHLY": 120, "YEARLY": 10}
# What a rule may come to is looked for step by step: by the hour or day that takes long.
_TOO_FINE = {
    "HOURLY": {"BYMONTH", "BYMONTHDAY", "BYSETPOS"},
    "DAILY": {"BYSETPOS"},
    "WEEKLY": {"BYSETPOS", "BYMONTHDAY"},
}
_RANGES = {
    "BYMONTH": (1, 12),
    "BYMONTHDAY": (-31, 31),
    "BYSETPOS": (-366, 366),
    "BYHOUR": (0, 23),
    "BYMINUTE": (0, 59),
    "BYSECOND": (0, 0),
}
_KNOWN = {"FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "WKST", *_RANGES}
_DAY = re.compile(r"([+-]?[1-5])?(MO|TU|WE|TH|FR|SA|SU)")
_NUMBER = re.compile(r"[+-]?\d{1,5}")
# The calendar repeats after 400 years, its weekdays with it.
CYCLE = timedelta(days=146_097)
_STEPS_A_CYCLE = {"DAILY": 146_097, "WEEKLY": 20_871, "MONTHLY": 4_800, "YEARLY": 400}
_LAST_MOMENT = datetime(9999, 12, 31)  # noqa: DTZ001 – a wall clock
_LONGEST_MONTH = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


class WrongRuleError(ValueError):
    """A rule that is refused, with the reason as its code."""


def read_rule(text: str, *, starts_at: datetime | None, now: datetime, timezone: str) -> str:
    """Read a rule and write it out in full; `now` and `starts_at` are on the wall clock.

    A day needs its time, in the rule or by its start. Raises `WrongRuleError`.
    """
    parts = _split(text)
    frequency = parts["FREQ"]
    _check_parts(parts, frequency)
    if "UNTIL" in parts:
        parts["UNTIL"] = _read_until(parts["UNTIL"], now, timezone)
    _set_time(parts, frequency, starts_at)
    _set_day(parts, frequency, starts_at)
    rule = ";".join(f"{name}={value}" for name, value in parts.items())
    _check_fires(parts, rule, starts_at or now.replace(hour=0, minute=0), now)
    return rule


def _split(text: str) -> dict[str, str]:
    line = text.strip().upper().removeprefix("RRULE:")
    pairs = [part.partition("=") for part in line.rstrip(";").split(";")]
    parts = {name: value for name, _, value in pairs}
    is_whole = len(parts) == len(pairs) and all(parts.values())
    if len(line) > MOST_CHARACTERS or not is_whole or not parts.keys() <= _KNOWN:
        raise WrongRuleError("invalid_rrule")
    if parts.get("FREQ") not in FREQUENCIES:
        raise WrongRuleError("rrule_frequency")
    return {"FREQ": parts.pop("FREQ"), **parts}


def _check_parts(parts: dict[str, str], frequency: str) -> None:
    if parts.keys() & _TOO_FINE.get(frequency, set()):
        raise WrongRuleError("rrule_parts")
    if "COUNT" in parts and "UNTIL" in parts:
        raise WrongRuleError("rrule_ends_twice")
    if not 1 <= _number(parts.get("INTERVAL", "1")) <= LONGEST_INTERVAL[frequency]:
        raise WrongRuleError("rrule_interval")
    if not 1 <= _number(parts.get("COUNT", "1")) <= MOST_RUNS:
        raise WrongRuleError("rrule_count")
    for name, (low, high) in _RANGES.items():
        numbers = [_number(one) for one in parts.get(name, "").split(",") if name in parts]
        if any(not low <= one <= high or (one == 0 and low < 0) for one in numbers):
            raise WrongRuleError("rrule_seconds" if name == "BYSECOND" else "invalid_rrule")
    _check_days(parts, frequency)


def _check_days(parts: dict[str, str], frequency: str) -> None:
    days = [_DAY.fullmatch(one) for one in parts.get("BYDAY", "MO").split(",")]
    ranked = any(day and day[1] for day in days)
    if not all(days) or (ranked and frequency not in ("MONTHLY", "YEARLY")):
        raise WrongRuleError("invalid_rrule")
    if parts.get("WKST", "MO") not in {"MO", "SU"}:
        raise WrongRuleError("invalid_rrule")
    if "BYMONTH" in parts and "BYMONTHDAY" in parts:
        longest = max(_LONGEST_MONTH[_number(one) - 1] for one in parts["BYMONTH"].split(","))
        if all(abs(_number(one)) > longest for one in parts["BYMONTHDAY"].split(",")):
            raise WrongRuleError("never_fires")


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise WrongRuleError("invalid_rrule")
    return int(text)


def _read_until(text: str, now: datetime, timezone: str) -> str:
    """Write an end on the wall clock; a day is meant with all of it."""
    pattern = {8: "%Y%m%d", 15: "%Y%m%dT%H%M%S", 16: "%Y%m%dT%H%M%SZ"}.get(len(text), "")
    try:
        until = datetime.strptime(text, pattern)  # noqa: DTZ007 – a wall clock, or told apart below
    except ValueError as error:
        raise WrongRuleError("rrule_until") from error
    if len(text) == len("YYYYMMDD"):
        until = until.replace(hour=23, minute=59)
    if text.endswith("Z"):
        until = until.replace(tzinfo=UTC).astimezone(ZoneInfo(timezone)).replace(tzinfo=None)
    if until <= now:
        raise WrongRuleError("past")
    return f"{until:%Y%m%dT%H%M%S}"


def _set_time(parts: dict[str, str], frequency: str, starts_at: datetime | None) -> None:
    """Say the hour and the minute, which a rule may leave to its start."""
    if frequency != "HOURLY" and "BYHOUR" not in parts:
        if starts_at is None:
            raise WrongRuleError("time_missing")
        parts["BYHOUR"] = str(starts_at.hour)
        parts.setdefault("BYMINUTE", str(starts_at.minute))
    parts.setdefault("BYMINUTE", str(starts_at.minute) if starts_at else "0")
    parts["BYSECOND"] = "0"


def _set_day(parts: dict[str, str], frequency: str, starts_at: datetime | None) -> None:
    """Say the day, which a rule may leave to its start as well."""
    if frequency in ("HOURLY", "DAILY") or parts.keys() & {"BYDAY", "BYMONTHDAY"}:
        return
    if starts_at is None:
        raise WrongRuleError("day_missing")
    if frequency == "WEEKLY":
        parts["BYDAY"] = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")[starts_at.weekday()]
        return
    parts["BYMONTHDAY"] = str(starts_at.day)
    if frequency == "YEARLY":
        parts.setdefault("BYMONTH", str(starts_at.month))


def _check_fires(parts: dict[str, str], rule: str, start: datetime, now: datetime) -> None:
    """Refuse what never comes, or ends before it does."""
    open_ended = {name: value for name, value in parts.items() if name not in ("COUNT", "UNTIL")}
    endless = ";".join(f"{name}={value}" for name, value in open_ended.items())
    try:
        fires = next(iter(rrulestr(endless, dtstart=_late(open_ended, start))), None) is not None
        if fires and len(open_ended) < len(parts):
            fires = rrulestr(rule, dtstart=start).after(now) is not None
    except (ValueError, OverflowError) as error:
        raise WrongRuleError("invalid_rrule") from error
    if not fires:
        raise WrongRuleError("never_fires")


def _late(parts: dict[str, str], start: datetime) -> datetime:
    """Move a start to where the same comes of it, as late as leaves room for all that can come.

    What never comes is looked for until the last day there is: from there, that is soon.
    """
    frequency, interval = parts["FREQ"], int(parts.get("INTERVAL", "1"))
    if frequency in ("HOURLY", "DAILY") and not parts.keys() & {"BYMONTH", "BYMONTHDAY"}:
        same, room = timedelta(weeks=1), timedelta(weeks=interval)
    else:
        steps = _STEPS_A_CYCLE[frequency]
        same, room = CYCLE, CYCLE * (math.lcm(steps, interval) // steps)
    left = _LAST_MOMENT - start - room
    return start + max(left // same, 0) * same
