"""What the patterns of all words of time share: numbers, units, and what a token can hold."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from apps.scheduling.domain import numerals

# A word's code, its pattern, and what is made of a match.
Word = tuple[str, str, Callable[[re.Match[str]], object]]

NUMBER = rf"(?:\d{{1,9}}|{numerals.ZH})"
NUMBER_EN = (
    rf"(?:\d{{1,9}}|(?:{numerals.EN})(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)"
)
MINUTES_ZH = r"(?:[0-5]\d|零[一二三四五六七八九]|[二三四五]?十[一二三四五六七八九]?)"

WORKING_DAYS = (0, 1, 2, 3, 4)
WEEKEND = (5, 6)
WEEKDAYS_ZH = {sign: day for day, sign in enumerate("一二三四五六日")} | {"天": 6}
WEEKDAYS_EN = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MONTHS_EN = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
UNITS = {
    **dict.fromkeys(("分钟", "分", "minute", "min", "m"), "minute"),
    **dict.fromkeys(("小时", "钟头", "hour", "hr", "h"), "hour"),
    **dict.fromkeys(("天", "日", "day", "d"), "day"),
    **dict.fromkeys(("周", "星期", "礼拜", "week", "wk", "w"), "week"),
    **dict.fromkeys(("月", "month"), "month"),
    **dict.fromkeys(("季度", "季", "quarter"), "quarter"),
    **dict.fromkeys(("年", "year", "yr"), "year"),
    **dict.fromkeys(("秒", "秒钟", "second", "sec", "s"), "second"),
    "刻钟": "quarter_hour",
    "fortnight": "fortnight",
}
PARTS = {
    **dict.fromkeys(("凌晨",), "small_hours"),
    **dict.fromkeys(
        "清晨 清早 大清早 早晨 早上 早间 一早 早 上午 morning mornings".split(), "morning"
    ),
    **dict.fromkeys(("中午", "午间"), "noon"),
    **dict.fromkeys(("下午", "午后", "afternoon", "afternoons"), "afternoon"),
    **dict.fromkeys(("傍晚", "黄昏", "evening", "evenings"), "evening"),
    **dict.fromkeys("晚上 晚间 夜晚 晚 夜里 夜间 深夜 半夜 night nights nightly".split(), "night"),
}
FREQUENCIES = {
    "hourly": (1, "hour"),
    "daily": (1, "day"),
    "天天": (1, "day"),
    "weekly": (1, "week"),
    "fortnightly": (2, "week"),
    "monthly": (1, "month"),
    "quarterly": (1, "quarter"),
    **dict.fromkeys(("yearly", "annually"), (1, "year")),
}
DOUBTFUL = {"biweekly": "week", "bi-weekly": "week", "bimonthly": "month", "bi-monthly": "month"}


class Clock(NamedTuple):
    """A time as it is said: `half` of the day where that is said, figures as on a 24-hour clock."""

    hour: int
    minute: int = 0
    half: str = ""
    is_full: bool = False


class Length(NamedTuple):
    """So many of a unit; halves occur."""

    amount: float
    unit: str


class Day(NamedTuple):
    """A day of the calendar; without a year, of the next that comes."""

    year: int | None
    month: int
    day: int


def en(words: str) -> str:
    """Write a pattern of whole English words."""
    return rf"(?<![a-z])(?:{words})(?![a-z])"


class Said(NamedTuple):
    """A time of day as it was said, with the parts of the day it was said with."""

    clock: Clock
    parts: tuple[str, ...] = ()


class Near(NamedTuple):
    """A day or a period told from today: `next` Monday, 下个月; `by` says how many on."""

    by: int
    unit: str
    weekdays: tuple[int, ...] = ()
    days: tuple[int, ...] = ()
    dates: tuple[Day, ...] = ()
    is_loose: bool = False
