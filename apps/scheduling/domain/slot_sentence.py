"""What a model may say of words that the rules could not read: slots, and the sentence they make.

The sentence is read by the rules as any other. A model names no expression and no date: days are
told from today, by weekday, or by their number, and every figure stands in the person's own words.
"""

from __future__ import annotations

import re
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

MOST_TIMES = 6
_RANKS = {1: "1st", 2: "2nd", 3: "3rd", 21: "21st", 22: "22nd", 23: "23rd", 31: "31st"}
_LAST_DAY = -1
# Told from now within the day: a clock time for it could only be made up.
_FROM_NOW = re.compile(
    r"(?:秒钟?|分钟?|刻钟?|小时|钟头|时辰|会儿?)[之以过]?后"
    r"|\b(?:minutes?|mins?|hours?|hrs?|bit|while) (?:later|from now)\b"
    r"|\bin [a-z0-9' -]{1,20}\b(?:minutes?|mins?|hours?|hrs?|bit|while|moment)\b",
    re.IGNORECASE,
)

Weekday = Literal["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]


class FilledSlots(BaseModel):
    """The slots of one schedule."""

    model_config = ConfigDict(extra="forbid")

    is_schedule: bool = Field(description="Whether the text asks for something at a time")
    repeats: Literal["once", "daily", "weekly", "monthly", "every"] = "once"
    amount: int | None = Field(None, ge=1, le=1000, description="Of `every`: how many units")
    unit: Literal["minute", "hour", "day", "week", "month"] | None = None
    days_from_today: int | None = Field(None, ge=0, le=366, description="Of `once`: 1 is tomorrow")
    weekdays: list[Weekday] = Field(default_factory=list, max_length=7)
    month_days: list[int] = Field(default_factory=list, max_length=10, description="-1: the last")
    times: list[str] = Field(
        default_factory=list, max_length=MOST_TIMES, description="HH:MM of 24 hours, none if unsaid"
    )
    quotes: list[str] = Field(
        default_factory=list, max_length=8, description="The words of the text that say when"
    )


def write_sentence(slots: FilledSlots, text: str) -> str:
    """Say the slots in a sentence that the rules read; empty where they do not hold.

    They hold where every quote stands in the text, and no clock time is given for words that tell
    a time from now.
    """
    quoted = [quote.strip() for quote in slots.quotes if quote.strip()]
    if not slots.is_schedule or not quoted or any(quote not in text for quote in quoted):
        return ""
    if slots.times and any(_FROM_NOW.search(quote) for quote in quoted):
        return ""
    days = _days(slots)
    if not days or any(not re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", one) for one in slots.times):
        return ""
    is_within_a_day = slots.repeats == "every" and slots.unit in ("minute", "hour")
    if is_within_a_day:
        return days if not slots.times else ""
    return f"{days} at {_listed(sorted(set(slots.times)))}" if slots.times else days


def _days(slots: FilledSlots) -> str:
    weekdays = _listed(list(dict.fromkeys(slots.weekdays)))
    match slots.repeats:
        case "daily":
            return "" if weekdays or slots.month_days else "every day"
        case "weekly":
            return f"every {weekdays}" if weekdays else ""
        case "monthly":
            return _of_month(slots.month_days)
        case "every" if slots.amount and slots.unit:
            unit = slots.unit if slots.amount == 1 else f"{slots.amount} {slots.unit}s"
            return f"every {unit}" + (f" on {weekdays}" if weekdays else "")
        case "once":
            return _once(slots)
        case _:
            return ""


def _once(slots: FilledSlots) -> str:
    if slots.days_from_today is not None:
        return {0: "today", 1: "tomorrow"}.get(
            slots.days_from_today, f"in {slots.days_from_today} days"
        )
    return f"this {slots.weekdays[0]}" if len(slots.weekdays) == 1 else ""


def _of_month(days: list[int]) -> str:
    if days == [_LAST_DAY]:
        return "the last day of every month"
    if not days or any(not 1 <= day <= 31 for day in days):
        return ""
    ranked = [_RANKS.get(day, f"{day}th") for day in sorted(set(days))]
    return f"the {_listed(ranked)} of every month"


def _listed(some: list[str]) -> str:
    return some[0] if len(some) == 1 else ", ".join(some[:-1]) + f" and {some[-1]}" if some else ""
