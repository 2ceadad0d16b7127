"""Which hour of the 24 a time of day means; two where neither half of the day was said."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from apps.scheduling.domain.reasons import UnclearError

if TYPE_CHECKING:
    from apps.scheduling.domain.vocabulary import Said

_NOON = 12
_LAST_HOUR = 24
_MOST_MINUTES = 59
# Of a bare hour: from seven to eleven in the morning, from one to six in the afternoon.
_EARLIEST_BARE, _LATEST_BARE = 7, 11


class Time(NamedTuple):
    """A time of day; `next_day` where midnight ends the day that was named."""

    hour: int
    minute: int
    next_day: bool = False


class WrongTimeError(UnclearError):
    """A time that no clock shows."""

    def __init__(self) -> None:
        super().__init__("invalid_time")


def read_times(said: Said) -> list[tuple[Time, ...]]:
    """Give the ways to read a time, likeliest first; of several parts of the day one time each.

    Raises `WrongTimeError`.
    """
    clock = said.clock
    if clock.minute > _MOST_MINUTES or clock.hour * 60 + clock.minute > _LAST_HOUR * 60:
        raise WrongTimeError
    if clock.half:
        return [(_of_half(clock.hour, clock.minute, clock.half),)]
    if said.parts:
        return [tuple(_of_part(clock.hour, clock.minute, part) for part in said.parts)]
    if clock.is_full:
        return [(Time(clock.hour % 24, clock.minute, clock.hour == _LAST_HOUR),)]
    return [(time,) for time in _bare(clock.hour, clock.minute)]


def _bare(hour: int, minute: int) -> list[Time]:
    early = Time(hour % _NOON, minute)
    late = Time(hour % _NOON + _NOON, minute)
    return [early, late] if _EARLIEST_BARE <= hour <= _LATEST_BARE else [late, early]


def _of_half(hour: int, minute: int, half: str) -> Time:
    if hour > _NOON:
        raise WrongTimeError
    return Time(hour % _NOON + (_NOON if half == "pm" else 0), minute)


def _of_part(hour: int, minute: int, part: str) -> Time:
    if hour > _NOON or hour == 0:
        return _checked(hour % 24, minute, part)
    if part in ("small_hours", "morning"):
        if part == "small_hours":
            return Time(hour % _NOON, minute)
        return Time(hour, minute)
    if part == "noon":
        return Time(hour if hour >= 10 else hour + _NOON, minute)
    if part == "night" and (hour == _NOON or hour <= 4):
        return Time(hour % _NOON, minute, next_day=True)
    return Time(hour % _NOON + _NOON, minute)


def _checked(hour: int, minute: int, part: str) -> Time:
    """Hold a 24-hour clock against the part of the day that was said beside it."""
    if not fits_part(hour, part):
        raise WrongTimeError
    return Time(hour, minute, next_day=part == "night" and hour < 6)


def fits_part(hour: int, part: str) -> bool:
    """Tell whether an hour of 24 lies in a part of the day."""
    return {
        "small_hours": hour < 7,
        "morning": 3 <= hour <= _NOON,
        "noon": 10 <= hour <= 15,
        "afternoon": _NOON <= hour < 20,
        "evening": 16 <= hour < 24,
        "night": hour >= 17 or hour < 6,
    }[part]
