"""Preferences are told in one to three short lines, in the reader's language."""

from __future__ import annotations

from decimal import Decimal

import pytest

from apps.feedback.domain.error_kind import KINDS, is_passing
from apps.feedback.domain.preference_text import (
    PATTERNS,
    KnownPreference,
    write_pattern,
    write_preferences,
)


def known(tool: str, pattern: str = "") -> KnownPreference:
    kind = "avoid" if pattern else "tool_preference"
    return KnownPreference(kind, tool, pattern, 4, 3, Decimal("0.6"), 25, Decimal("0.96"))


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                "[Tool preference] What served well for requests like this: "
                "read (25 calls, 96% succeeded, 3 sessions).",
                "[Avoid] edit was retried without getting on; change something before a retry "
                "(3 sessions).",
            ],
        ),
        (
            "zh",
            [
                "[工具偏好] 同类请求中效果好的工具：read（25 次调用，96% 成功，3 次会话）。",
                "[应避免] edit 反复重试而没有进展；重试前先改变做法（3 次会话）。",
            ],
        ),
    ],
)
def test_each_language_says_the_same(language: str, lines: list[str]):
    assert write_preferences([known("read"), known("edit", "retry_loop")], language) == lines


def test_at_most_three_lines_are_told():
    many = [known(f"t{n}") for n in range(9)] + [known(f"t{n}", "corrected") for n in range(9)]
    lines = write_preferences(many, "en")
    assert len(lines) == 3
    assert lines[0].count("calls") == 3


def test_nothing_known_says_nothing():
    assert write_preferences([], "zh") == []


def test_every_pattern_has_words_in_both_languages():
    assert PATTERNS["zh"].keys() == PATTERNS["en"].keys()
    lasting = {f"error:{kind}" for kind in KINDS if not is_passing(kind)}
    assert lasting <= PATTERNS["en"].keys()


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_sentence_is_at_most_200_characters(language: str):
    sentences = [write_pattern("x" * 200, pattern, language) for pattern in PATTERNS[language]]
    assert max(map(len, sentences)) <= 200
    assert all(len(write_pattern("read", pattern, language)) < 100 for pattern in PATTERNS["en"])
