"""The words for days that the demo's stories use, so that they read as recent at any time."""

from __future__ import annotations

from datetime import timedelta
from string import Template
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date


def day_words(day: date) -> dict[str, str]:
    """Spell the days, weeks and month around a day, by the name that stories call them."""
    monday = day - timedelta(days=day.weekday())
    month_end = day.replace(day=1) - timedelta(days=1)
    last_week = (monday - timedelta(days=7)).isocalendar()
    return {
        "today": day.isoformat(),
        "yesterday": (day - timedelta(days=1)).isoformat(),
        "tomorrow": (day + timedelta(days=1)).isoformat(),
        "month_ago": (day - timedelta(days=30)).isoformat(),
        "half_month_ago": (day - timedelta(days=15)).isoformat(),
        "last_monday": (monday - timedelta(days=7)).isoformat(),
        "last_sunday": (monday - timedelta(days=1)).isoformat(),
        "next_monday": (monday + timedelta(days=7)).isoformat(),
        "next_sunday": (monday + timedelta(days=13)).isoformat(),
        "last_week": f"{last_week.year}-W{last_week.week:02}",
        "last_month": f"{month_end:%Y-%m}",
        "last_month_zh": f"{month_end.month}月",
        "last_month_zh_long": f"{month_end.year}年{month_end.month}月",
        "last_month_start": month_end.replace(day=1).isoformat(),
        "last_month_end": month_end.isoformat(),
    }


def fill(value: Any, words: Mapping[str, str]) -> Any:
    """Replace `$word` in every text of a nested value; an unknown word stays as it is."""
    if isinstance(value, str):
        return Template(value).safe_substitute(words)
    if isinstance(value, dict):
        return {key: fill(item, words) for key, item in value.items()}
    if isinstance(value, list):
        return [fill(item, words) for item in value]
    return value
