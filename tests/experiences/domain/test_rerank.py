"""The order of what was found: likeness of words within a language, and hubs behind the rest."""

from __future__ import annotations

from apps.experiences.domain.rerank import Found, rank_values


def order(*found: Found) -> list[int]:
    values = rank_values(found)
    return sorted(range(len(found)), key=lambda place: -values[place])


def test_like_words_decide_between_texts_alike_in_meaning():
    assert order(Found(0.5, 0.3, 0.2, "en"), Found(0.49, 0.6, 0.2, "en")) == [1, 0]


def test_a_text_near_to_every_question_stands_back():
    assert order(Found(0.5, 0.4, 0.5, "zh"), Found(0.45, 0.4, 0.2, "zh")) == [1, 0]


def test_texts_in_another_language_are_not_pushed_back_for_their_words():
    english = [Found(0.40, 0.60, 0.2, "en"), Found(0.40, 0.50, 0.2, "en")]
    chinese = [Found(0.45, 0.20, 0.2, "zh"), Found(0.40, 0.10, 0.2, "zh")]
    assert order(*english, *chinese)[0] == 2


def test_without_anything_found_there_is_nothing_to_order():
    assert rank_values([]) == []
