"""What is known is ranked by meaning first, then by the words it shares."""

import pytest

from apps.language.ranking import FLOOR, WORDS_WEIGHT, Query
from apps.language.tokens import is_identifier, search_tokens


def match(message: str, text: str, cosine: float):
    return Query(message).match(cosine, search_tokens(text))


@pytest.mark.parametrize(
    ("message", "text"),
    [("weekly ward report", "weekly ward report"), ("护理周报", "护理周报")],
)
def test_all_words_shared_add_their_whole_weight(message: str, text: str):
    assert match(message, text, 0.4).similarity == pytest.approx(0.4 + WORDS_WEIGHT)


def test_a_shared_word_never_outweighs_another_meaning():
    assert not match("report", "report", 0.0).is_relevant
    assert match("weekly report", "周报", 0.5).is_relevant


def test_nothing_shared_leaves_the_meaning_as_it_is():
    found = match("weekly report", "护理周报", 0.62)
    assert (found.similarity, found.cosine, found.shared) == (0.62, 0.62, ())


def test_an_identifier_that_is_named_lifts_what_names_it():
    named = match("fix auth.js", "the bug in auth.js", 0.3)
    other = match("fix auth.js", "the bug in login", 0.3)
    assert named.similarity > other.similarity + 0.3


def test_similarity_stays_between_0_and_1():
    assert match("fix auth.js:8080", "fix auth.js:8080", 0.95).similarity == 1.0
    assert match("fix", "unlike", -0.4).similarity == 0.0


@pytest.mark.parametrize(("similarity", "is_relevant"), [(FLOOR, True), (FLOOR - 0.001, False)])
def test_below_the_floor_nothing_is_relevant(similarity: float, is_relevant: bool):
    assert match("beds", "invoices", similarity).is_relevant is is_relevant


@pytest.mark.parametrize("message", ["", "？", "the", "的"])
def test_a_message_without_words_shares_nothing_with_anything(message: str):
    assert match(message, "the report 的 报表", 0.2).shared == ()


def test_what_was_shared_is_told_the_most_telling_first():
    shared = match("export order_2044 of the ward", "ward order_2044 export", 0.5).shared
    assert is_identifier(shared[0])
    assert set(shared) <= {"order_2044", "order", "2044", "export", "ward"}
