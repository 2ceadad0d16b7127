"""The ways in which what was said can be meant: again and again, once, after a while."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.scheduling.domain.moments import after_a_while, first_of, next_only, once
from apps.scheduling.domain.reasons import UnclearError
from apps.scheduling.domain.recurrences import recurring
from apps.scheduling.domain.recurring import recur_within_days
from apps.scheduling.domain.slots import Slots
from apps.scheduling.domain.spec import Reading
from apps.scheduling.domain.times_said import SUB_DAILY
from apps.scheduling.domain.vocabulary import WEEKEND

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from apps.scheduling.domain.vocabulary import Length


def ways_to_understand(slots: Slots, now: datetime) -> Iterator[Reading]:
    """Give the readings of a sentence, likeliest first. Raises `UnclearError`."""
    if slots.length:
        yield from _bare_length(slots.length, now)
    elif slots.after:
        yield from after_a_while(slots, now)
    elif slots.recurs or slots.every or slots.skipped or slots.doubtful or slots.per:
        yield from recurring(slots, now)
    elif slots.dates or slots.near or slots.day is not None:
        yield from once(slots, now)
    else:
        yield from _open(slots, now)


def _bare_length(length: Length, now: datetime) -> Iterator[Reading]:
    """Read "30m" and nothing else: in half an hour, or every half hour."""
    if length.unit == "vague":
        raise UnclearError("vague")
    if length.amount == 0:
        raise UnclearError("too_short")
    for reading in after_a_while(Slots(after=length), now):
        yield Reading(reading.spec, ("counted_from_now",))
    if length.unit in SUB_DAILY:
        yield Reading(recur_within_days(Slots(every=length), None))


def _open(slots: Slots, now: datetime) -> Iterator[Reading]:
    """Read what says neither that it recurs nor that it does not: both ways."""
    if slots.window or slots.left_out or slots.minute_past is not None:
        raise UnclearError("unread")
    if slots.until or slots.span or slots.runs or slots.start:
        raise UnclearError("day_missing")
    if slots.nth and slots.nth[0][0] == -1 and not slots.every:
        raise UnclearError("past")
    again = list(recurring(slots, now))
    if slots.nth or slots.nth_workdays:
        slots.recurs = False
        yield from again
        yield from first_of(again, now)
        return
    weekdays = slots.weekdays or (WEEKEND if slots.is_weekend else ())
    single = list(next_only(slots, weekdays, now))
    once_first = len(slots.weekdays) == 1 or bool(slots.month_days)
    yield from [*single, *again] if once_first else [*again, *single]
