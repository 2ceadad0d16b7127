"""Phrases of times of the day: with their part of the day, in lists, as a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.scheduling.domain.joining import phrase_of, values_of
from apps.scheduling.domain.vocabulary import Clock, Said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.scheduling.domain.lexer import Token


def join_parts(phrase: Sequence[Token]) -> Token | None:
    """早晚: two parts of the day."""
    return phrase_of("p", tuple(part for some in values_of(phrase, "p") for part in some), phrase)


def join_said(phrase: Sequence[Token]) -> Token | None:
    """早上8点, 9 in the evening."""
    parts = tuple(part for some in values_of(phrase, "p") for part in some)
    clocks = [one for one in phrase if one.code in "tn"]
    if len(clocks) != 1:
        return None
    clock = clocks[0].value
    if isinstance(clock, int):
        if clock > 24:
            return None
        clock = Clock(clock, is_full=clock > 12)
    return phrase_of("t", (Said(clock, parts),), phrase)


def join_said_list(phrase: Sequence[Token]) -> Token | None:
    """At 9, 12 and 17."""
    said: list[Said] = []
    for one in phrase:
        if one.code == "t":
            said += [Said(one.value)] if isinstance(one.value, Clock) else one.value
        elif one.code == "n":
            if one.value > 24:
                return None
            said.append(Said(Clock(one.value, is_full=one.value > 12 or one.value == 0)))
    return phrase_of("t", _with_parts(said), phrase)


def _with_parts(said: list[Said]) -> tuple[Said, ...]:
    """Let times that follow one another share the part of the day, or am and pm."""
    if any(one.clock.hour > 12 and one.clock.is_full for one in said):
        return tuple(
            one if one.parts or one.clock.half else Said(one.clock._replace(is_full=True))
            for one in said
        )
    halves = [one.clock.half for one in said if one.clock.half]
    if len(set(halves)) == 1 and said[-1].clock.half:
        shared = [
            one if _is_certain(one) else Said(one.clock._replace(half=halves[0])) for one in said
        ]
        if [one.clock.hour % 12 for one in shared] == sorted(one.clock.hour % 12 for one in shared):
            return tuple(shared)
    carried: list[Said] = []
    for one in said:
        before = carried[-1] if carried else None
        is_later = before is not None and one.clock.hour > before.clock.hour
        if before and before.parts and is_later and not _is_certain(one):
            carried.append(Said(one.clock, before.parts))
        else:
            carried.append(one)
    return tuple(carried)


def _is_certain(said: Said) -> bool:
    return bool(said.parts or said.clock.half or said.clock.is_full)


def join_window(phrase: Sequence[Token]) -> Token | None:
    """From 9 to 17, 9点到18点."""
    ends: list[Said] = []
    for one in phrase:
        if one.code == "t":
            ends += [Said(one.value)] if isinstance(one.value, Clock) else one.value
        elif one.code == "n":
            ends.append(Said(Clock(one.value, is_full=one.value > 12 or one.value == 0)))
    return phrase_of("Y", (ends[0], ends[1]), phrase) if len(ends) == 2 else None
