"""Reads a sentence as a schedule: one way, several, unclear, or none at all."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from apps.scheduling.domain.attributes import leave_attributes
from apps.scheduling.domain.doubts import find_doubt
from apps.scheduling.domain.gate import exclaims, find_no_schedule
from apps.scheduling.domain.lexer import read_tokens
from apps.scheduling.domain.ordinary import may_say_when
from apps.scheduling.domain.phrases import join_phrases
from apps.scheduling.domain.reasons import UnclearError
from apps.scheduling.domain.recurrences import DOUBTED
from apps.scheduling.domain.several import is_entangled, read_parts, split_days
from apps.scheduling.domain.slots import Slots, sort_phrases
from apps.scheduling.domain.spans import find_spans
from apps.scheduling.domain.spec import Kind, Reading, Span, Understanding, Verdict
from apps.scheduling.domain.task_text import task_of
from apps.scheduling.domain.typed import read_typed
from apps.scheduling.domain.ways import ways_to_understand
from apps.scheduling.domain.zones import find_zone

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from apps.scheduling.domain.lexer import Token


def understand(
    sentence: str, *, now: datetime, timezone: str, has_calendar: bool = False
) -> Understanding:
    """Read a sentence; `now` is the wall clock of `timezone`, without a zone.

    Everything that speaks of time is read, or the verdict is not exact. Where the tenant
    `has_calendar`, business days leave out its holidays; else they are Monday to Friday.
    """
    now = now.replace(second=0, microsecond=0)
    try:
        if typed := read_typed(sentence, now, timezone):
            whole = Span(0, len(sentence), "schedule")
            return Understanding(Verdict.EXACT, (Reading(typed),), spans=(whole,))
    except UnclearError as error:
        return Understanding(Verdict.UNCLEAR, reason=str(error))
    return _understand_words(sentence, now, timezone, has_calendar=has_calendar)


def _understand_words(
    sentence: str, now: datetime, timezone: str, *, has_calendar: bool
) -> Understanding:
    if not may_say_when(sentence):
        return Understanding(Verdict.NONE, reason="no_time")
    tokens = read_tokens(sentence)
    row = join_phrases(leave_attributes(tokens))
    slots = sort_phrases(row)
    if not slots.says_when:
        return Understanding(Verdict.NONE, reason="no_time")
    if why_not := find_no_schedule(tokens, slots):
        return Understanding(Verdict.NONE, reason=why_not)
    parts = [sort_phrases(part) for part in split_days(row)]
    read = [token for one in parts or [slots] for token in one.read]
    task, spans = task_of(sentence, read), find_spans(read, () if parts else slots.unread)
    try:
        zone = find_zone(slots.zone) if slots.zone else timezone
        for one in parts or [slots]:
            _refuse(one, has_calendar=has_calendar)
        _refuse_doubts(tokens, parts or [slots])
        now = _on_clock_of(zone, now, timezone)
        found = read_parts(parts, now) if parts else _read_whole(slots, row, now)
        readings = _in_zone(found, zone)
    except UnclearError as error:
        return Understanding(Verdict.UNCLEAR, task=task, reason=str(error), spans=spans)
    is_sure = len(readings) == 1 and DOUBTED.isdisjoint(readings[0].assumptions)
    verdict = Verdict.EXACT if is_sure else Verdict.AMBIGUOUS
    return Understanding(verdict, readings, task=task, spans=spans)


def _on_clock_of(zone: str, now: datetime, timezone: str) -> datetime:
    """Give the wall clock of the zone that the words name: today is today there."""
    if zone == timezone:
        return now
    return now.replace(tzinfo=ZoneInfo(timezone)).astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def _read_whole(slots: Slots, row: Sequence[Token], now: datetime) -> Iterable[Reading]:
    if is_entangled(row):
        raise UnclearError("several_schedules")
    return ways_to_understand(slots, now)


def _in_zone(found: Iterable[Reading], zone: str) -> tuple[Reading, ...]:
    """Give the distinct readings, all on the wall clock of one zone."""
    readings = [
        Reading(
            replace(
                one.spec,
                timezone=zone,
                skips_holidays=one.spec.skips_holidays and one.spec.kind is not Kind.ONCE,
            ),
            one.assumptions,
        )
        for one in found
    ]
    return tuple({reading.spec: reading for reading in reversed(readings)}.values())[::-1]


def _refuse(slots: Slots, *, has_calendar: bool) -> None:
    """Raise `UnclearError` for what cannot be a schedule however the rest is read."""
    if slots.wrong:
        raise UnclearError(slots.wrong)
    if slots.is_holiday or (slots.leaves_out_holidays and not has_calendar):
        raise UnclearError("holiday")
    slots.skips_holidays = has_calendar and (slots.leaves_out_holidays or slots.is_business_day)
    if slots.is_vague and not slots.times:
        raise UnclearError("vague")
    _refuse_lengths(slots)


def _refuse_doubts(tokens: Sequence[Token], said: Sequence[Slots]) -> None:
    """Raise `UnclearError` for what makes a time no fixed one, and for what was left unread."""
    if doubt := find_doubt(tokens, has_times=any(slots.times for slots in said)):
        raise UnclearError(doubt)
    if any(slots.unread for slots in said):
        raise UnclearError("unread")
    if exclaims("".join(token.text for token in tokens)):
        raise UnclearError("statement")


def _refuse_lengths(slots: Slots) -> None:
    lengths = [one for one in (slots.every, slots.after, slots.span, slots.skipped) if one]
    if any(one.unit == "vague" for one in lengths):
        raise UnclearError("vague")
    if any(one.amount == 0 for one in lengths):
        raise UnclearError("too_short")
