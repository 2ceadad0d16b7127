"""The time zones that people name, and those of the IANA's list."""

from __future__ import annotations

from functools import cache
from zoneinfo import available_timezones

from apps.scheduling.domain.reasons import UnclearError

_NAMED = {
    "北京时间": "Asia/Shanghai",
    "上海时间": "Asia/Shanghai",
    "东京时间": "Asia/Tokyo",
    "纽约时间": "America/New_York",
    "伦敦时间": "Europe/London",
    "巴黎时间": "Europe/Paris",
    "柏林时间": "Europe/Berlin",
    "洛杉矶时间": "America/Los_Angeles",
    "新加坡时间": "Asia/Singapore",
    "香港时间": "Asia/Hong_Kong",
    "悉尼时间": "Australia/Sydney",
    "new york": "America/New_York",
    "london": "Europe/London",
    "tokyo": "Asia/Tokyo",
    "beijing": "Asia/Shanghai",
    "shanghai": "Asia/Shanghai",
    "paris": "Europe/Paris",
    "berlin": "Europe/Berlin",
    "los angeles": "America/Los_Angeles",
    "chicago": "America/Chicago",
    "denver": "America/Denver",
    "singapore": "Asia/Singapore",
    "hong kong": "Asia/Hong_Kong",
    "sydney": "Australia/Sydney",
    "china": "Asia/Shanghai",
    "uk": "Europe/London",
    "india": "Asia/Kolkata",
    **dict.fromkeys(("eastern", "us eastern", "est", "edt"), "America/New_York"),
    **dict.fromkeys(("central", "cdt"), "America/Chicago"),
    **dict.fromkeys(("mountain", "mst", "mdt"), "America/Denver"),
    **dict.fromkeys(("pacific", "us pacific", "pst", "pdt"), "America/Los_Angeles"),
    **dict.fromkeys(("cet", "cest"), "Europe/Berlin"),
    "jst": "Asia/Tokyo",
    "utc": "UTC",
    "gmt": "UTC",
}


def find_zone(name: str) -> str:
    """Give the IANA name of a zone; raises `UnclearError` for one unknown, or of several."""
    bare = name.removesuffix(" time").removesuffix(" standard").removesuffix(" daylight")
    if found := _NAMED.get(name) or _NAMED.get(bare):
        return found
    if found := _by_folded_name().get(name):
        return found
    raise UnclearError("unknown_zone")


@cache
def _by_folded_name() -> dict[str, str]:
    return {zone.lower(): zone for zone in available_timezones()}
