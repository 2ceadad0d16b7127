"""A message hints at who its author is; what is of others, supposed or for once does not."""

from __future__ import annotations

import pytest

from apps.profiles.domain.signals import WRITTEN_IN, find_signals

HINTS = [
    ("I'm the head nurse of ward 7", {"role": "head nurse", "industry": "healthcare"}),
    ("As a nurse, I need an overview of the beds", {"role": "nurse", "industry": "healthcare"}),
    ("My role is plant manager", {"role": "plant manager", "industry": "manufacturing"}),
    ("我是七病区的护士长，帮我排班", {"role": "护士长", "industry": "医疗"}),
    ("我們廠有三條產線", {"industry": "制造业"}),
    ("我的职业是会计", {"role": "会计"}),
    ("我们公司做物流", {"industry": "物流"}),
    ("I'm new to Kubernetes", {"expertise_level": "beginner"}),
    ("I have 12 years of experience in payroll", {"expertise_level": "expert"}),
    ("我是新手", {"expertise_level": "beginner"}),
    ("我干了十年会计", {"expertise_level": "expert"}),
    ("I prefer concise answers", {"communication_style": "concise"}),
    ("I hate long answers", {"communication_style": "concise"}),
    ("以后都详细一点", {"communication_style": "detailed"}),
    ("我讨厌废话", {"communication_style": "concise"}),
    ("From now on, answer in English.", {"preferred_language": "en"}),
    ("以后都用中文回答", {"preferred_language": "zh"}),
    ("我习惯用 Excel 看数据", {"preferred_tools": "Excel"}),
    ("I usually use PowerBI", {"preferred_tools": "PowerBI"}),
]
NO_HINTS = (
    "My colleague is a nurse",
    "My wife works in a hospital",
    "If I were a nurse, I would ask",
    "I am not a nurse",
    "I used to be a nurse",
    "Am I a nurse?",
    "Write a story in which I am a nurse",
    "This once in English",
    "answer in English",
    "shorter please",
    "I'm a bit confused",
    "I'm no expert",
    "I have some shares to look into",
    "我同事是护士",
    "我老婆在医院工作",
    "如果我是护士",
    "我不是护士",
    "我以前是护士",
    "我是护士吗？",
    "这次用英文",
    "这次简短一点",
    "我是想问一下",
    "我有一些债券想了解",
)


def hints(message: str) -> dict[str, str]:
    """The hints of a message, topics and the language of writing aside."""
    found = [one for one in find_signals(message) if one.weight != WRITTEN_IN]
    return {str(one.name): one.value for one in found if one.name != "recent_topics"}


@pytest.mark.parametrize(("said", "hinted"), HINTS)
def test_what_somebody_says_of_themselves_hints_at_fields(said: str, hinted: dict[str, str]):
    assert hints(said) == hinted
    assert all(one.quote in said for one in find_signals(said))


@pytest.mark.parametrize("said", NO_HINTS)
def test_what_is_of_others_supposed_denied_or_for_once_hints_at_nothing(said: str):
    assert hints(said) == {}


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("Please build the weekly report for ward seven", "en"),
        ("帮我生成七病区的护理质量周报", "zh"),
        ("ok", None),
        ("SELECT id FROM beds WHERE ward = 7;", None),
        ("週報を作ってください、お願いします", None),
    ],
)
def test_the_language_of_writing_is_a_weak_hint(said: str, language: str | None):
    found = [one for one in find_signals(said) if one.name == "preferred_language"]
    assert [(one.value, one.weight) for one in found] == (
        [(language, WRITTEN_IN)] if language else []
    )
