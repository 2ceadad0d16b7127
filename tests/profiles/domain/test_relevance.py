"""Of a profile only what helps with the message is told; small talk and trivia get nothing."""

from __future__ import annotations

import pytest

from apps.language.tokens import estimate_tokens
from apps.profiles.domain.profile_line import write_line
from apps.profiles.domain.relevance import relevant_fields

KNOWN = {
    "role": ["nurse"],
    "industry": ["healthcare"],
    "expertise_level": ["beginner"],
    "communication_style": ["concise"],
    "preferred_language": ["en"],
    "preferred_tools": ["Excel"],
}
WORK = ["role", "industry"]
ANSWER = ["communication_style", "preferred_language"]


@pytest.mark.parametrize(
    ("message", "names"),
    [
        ("Write the weekly report for ward seven", [*WORK, *ANSWER]),
        ("帮我生成护理质量周报", [*WORK, *ANSWER]),
        ("Explain how triage works", [*WORK, "expertise_level", *ANSWER]),
        ("教我怎么用透视表", [*WORK, "expertise_level", *ANSWER]),
        ("Plot the beds per ward", [*WORK, "preferred_tools"]),
        ("把数据导出来", [*WORK, "preferred_tools"]),
        ("Write the letter in German", ["communication_style"]),
        ("fix the login bug", []),
        ("What is the capital of France?", []),
        ("今天天气怎么样", []),
        ("tell me a joke", []),
        ("讲个笑话", []),
        ("写一首关于春天的诗", []),
        ("thanks!", []),
        ("你好，在吗", []),
        ("", []),
    ],
)
def test_only_fields_that_help_are_chosen(message: str, names: list[str]):
    assert relevant_fields(message, KNOWN) == names


def test_what_is_not_known_is_not_told():
    assert relevant_fields("Explain how triage works", {"role": ["nurse"]}) == ["role"]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "[User profile] role: nurse; style: concise"),
        ("zh", "[用户画像] 角色：nurse；沟通风格：简洁"),
    ],
)
def test_the_line_is_in_the_readers_language(language: str, line: str):
    names = ["role", "communication_style"]
    assert write_line(names, KNOWN, language=language, max_tokens=100) == line


def test_what_does_not_fit_is_left_out():
    long = {**KNOWN, "role": ["x" * 400], "industry": ["y" * 90]}
    line = write_line(["role", "industry"], long, language="en", max_tokens=40)
    assert line.startswith("[User profile] industry")
    assert estimate_tokens(line) <= 40
    assert write_line(["role"], long, language="en", max_tokens=10) == ""
