"""The times of a sentence, in the ways they can be read together."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from apps.scheduling.domain.clock import Time, fits_part, read_times
from apps.scheduling.domain.reasons import UnclearError
from apps.scheduling.domain.vocabulary import Said

if TYPE_CHECKING:
    from apps.scheduling.domain.slots import Slots

MIDNIGHT = (Time(0, 0),)
NOON = 12
SUB_DAILY = frozenset({"minute", "hour", "quarter_hour", "second"})


def ways_to_read(slots: Slots) -> list[tuple[Time, ...]]:
    """Give the ways to read all times of a sentence together: at most two."""
    said = [
        Said(one.clock, (slots.part,)) if slots.part and _is_open(one) else one
        for one in slots.times
    ]
    each = [read_times(one) for one in said]
    if slots.part and not all(_fits(one, slots.part) for ways in each for one in ways[0]):
        raise UnclearError("time_missing")
    likeliest = tuple(chain.from_iterable(ways[0] for ways in each))
    if all(len(ways) == 1 for ways in each):
        return [likeliest]
    return [likeliest, tuple(chain.from_iterable(ways[-1] for ways in each))]


def _fits(at: Time, part: str) -> bool:
    """Tell whether a time lies in the part of the day that was named apart from it."""
    return fits_part(at.hour, part)


def _is_open(said: Said) -> bool:
    clock = said.clock
    if said.parts or clock.half:
        return False
    # 9:30 is the morning's, unless the evening was named; noon and midnight are named already.
    return not clock.is_full or 0 < clock.hour < NOON


def _hours(first: Time, last: Time) -> float:
    return (last.hour - first.hour + (last.minute - first.minute) / 60) % 24


def _counts_to_24(said: Said) -> bool:
    return said.clock.hour > NOON and not said.clock.half and not said.parts


def windows_to_read(slots: Slots) -> list[tuple[Time, Time] | None]:
    """Give the ways to read from when until when of a day; None where all of it."""
    if slots.window is None:
        return [None]
    first, last = (read_times(one) for one in slots.window)
    likeliest = (first[0][0], last[0][0])
    if len(first) == len(last) == 2:
        both = [(a[0], b[0]) for a in first for b in last if 0 < _hours(a[0], b[0]) <= NOON]
        return list(both)
    if len(first) == 2 and _counts_to_24(slots.window[1]):
        return [(min(first)[0], last[0][0])]  # 6点到22点: who counts to 24 says six in the morning
    if len(first) == 2 and slots.window[1].clock.half:
        # From 8 to 10pm: two hours or fourteen.
        before = [(a[0], last[0][0]) for a in first if a[0] < last[0][0]]
        return list(before) or [likeliest]
    if len(first) == 1 and len(last) == 2 and last[0][0] <= first[0][0]:
        later = [way[0] for way in last if way[0] > first[0][0]]
        return [(first[0][0], later[0])] if later else [likeliest]
    return [likeliest]
