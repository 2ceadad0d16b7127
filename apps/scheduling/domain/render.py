"""Says a schedule in a sentence, Chinese or English, which reads back as the same schedule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.scheduling.domain import say_en, say_zh
from apps.scheduling.domain.durations import read_duration
from apps.scheduling.domain.pattern import Pattern, find_within, take_apart
from apps.scheduling.domain.spec import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from types import ModuleType

    from apps.language.tokens import Language
    from apps.scheduling.domain.spec import Spec

_SPEECH: dict[Language, ModuleType] = {"zh": say_zh, "en": say_en}


def describe(spec: Spec, language: Language, *, today: datetime | None = None) -> str:
    """Say a schedule; a start that is not today is said with it.

    What no sentence can say is given as it is written: a cron expression, a rule.
    """
    speech = _SPEECH[language]
    if spec.kind is Kind.ONCE and spec.at:
        day = speech.say_date(spec.at)
        return str(day if spec.time_missing else f"{day} {spec.at:%H:%M}")
    if spec.kind is Kind.INTERVAL:
        said = speech.say_every(int(read_duration(spec.every).total_seconds() // 60))
    else:
        patterns = take_apart(spec)
        if not patterns or (len(patterns) > 1 and not _stand_side_by_side(patterns)):
            return "; ".join(spec.cron) or spec.rrule
        said = speech.AND.join(_sentence(one, spec, language) for one in patterns)
    start = spec.starts_at if today and spec.starts_at else None
    if start and today and start.date() == today.date():
        start = None
    holidays = speech.NO_HOLIDAYS if spec.skips_holidays else ""
    return f"{said}{holidays}{speech.say_bounds(spec, start)}"


def _stand_side_by_side(patterns: Sequence[Pattern]) -> bool:
    """Tell whether each is days of the week, or every day, with listed times."""
    return all(
        one.days.unit in ("day", "week") and not one.days.months and not find_within(one)
        for one in patterns
    )


def _sentence(pattern: Pattern, spec: Spec, language: Language) -> str:
    speech = _SPEECH[language]
    is_listed = spec.time_missing or spec.kind is Kind.RRULE
    within = None if is_listed else find_within(pattern)
    if within:
        return str(speech.say_within(within, pattern.days))
    days = speech.say_days(pattern.days)
    return str(days if spec.time_missing else days + speech.say_at(pattern.minutes))
