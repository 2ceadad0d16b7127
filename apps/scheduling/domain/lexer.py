"""Cuts a sentence into the words of time it holds and the words between them."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any, NamedTuple

from apps.feedback.domain.traditional import simplify
from apps.scheduling.domain.lexicon import find_whole_word, find_word, word_of

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_CHARACTERS = 2000

# What is easily mistyped; other words are close to one of these by accident too often.
_OFTEN_MISTYPED = (
    "every monday tuesday wednesday thursday friday saturday sunday tomorrow weekday weekdays "
    "morning evening afternoon midnight daily weekly monthly hours minutes"
).split()
_LATIN_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_LEAST_MENDED = 4
_NEVER_MENDED = frozenset("very ever even seven event events dairy weekly hour minute".split())


class Token(NamedTuple):
    """A word of time with its value, or with code `W` a word of something else.

    `start` and `end` are places in the sentence as it was given.
    """

    code: str
    start: int
    end: int
    value: Any
    text: str


def read_tokens(sentence: str) -> list[Token]:
    """Cut a sentence, of which 2,000 characters are read, into tokens."""
    folded, places = _fold(sentence[:MOST_CHARACTERS])
    return list(_cut(folded, places))


def fold(sentence: str) -> str:
    """Fold the signs of a sentence that are read, without their places."""
    return _simple(unicodedata.normalize("NFKC", sentence[:MOST_CHARACTERS]).lower())


def _fold(sentence: str) -> tuple[str, list[int]]:
    """Fold width, case and script; answers for each sign the place it came from."""
    signs: list[str] = []
    places: list[int] = []
    for place, sign in enumerate(sentence):
        for folded in unicodedata.normalize("NFKC", sign).lower():
            signs.append(folded)
            places.append(place)
    places.append(len(sentence))
    return _simple("".join(signs)), places


def _simple(text: str) -> str:
    """Write in simplified signs, 淩晨 too, one for one."""
    return simplify(text).replace("淩", "凌")


def _cut(folded: str, places: list[int]) -> Iterator[Token]:
    at = 0
    while at < len(folded):
        match = find_word(folded, at)
        word = None if match else _LATIN_WORD.match(folded, at)
        if word and (mended := mend(word.group())) and (found := find_whole_word(mended)):
            code, build = word_of(found)
            yield Token(code, places[at], places[word.end()], build(found), mended)
            at = word.end()
        elif match and match.end() > at:
            code, build = word_of(match)
            yield Token(code, places[at], places[match.end()], build(match), match.group())
            at = match.end()
        else:
            end = word.end() if word else at + 1
            yield Token("W", places[at], places[end], None, folded[at:end])
            at = end


def mend(word: str) -> str:
    """Give the word of time that a mistyped one was meant to be."""
    if len(word) < _LEAST_MENDED or word in _NEVER_MENDED:
        return ""
    return next((right for right in _OFTEN_MISTYPED if _is_slip(word, right)), "")


def _is_slip(word: str, right: str) -> bool:
    """Tell whether one letter too many, too few, wrong or swapped makes the difference."""
    if abs(len(word) - len(right)) > 1 or word[0] != right[0] or word == right:
        return False
    same = next((i for i, (a, b) in enumerate(zip(word, right, strict=False)) if a != b), None)
    if same is None:
        return True
    rest, wanted = word[same:], right[same:]
    swapped = len(rest) > 1 and len(wanted) > 1 and rest[1] + rest[0] + rest[2:] == wanted
    if len(word) == len(right):
        return swapped or (len(word) > 5 and rest[1:] == wanted[1:])
    return rest[1:] == wanted or rest == wanted[1:]
