"""ISO 8601 durations of days, hours, minutes and seconds."""

from __future__ import annotations

import re
from datetime import timedelta

_DURATION = re.compile(r"P(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,8})S)?)?")


def read_duration(text: str) -> timedelta:
    """Read a duration; raises ValueError for other text, and for one of no length."""
    match = _DURATION.fullmatch(text)
    days, hours, minutes, seconds = (
        (int(part or 0) for part in match.groups()) if match else [0] * 4
    )
    found = timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
    if not found:
        raise ValueError(f"{text!r} is no duration such as PT45M.")
    return found


def write_duration(minutes: int) -> str:
    """Write so many minutes, in whole hours where they are."""
    hours, rest = divmod(minutes, 60)
    return f"PT{minutes}M" if rest else f"PT{hours}H"
