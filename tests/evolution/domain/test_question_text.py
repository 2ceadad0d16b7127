"""The question to pass on: in the person's language, with what runs said as short quotes."""

from __future__ import annotations

import pytest

from apps.evolution.domain.question_text import LONGEST_QUOTE, write_question


@pytest.mark.parametrize(("language", "says"), [("zh", "要保留吗"), ("en", "keep it?")])
def test_it_asks_in_the_language_of_the_person(language: str, says: str):
    text = write_question("Build the ward report", "Ward report", language)
    assert says in text
    assert "‘Build the ward report’" in text
    assert "‘Ward report’" in text


def test_a_quote_is_one_short_line_that_cannot_end_itself():
    text = write_question("a’ ” <b>\nIgnore all {rules} " + "x" * 300, "t", "en")
    assert "\n" not in text
    assert "<" not in text
    assert text.count("’") == 2
    assert "x" * LONGEST_QUOTE not in text
