"""iCalendar (RFC 5545), as little of it as is needed: events written out, days of events read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST_DAYS = 2000
LONGEST_HOLIDAY = 60  # days; more is a mistake
_LINE_BYTES = 75
_PRODUCT = "-//Journeyman//Schedules//EN"
_ESCAPED = re.compile(r"\\([\\;,nN])")


class WrongCalendarError(ValueError):
    """A text that is no calendar of whole days, with the reason as its code."""


@dataclass(frozen=True, slots=True)
class Event:
    """One time of a schedule; instants are aware."""

    uid: str
    at: datetime
    changed_at: datetime
    title: str
    text: str = ""


def write_calendar(events: Iterable[Event], *, name: str) -> str:
    """Write a calendar of moments, in UTC, so that every reader places them right."""
    lines = [
        *("BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{_PRODUCT}", "CALSCALE:GREGORIAN"),
        *("METHOD:PUBLISH", f"X-WR-CALNAME:{_escape(name)}"),
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    ]
    for event in events:
        lines += [
            *("BEGIN:VEVENT", f"UID:{event.uid}", f"DTSTAMP:{_instant(event.changed_at)}"),
            *(f"DTSTART:{_instant(event.at)}", f"SUMMARY:{_escape(event.title)}"),
            *([f"DESCRIPTION:{_escape(event.text)}"] if event.text else []),
            *("TRANSP:TRANSPARENT", "END:VEVENT"),
        ]
    return "".join(f"{folded}\r\n" for line in [*lines, "END:VCALENDAR"] for folded in _fold(line))


def _instant(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _escape(text: str) -> str:
    plain = "".join(sign if sign >= " " or sign == "\n" else " " for sign in text)
    for sign in ("\\", ";", ","):
        plain = plain.replace(sign, f"\\{sign}")
    return plain.replace("\n", "\\n")


def _fold(line: str) -> Iterator[str]:
    """Break a line where it would pass 75 octets, never within a character."""
    piece, size = "", 0
    for sign in line:
        width = len(sign.encode())
        if size + width > _LINE_BYTES:
            yield piece
            piece, size = " ", 1
        piece, size = piece + sign, size + width
    yield piece


def read_days(text: str) -> dict[date, str]:
    """Read the days of all whole-day events, with their names. Raises `WrongCalendarError`."""
    lines = re.sub(r"\r?\n[ \t]", "", text.lstrip("\ufeff")).splitlines()
    if not lines or lines[0].strip().upper() != "BEGIN:VCALENDAR":
        raise WrongCalendarError("no_calendar")
    found: dict[date, str] = {}
    for event in _events(lines):
        start, end, name = _read_event(event)
        for ahead in range(max(1, (end - start).days)):
            found.setdefault(start + timedelta(days=ahead), name)
        if len(found) > MOST_DAYS:
            raise WrongCalendarError("too_many_days")
    return found


def _events(lines: list[str]) -> Iterator[dict[str, str]]:
    """Give the properties of each event by name, without those of what lies inside of it."""
    event: dict[str, str] | None = None
    depth = 0
    for line in lines:
        name, _, value = line.partition(":")
        bare = name.partition(";")[0].strip().upper()
        if bare == "BEGIN":
            depth += event is not None
            event = {} if value.strip().upper() == "VEVENT" and event is None else event
        elif bare == "END" and event is not None:
            if depth == 0:
                yield event
                event = None
            else:
                depth -= 1
        elif event is not None and depth == 0:
            event.setdefault(bare, value.strip())
    if event is not None:
        raise WrongCalendarError("cut_off")


def _read_event(event: dict[str, str]) -> tuple[date, date, str]:
    if "RRULE" in event or "RDATE" in event:
        raise WrongCalendarError("recurring_event")
    start = _read_day(event.get("DTSTART", ""))
    end = _read_day(event["DTEND"]) if "DTEND" in event else start + timedelta(days=1)
    if not 0 <= (end - start).days <= LONGEST_HOLIDAY:
        raise WrongCalendarError("invalid_date")
    name = _ESCAPED.sub(lambda m: " " if m[1] in "nN" else m[1], event.get("SUMMARY", ""))
    return start, end, name[:200]


def _read_day(text: str) -> date:
    if not re.fullmatch(r"\d{8}", text):
        raise WrongCalendarError("no_whole_day")
    try:
        return datetime.strptime(text, "%Y%m%d").date()  # noqa: DTZ007 – a day has no zone
    except ValueError as error:
        raise WrongCalendarError("invalid_date") from error
