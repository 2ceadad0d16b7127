"""The one question that is asked where a schedule is not clear, in the person's language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from apps.scheduling.domain.questions import question_for

if TYPE_CHECKING:
    from apps.language.tokens import Language
    from apps.scheduling.domain.spec import Understanding

_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_ZONE = {
    "zh": "你在哪个时区？",
    "en": "Which time zone are you in?",
}
_ZONES = {
    "zh": ("Asia/Shanghai", "Asia/Hong_Kong", "Asia/Tokyo", "UTC"),
    "en": ("Europe/London", "America/New_York", "America/Los_Angeles", "UTC"),
}


class Asked(NamedTuple):
    """A question and what may be answered; both empty where nothing is to be asked."""

    question: str
    choices: list[str]


def ask_further(understood: Understanding, language: Language) -> Asked:
    """Ask what is missing or doubtful of what was understood."""
    if understood.reason == "zone_missing":
        return Asked(_ZONE[language], list(_ZONES[language]))
    asked = question_for(understood, language)
    return Asked(asked.text, list(asked.choices)) if asked else Asked("", [])


def language_of(text: str, locale: str = "") -> Language:
    """Give the language to answer in: the one asked for, else that of the words."""
    if locale:
        return "zh" if locale.lower().startswith("zh") else "en"
    return "zh" if _CHINESE.search(text) else "en"
