"""Decide whether two troubles are one: by what they mean, and by the words they share.

The bars are for cosines of sentence vectors. Across languages no word is shared, and the same
trouble lies lower; within one language short complaints lie high whatever they are about, so that
a middling cosine needs the same task beside it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from apps.language.tokens import word_set

SAME_MEANING = 0.75
SAME_ACROSS_LANGUAGES = 0.62
LIKE_MEANING = 0.62
SHARED_WORDS = 0.50
# "port 8080" and "port 9090" mean nearly the same and are not.
SAME_DESPITE_NUMBERS = 0.92

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*", re.ASCII)


@dataclass(frozen=True)
class PainText:
    """A trouble as it is compared: what went wrong, in what task, in which language."""

    title: str
    words: frozenset[str]
    language: str

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers that the title names."""
        return frozenset(_NUMBER.findall(self.title))


def is_same_pain(one: PainText, other: PainText, cosine: float) -> bool:
    """Tell whether two troubles, whose titles have this cosine, are the same."""
    if one.numbers and other.numbers and not one.numbers & other.numbers:
        return cosine >= SAME_DESPITE_NUMBERS
    if one.language != other.language:
        return cosine >= SAME_ACROSS_LANGUAGES
    if cosine >= SAME_MEANING:
        return True
    return cosine >= LIKE_MEANING and overlap(one.words, other.words) >= SHARED_WORDS


def overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """Say which share of the fewer words is among the others, 0–1."""
    fewest = min(len(one), len(other))
    return len(one & other) / fewest if fewest else 0.0


def pain_words(title: str, task: str) -> list[str]:
    """List the words of a trouble and of the task it came up in; single letters say nothing."""
    return sorted(word_set(f"{title} {task}"))
