"""Write the relevant part of a profile as one short line of data, within a budget of tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.language.tokens import estimate_tokens
from apps.profiles.domain.fields import PAIN_POINTS, FieldName

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_OPENINGS = {"zh": "[用户画像]", "en": "[User profile]"}
_TITLES: dict[str, dict[str, str]] = {
    "zh": {
        FieldName.ROLE: "角色",
        FieldName.INDUSTRY: "行业",
        FieldName.EXPERTISE: "熟练程度",
        FieldName.STYLE: "沟通风格",
        FieldName.LANGUAGE: "语言",
        FieldName.TOOLS: "常用工具",
        FieldName.TOPICS: "近期话题",
        PAIN_POINTS: "未解决的问题",
    },
    "en": {
        FieldName.ROLE: "role",
        FieldName.INDUSTRY: "industry",
        FieldName.EXPERTISE: "expertise",
        FieldName.STYLE: "style",
        FieldName.LANGUAGE: "language",
        FieldName.TOOLS: "tools",
        FieldName.TOPICS: "recent topics",
        PAIN_POINTS: "open problems",
    },
}
_WORDS_ZH = {
    "beginner": "新手",
    "intermediate": "有基础",
    "expert": "专家",
    "concise": "简洁",
    "detailed": "详细",
    "formal": "正式",
    "casual": "随意",
}
_MARKS = {"zh": ("：", "、", "；"), "en": (": ", ", ", "; ")}


def write_line(
    names: Sequence[str], values: Mapping[str, Sequence[str]], *, language: str, max_tokens: int
) -> str:
    """Write the named fields, as many as fit into the budget; empty when none does."""
    colon, comma, semicolon = _MARKS[language]
    opening, parts = _OPENINGS[language], list[str]()
    for name in names:
        told = [_told(value, language) for value in values[name]]
        part = f"{_TITLES[language][name]}{colon}{comma.join(told)}"
        if estimate_tokens(f"{opening} {semicolon.join([*parts, part])}") <= max_tokens:
            parts.append(part)
    return f"{opening} {semicolon.join(parts)}" if parts else ""


def _told(value: str, language: str) -> str:
    return _WORDS_ZH.get(value, value) if language == "zh" else value
