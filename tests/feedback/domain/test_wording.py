"""Messages are brought to one spelling and cut into clauses before any rule reads them."""

from __future__ import annotations

import pytest

from apps.feedback.domain.acts import script_of
from apps.feedback.domain.misspelling import mend_spelling
from apps.feedback.domain.traditional import simplify
from apps.feedback.domain.wording import normalise, read_clauses


@pytest.mark.parametrize(
    ("message", "clauses"),
    [
        ("不对，应该是１２３。", ["不对", "应该是123"]),
        ("No, use v2.3 at 7:30!", ["no", "use v2.3 at 7:30"]),
        ("1,204 rows; see http://a.b/c.d", ["1,204 rows", "see http://a.b/c.d"]),
        ("port不对,应该8080", ["port不对", "应该8080"]),
        ("It's fine but the title isn't", ["it is fine", "the title is not"]),
    ],
)
def test_a_message_is_cut_into_clauses(message: str, clauses: list[str]) -> None:
    assert [clause.text for clause in read_clauses(message)] == clauses


@pytest.mark.parametrize(
    "message",
    [
        'it says "undo failed"',
        "`undo failed`",
        "“撤销失败”",
        "「撤銷失敗」",
        "```\nundo failed\n```",
    ],
)
def test_quotations_are_masked(message: str) -> None:
    text = normalise(message)
    assert "◆" in text
    assert "undo failed" not in text
    assert "撤销" not in text


def test_log_lines_are_masked() -> None:
    text = normalise("see this\n2026-01-02 10:00:00 wrong state\nError: cannot undo\n> not mine")
    assert "wrong" not in text
    assert "undo" not in text


def test_what_follows_an_announced_content_is_not_read() -> None:
    assert "wrong" not in normalise("Implement the following plan:\n# All wrong\n- undo it")


def test_courtesies_at_the_beginning_are_set_aside() -> None:
    assert [clause.lead for clause in read_clauses("麻烦把标题改短；ok please make it short")] == [
        "把标题改短",
        "make it short",
    ]


def test_traditional_characters_keep_the_length() -> None:
    assert simplify("這個還沒有對齊") == "这个还没有对齐"


@pytest.mark.parametrize(
    ("written", "meant"),
    [("wrogn", "wrong"), ("stil", "still"), ("thnaks", "thanks"), ("不队", "不对")],
)
def test_near_misses_are_mended(written: str, meant: str) -> None:
    assert mend_spelling(written) == meant


@pytest.mark.parametrize("word", ["three", "form", "their", "broke", "meat", "what", "thing"])
def test_real_words_stay(word: str) -> None:
    assert mend_spelling(word) == word


def test_the_script_of_a_text_is_told() -> None:
    assert script_of("改成 red").chinese
    assert script_of("改成 red").latin
    assert not script_of("改成").latin
    assert script_of("8080").chinese
