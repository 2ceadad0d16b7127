"""Words find like words of another text; a word in every text says little."""

from __future__ import annotations

import math

import numpy as np
import pytest

from apps.language.soft_overlap import OF_MESSAGE, soft_overlaps

# Pieces by number: 0 and 1 mean nearly the same, 2 and 3 are something else each.
MEANINGS = np.array([[1.0, 0.0, 0.0], [0.96, 0.28, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])


def vectors_of(pieces: list[int]) -> np.ndarray:
    return MEANINGS[pieces].astype(np.float32)


def overlaps(message: list[int], *texts: list[int]) -> list[float]:
    return soft_overlaps(message, texts, vectors_of)


def test_the_same_words_overlap_wholly_and_like_words_nearly():
    same, like, other = overlaps([0, 2], [0, 2], [1, 2], [3])
    assert same == pytest.approx(1.0, abs=1e-5)
    assert other < 0.1
    assert 0.9 < like < same


def test_a_text_may_say_more_than_the_message():
    exact, longer, shorter = overlaps([0, 2], [0, 2], [0, 2, 3], [0])
    assert exact > longer > shorter


def test_a_word_that_is_in_every_text_decides_less_than_a_rare_one():
    common, rare, _ = overlaps([2, 3], [2, 2], [2, 3], [2])
    assert rare - common > 0.3


def test_nothing_compared_with_anything_is_nothing():
    assert overlaps([], [0], []) == [0.0, 0.0]
    assert overlaps([0], []) == [0.0]
    assert overlaps([0]) == []


def test_texts_of_any_length_side_by_side_are_each_compared_by_itself():
    message, texts = [0, 2, 2], [[3], [], [0, 1, 2], [2, 2, 3, 0, 1], [1], []]
    weights = [
        math.log(1 + len(texts) / (1 + sum(piece in text for text in texts)))
        for piece in range(len(MEANINGS))
    ]

    def nearest(pieces: list[int], among: list[int]) -> float:
        found = [max(float(MEANINGS[one] @ MEANINGS[other]) for other in among) for one in pieces]
        weighed = [weights[piece] for piece in pieces]
        return sum(map(math.prod, zip(found, weighed, strict=True))) / sum(weighed)

    assert overlaps(message, *texts) == pytest.approx(
        [
            OF_MESSAGE * nearest(message, text) + (1 - OF_MESSAGE) * nearest(text, message)
            if text
            else 0.0
            for text in texts
        ],
        abs=1e-5,
    )
