"""The same question is told by its words, whatever the case and the courtesy."""

from __future__ import annotations

import pytest

from apps.language.same_question import is_same_question


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("Match the invoices of May", "match the invoices of may!", True),
        ("把五月的发票对一下", "请把五月的发票对一下", True),
        ("Match the invoices of May", "Match the invoices of June", False),
        ("把五月的发票对一下", "把五月的库存清点一下", False),
        ("continue", "continue", False),
        ("", "", False),
    ],
)
def test_a_question_is_the_same_by_its_words(first: str, second: str, same: bool):
    assert is_same_question(first, second) == same
