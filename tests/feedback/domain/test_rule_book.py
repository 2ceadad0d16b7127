"""Only patterns that may match are tried, and none that matches is passed over."""

from __future__ import annotations

import re

import pytest

from apps.feedback.domain.clause_acts import _MARKS, _RULES
from apps.feedback.domain.needles import find_needles, gram_of, grams_of
from apps.feedback.domain.rule_book import RuleBook
from apps.language.tokens import fold
from benchmarks.own_utterances import read_items


@pytest.mark.parametrize(
    ("pattern", "needles"),
    [
        ("abc", {"abc"}),
        ("(?:不对|错了)吧?", {"不对", "错了"}),
        (r"\b(?:undo|revert) it\b", {"undo", "revert"}),
        (r"^仍然(?:不|没)(?:行|好)", {"仍然"}),
        ("[没未]", {"没", "未"}),
        ("(?:ab|cd)?xyz", {"xyz"}),
        ("(?:ab)+", {"ab"}),
        (r"\d+", set()),
        ("(?:ab)?", set()),
        ("(?:abc|.)", set()),
        ("(?!abc).", set()),
        ("[^a]", set()),
    ],
)
def test_a_needle_is_in_every_match(pattern: str, needles: set[str]):
    assert find_needles(pattern) == needles


def test_a_needle_is_looked_up_by_its_rarest_piece():
    assert (gram_of("the box"), gram_of("不"), gram_of("是我看错")) == ("box", "不", "我看错")
    assert grams_of("再来") == {"再", "来", "再来"}
    assert grams_of("") == set()


def test_the_book_finds_the_first_match_of_each_label():
    book = RuleBook([("late", "too late"), ("no", "^no"), ("no", "never"), ("dot", ".")])
    found = book.find("no never, too late")
    assert {label: match.group() for label, match in found.items()} == {
        "late": "too late",
        "no": "no",
        "dot": "n",
    }
    assert book.find("") == {}


def test_the_book_finds_what_its_patterns_find_one_by_one():
    patterns = [(rule.act, branch) for rule in _RULES for branch in rule.branches]
    patterns += [(mark, branch) for mark, branches in _MARKS.items() for branch in branches]
    book = RuleBook(patterns)
    compiled = [(label, re.compile(branch, re.ASCII)) for label, branch in patterns]
    for item in read_items("second"):
        text = fold(item["message"])
        singly = {label for label, pattern in compiled if pattern.search(text)}
        assert set(book.find(text)) == singly, text
