"""Says days and times in Chinese, in words that read back as the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.scheduling.domain.pattern import is_of_quarter
from apps.scheduling.domain.vocabulary import WEEKEND, WORKING_DAYS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from apps.scheduling.domain.pattern import Within
    from apps.scheduling.domain.spec import Spec
    from apps.scheduling.domain.which_days import Days

AND = "和"
NO_HOLIDAYS = "（节假日除外）"
_WEEKDAYS = "一二三四五六日"


def say_every(minutes: int) -> str:
    """Say every so many minutes, in hours where they are whole."""
    if minutes % 60:
        return "每分钟" if minutes == 1 else f"每{minutes}分钟"
    return "每小时" if minutes == 60 else f"每{minutes // 60}个小时"


def say_within(within: Within, days: Days) -> str:
    """Say what comes many times a day."""
    on = f"{_in_months(days)}{say_weekdays(days.weekdays) or ('的' if days.months else '')}"
    first = within.first
    if within.last is not None:
        window = f"{say_clock(first)}到{say_clock(within.last)}"
        return f"{on}{window}{say_every(within.step)}"
    if first == 0:
        return on + say_every(within.step)
    if within.step == 60:
        return f"{on}每小时的第{first}分钟"
    return f"{on}{say_every(within.step)}，从第{first}分钟开始"


def say_days(days: Days) -> str:
    """Say on which days."""
    months = _in_months(days)
    if days.unit in ("day", "week") and not days.weekdays:
        return months + ("每天" if days.every == 1 else f"每{days.every}天")
    if days.unit in ("day", "week"):
        named = say_weekdays(days.weekdays)
        return months + (
            named if days.every == 1 else f"每{days.every}周的{named.removeprefix('每')}"
        )
    return _say_days_of_month(days)


def _say_days_of_month(days: Days) -> str:
    which = _which(days)
    if is_of_quarter(days):
        return f"每季度的{which}"
    if days.months and all(day > 0 for day in days.month_days) and days.month_days:
        dates = "、".join(f"{m}月{d}日" for m in days.months for d in days.month_days)
        return (
            f"每年{dates}"
            if days.unit != "year" or days.every == 1
            else f"每{days.every}年的{dates}"
        )
    if days.months:
        return f"{_in_months(days)}每月的{which}"
    unit = "年" if days.unit == "year" else "个月"
    return (
        f"每{unit.removeprefix('个')}的{which}"
        if days.every == 1
        else f"每{days.every}{unit}的{which}"
    )


def _in_months(days: Days) -> str:
    return "、".join(f"{month}月" for month in days.months)


def _which(days: Days) -> str:
    if days.nth:
        ranks = AND.join(_rank(rank) for rank, _ in days.nth)
        return f"{ranks}周{_WEEKDAYS[days.nth[0][1]]}"
    if days.nth_workdays:
        return AND.join(_rank(rank) for rank in days.nth_workdays) + "工作日"
    if all(day > 0 for day in days.month_days):
        return "、".join(f"{day}号" for day in days.month_days)
    return AND.join(
        f"第{day}天" if day > 0 else "最后一天" if day == -1 else f"倒数第{-day}天"
        for day in days.month_days
    )


def _rank(rank: int) -> str:
    return f"第{rank}个" if rank > 0 else "最后一个" if rank == -1 else f"倒数第{-rank}个"


def say_weekdays(days: tuple[int, ...]) -> str:
    """Say days of the week; nothing where there are none."""
    if not days:
        return ""
    if days == WORKING_DAYS:
        return "每周一到周五"
    if days == WEEKEND:
        return "每周末"
    return "每周" + "、".join(_WEEKDAYS[day] for day in days)


def say_at(minutes: Sequence[int]) -> str:
    """Say times of the day behind their days."""
    return "、".join(say_clock(minute) for minute in minutes)


def say_clock(minute: int) -> str:
    """Say a minute of the day as on a clock of 24 hours."""
    return f"{minute // 60:02d}:{minute % 60:02d}"


def say_date(day: datetime) -> str:
    """Say a day with its year."""
    return f"{day.year}年{day.month}月{day.day}日"


def say_bounds(spec: Spec, start: datetime | None) -> str:
    """Say from when, how often and until when."""
    said = f"，从{say_date(start)}开始" if start else ""
    if spec.max_runs:
        said += f"，共{spec.max_runs}次"
    return said + (f"，直到{say_date(spec.ends_at)}" if spec.ends_at else "")
