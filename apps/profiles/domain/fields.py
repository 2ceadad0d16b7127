"""The fields of a profile: their names, the values they may have, and when two values are one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from apps.profiles.domain.industries import industry_key
from apps.profiles.domain.speech import fold
from apps.profiles.domain.topics import is_topic

if TYPE_CHECKING:
    from decimal import Decimal


class FieldName(StrEnum):
    """What is known of a person, in the order it is told."""

    INDUSTRY = "industry"
    ROLE = "role"
    EXPERTISE = "expertise_level"
    STYLE = "communication_style"
    LANGUAGE = "preferred_language"
    TOOLS = "preferred_tools"
    TOPICS = "recent_topics"


# Drawn from elsewhere at each reading; nothing of it is stored with the profile.
PAIN_POINTS = "active_pain_points"
LISTS = frozenset({FieldName.TOOLS, FieldName.TOPICS})
CHOICES: dict[str, tuple[str, ...]] = {
    FieldName.EXPERTISE: ("beginner", "intermediate", "expert"),
    FieldName.STYLE: ("concise", "detailed", "formal", "casual"),
}
MOST_VALUE = 100
MOST_LISTED = 10
_TAG = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{2,8})*", re.IGNORECASE)
_LANGUAGES = {
    "english": "en",
    "chinese": "zh",
    "英文": "en",
    "英语": "en",
    "中文": "zh",
    "汉语": "zh",
}
_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class FieldSignal:
    """One hint at a value, with the words that gave it; `weight` is how sure it alone makes."""

    name: FieldName
    value: str
    quote: str
    weight: Decimal


class WrongValue(ValueError):
    """A value that a field cannot have; the message says what it could."""


def read_values(name: str, value: object) -> list[str]:
    """Check what a person gives for a field and list its values; raises `WrongValue`."""
    if name == FieldName.TOPICS:
        raise WrongValue("This is drawn from what was asked lately; it can only be forgotten.")
    if name in LISTS:
        return _read_list(value)
    if not isinstance(value, str) or not value.strip():
        raise WrongValue("Give a text, or null to forget it.")
    return [_read_one(name, _SPACES.sub(" ", value).strip())]


def _read_list(value: object) -> list[str]:
    given = [value] if isinstance(value, str) else value
    if not isinstance(given, list) or not given or not all(isinstance(one, str) for one in given):
        raise WrongValue("Give a list of texts, or null to forget it.")
    if len(given) > MOST_LISTED:
        raise WrongValue(f"Give at most {MOST_LISTED}.")
    cleaned = [_SPACES.sub(" ", one).strip() for one in given]
    if any(not one or len(one) > MOST_VALUE for one in cleaned):
        raise WrongValue(f"Each has 1 to {MOST_VALUE} characters.")
    return list(dict.fromkeys(cleaned))


def _read_one(name: str, value: str) -> str:
    if len(value) > MOST_VALUE:
        raise WrongValue(f"Give at most {MOST_VALUE} characters.")
    if name in CHOICES and value.lower() not in CHOICES[name]:
        raise WrongValue(f"Give one of {', '.join(CHOICES[name])}.")
    if name == FieldName.LANGUAGE:
        value = _LANGUAGES.get(value.lower(), value)
        if not _TAG.fullmatch(value):
            raise WrongValue("Give a language tag such as en, zh or zh-Hant.")
    return value.lower() if name in CHOICES else value


def value_key(name: str, value: str) -> str:
    """Name a value so that spellings of one value are one: case, width, script, language."""
    folded = _SPACES.sub(" ", fold(value)).strip()
    return (industry_key(folded) or folded) if name == FieldName.INDUSTRY else folded


def is_known_value(name: str, value: str) -> bool:
    """Tell whether an inferred value is one that the field may have."""
    if not value.strip() or len(value) > MOST_VALUE:
        return False
    if name in CHOICES:
        return value in CHOICES[name]
    if name == FieldName.TOPICS:
        return is_topic(value)
    return name != FieldName.LANGUAGE or bool(_TAG.fullmatch(value))
