"""From when, until when and how often at most a schedule goes on."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING

from apps.scheduling.domain.calendar_days import add_length, find_date, find_near, next_weekday
from apps.scheduling.domain.reasons import UnclearError
from apps.scheduling.domain.recurring import Bounds, end_of, midnight
from apps.scheduling.domain.times_said import MIDNIGHT
from apps.scheduling.domain.vocabulary import Length, Near

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.scheduling.domain.clock import Time
    from apps.scheduling.domain.lexer import Token
    from apps.scheduling.domain.slots import Slots
    from apps.scheduling.domain.which_days import Days


def read_bounds(
    slots: Slots, now: datetime, *, days: Days | None = None, times: Sequence[Time] = MIDNIGHT
) -> Bounds:
    """Read from when and until when; `days` and `times` tell how many runs a week has.

    Raises `UnclearError` for what is over, and for more than one end.
    """
    bounds = Bounds(midnight(now), count=slots.runs, skips_holidays=slots.skips_holidays)
    if slots.start:
        _start(slots.start, bounds, now)
    if slots.until:
        bounds.ends_at = end_of(_bound_day(slots.until, now, is_end=True))
        if bounds.ends_at <= now:
            raise UnclearError("past")
    if slots.span:
        if bounds.ends_at or bounds.count:
            raise UnclearError("unread")
        _count_or_end(slots.span, bounds, days, times, now)
    if bounds.count and not bounds.starts_at:
        bounds.anchor = now
    if bounds.starts_at and bounds.ends_at and bounds.ends_at <= bounds.starts_at:
        raise UnclearError("never_fires")
    return bounds


def _start(token: Token, bounds: Bounds, now: datetime) -> None:
    start = midnight(_bound_day(token, now, is_end=False))
    if start < midnight(now):
        raise UnclearError("past")
    bounds.starts_at = start if start > now else None


def _count_or_end(
    span: Length, bounds: Bounds, days: Days | None, times: Sequence[Time], now: datetime
) -> None:
    """Read "for four weeks" as a count where each week has its runs, else as an end."""
    if days and days.every == 1 and (days.unit, span.unit) == ("day", "week"):
        span = Length(7 * span.amount, "day")
    if days and days.every == 1 and days.unit == span.unit and (a_period := _runs(days)):
        bounds.count = int(span.amount) * a_period * len(times)
        return
    if bounds.starts_at:
        bounds.ends_at = end_of(add_length(bounds.starts_at, span) - timedelta(days=1))
    else:
        bounds.ends_at = end_of(add_length(now, span))


def _runs(days: Days) -> int:
    """Tell on how many days of each period it runs; none where that differs."""
    match days.unit:
        case "day":
            return 0 if days.weekdays else 1
        case "week":
            return len(days.weekdays)
        case "month":
            return len(days.month_days) + len(days.nth) + len(days.nth_workdays)
    return 0


def _bound_day(token: Token, now: datetime, *, is_end: bool) -> datetime:
    today = now.date()
    match token.code:
        case "D":
            day = find_date(token.value[0], today)
        case "Q":
            day = find_near(token.value, today)[0]
            if is_end and not token.value.weekdays and not token.value.days:
                raise UnclearError("unread")
        case "r":
            day = today + timedelta(days=token.value)
        case "X":
            return add_length(now, token.value)
        case "w":
            day = next_weekday(today, token.value)
        case "E" | "M":
            day = _end_of_period(token, today)
        case _:
            raise UnclearError("unread")
    return datetime.combine(day, time())


def _end_of_period(token: Token, today: date) -> date:
    if token.code == "M" or token.value not in ("month", "year"):
        raise UnclearError("unread")
    if token.value == "year":
        return today.replace(month=12, day=31)
    return find_near(Near(0, "month", days=(-1,)), today)[0]
