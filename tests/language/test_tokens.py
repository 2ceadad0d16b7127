"""Text is cut so that Chinese words, English words and identifiers are all found exactly."""

import pytest

from apps.language.tokens import (
    MOST_CHARACTERS,
    count_cjk,
    estimate_tokens,
    is_identifier,
    language_of,
    search_tokens,
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("护理质量报表", {"护理", "质量", "报表"}),
        ("请帮我生成本月的护理周报。", {"生成", "护理", "周报"}),
        ("Build the weekly report", {"build", "weekly", "report"}),
        ("修复 auth.js 的登录", {"修复", "auth.js", "auth", "js", "登录"}),
        ("look at src/app/main.py", {"src/app/main.py", "main"}),
        ("ORDER-2044 is late", {"order-2044", "order", "2044"}),
        ("rename getUserName", {"getusername", "user", "name"}),
        ("ＡＢＣ１２３ and Ｋｅｙ", {"abc123", "key"}),
    ],
)
def test_every_word_that_a_person_would_look_for_is_a_token(text: str, words: set[str]):
    assert words <= set(search_tokens(text))


@pytest.mark.parametrize("text", ["", "   ", "？！", "the of and", "的", "🎉", "----", "。 、"])
def test_a_text_without_a_telling_word_has_no_tokens(text: str):
    assert search_tokens(text) == []


@pytest.mark.parametrize(("left", "right"), [("Report", "REPORT"), ("报表２", "报表2"), ("é", "é")])
def test_case_width_and_composition_make_no_difference(left: str, right: str):
    assert search_tokens(left) == search_tokens(right)


def test_repeats_are_kept_in_order():
    assert search_tokens("red blue red") == ["red", "blue", "red"]


def test_a_huge_text_is_read_only_so_far():
    tokens = search_tokens("word " * MOST_CHARACTERS)
    assert len(tokens) == MOST_CHARACTERS // 5


@pytest.mark.parametrize(
    ("token", "is_one"),
    [("auth.js", True), ("8080", True), ("order_7", True), ("report", False), ("报表", False)],
)
def test_what_is_made_for_machines_is_an_identifier(token: str, is_one: bool):
    assert is_identifier(token) is is_one


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("生成护理周报", "zh"),
        ("用 pytest 跑一下测试", "zh"),
        ("Build the weekly report", "en"),
        ("Rename 报表 to report in every file of the project", "en"),
        ("12345 !?", "en"),
        ("", "en"),
    ],
)
def test_the_language_is_the_one_a_person_would_answer_in(text: str, language: str):
    assert language_of(text) == language


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("abcd", 1), ("abcde", 2), ("护理", 2), ("护理 ward", 4)]
)
def test_tokens_are_estimated_by_the_kind_of_letters(text: str, tokens: int):
    assert estimate_tokens(text) == tokens


def test_cjk_is_counted_in_all_its_scripts():
    assert [count_cjk(text) for text in ("护理", "ひらがな", "한국어", "abc")] == [2, 4, 3, 0]
