"""What a person says of a schedule that waits for their yes: 改成10点, make it Tuesday, no, weekly.

A time alone takes the place of the time, days alone that of the days; what says both, or recurs
otherwise, takes the place of all.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from apps.scheduling.domain.reasons import UnclearError
from apps.scheduling.domain.spec import Kind, Reading, Understanding, Verdict
from apps.scheduling.domain.times_of_day import NoTimeError, at_times, times_of
from apps.scheduling.domain.understand import understand
from apps.scheduling.domain.zones import find_zone

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime, time

_LEAD = re.compile(
    r"^(?:\W|不[,，]|不是|不对|不要|请|把它?|时间|还是|那就?|就|帮我|"
    r"(?:修?改|换|调整?|挪|移|推迟|提前|定)(?:成|到|为|在)|"
    r"(?:no|nope|please|actually|rather|instead|can you|could you|"
    r"(?:make|change|move|switch|set|put|shift|have) (?:it|that|this|the time)(?: to)?|"
    r"better|let's (?:make|do)(?: it)?|how about|what about)\b)+",
    re.IGNORECASE,
)
_TAIL = re.compile(r"(?:吧|好了|好吗|行吗|\W|\b(?:instead|please|then)\b)+$", re.IGNORECASE)
_BARE = re.compile(r"\d{1,2}(?::\d\d)?\s*(?:am|pm)?", re.IGNORECASE)
_YES = re.compile(
    r"\W*(?:确认|确定|对的?|是的?|好的?|可以|行|没问题|没错|嗯|就这样|"
    r"yes|yep|yeah|y|ok|okay|sure|confirm(?:ed)?|correct|right|fine|sounds good|go ahead)"
    r"(?:\W|吧|了|啊|的|please)*",
    re.IGNORECASE,
)
_NO = re.compile(
    r"\W*(?:不用了?|不要了?|不是|不对|不|算了|取消|no|nope|cancel|never ?mind|don't|stop)"
    r"(?:\W|吧|了|thanks)*",
    re.IGNORECASE,
)
_MOST_READINGS = 6


def is_yes(words: str) -> bool:
    """Tell whether a person says yes and nothing else."""
    return len(words) < 40 and _YES.fullmatch(words) is not None


def is_no(words: str) -> bool:
    """Tell whether a person says no and nothing else."""
    return len(words) < 40 and _NO.fullmatch(words) is not None


def amend(
    before: Sequence[Reading],
    words: str,
    *,
    now: datetime,
    timezone: str,
    has_calendar: bool = False,
) -> Understanding:
    """Read words of change against what was understood; `now` is the wall clock of `timezone`."""
    bare = _TAIL.sub("", _LEAD.sub("", words.strip())).strip()
    zone = _zone(bare)
    if zone:
        moved = [Reading(replace(one.spec, timezone=zone), one.assumptions) for one in before]
        return _verdict(moved)
    said = _read(bare, now, timezone, has_calendar=has_calendar)
    if said.verdict not in (Verdict.EXACT, Verdict.AMBIGUOUS) or not before:
        return said
    if times := _only_times(said.readings):
        return _with_times(before, times)
    if all(reading.spec.time_missing for reading in said.readings):
        return _with_days(before, said)
    return said


def _zone(words: str) -> str:
    try:
        return find_zone(words.lower())
    except UnclearError:
        return ""


def _read(bare: str, now: datetime, timezone: str, *, has_calendar: bool) -> Understanding:
    typed = f"at {bare}" if _BARE.fullmatch(bare) else bare
    return understand(typed, now=now, timezone=timezone, has_calendar=has_calendar)


def _only_times(readings: Sequence[Reading]) -> list[tuple[time, ...]]:
    """List the times of day of words that say nothing of days: read as daily, and as once."""
    kinds = {reading.spec.kind for reading in readings}
    if kinds != {Kind.CRON, Kind.ONCE} or any(one.spec.time_missing for one in readings):
        return []
    daily = [one.spec for one in readings if one.spec.kind is Kind.CRON]
    if any(cron.split()[2:] != ["*", "*", "*"] for spec in daily for cron in spec.cron):
        return []
    return list(dict.fromkeys(tuple(times_of(spec)) for spec in daily))


def _with_times(before: Sequence[Reading], choices: list[tuple[time, ...]]) -> Understanding:
    try:
        made = [
            Reading(at_times(reading.spec, times), reading.assumptions)
            for times, reading in product(choices, before)
        ]
    except NoTimeError as error:
        return Understanding(Verdict.UNCLEAR, reason=str(error))
    return _verdict(made)


def _with_days(before: Sequence[Reading], said: Understanding) -> Understanding:
    """Take the days that were said, with the times from before; once stays once."""
    was_once = before[0].spec.kind is Kind.ONCE
    alike = [one for one in said.readings if (one.spec.kind is Kind.ONCE) == was_once]
    choices = [found for one in before if (found := times_of(one.spec))]
    if not choices:
        return replace(said, readings=tuple(alike or said.readings))
    try:
        made = [
            Reading(at_times(one.spec, times), one.assumptions)
            for times, one in product(choices, alike or said.readings)
        ]
    except NoTimeError as error:
        return Understanding(Verdict.UNCLEAR, reason=str(error))
    return _verdict(made)


def _verdict(readings: Sequence[Reading]) -> Understanding:
    distinct = tuple({one.spec: one for one in readings}.values())[:_MOST_READINGS]
    is_sure = len(distinct) == 1 and not distinct[0].assumptions
    return Understanding(Verdict.EXACT if is_sure else Verdict.AMBIGUOUS, distinct)
