"""Rank what is known by what a message means and by the exact words it shares.

Meaning is the cosine of sentence vectors; words add at most 0.6 to it, never more: measured on
bilingual questions, equal fusion of both ruins search across languages. Below the floor there is
no answer: an unrelated question gets an empty context.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.language.tokens import is_identifier, search_tokens

if TYPE_CHECKING:
    from collections.abc import Collection

WORDS_WEIGHT = 0.3
IDENTIFIERS_WEIGHT = 0.3
FLOOR = 0.35
# A single CJK character says little; a pair or a word is the unit.
SINGLE_CHARACTER = 0.2
IDENTIFIER = 2.0


@dataclass(frozen=True, slots=True)
class Match:
    """How alike a text is to a message: `similarity` 0–1 after words, and what was shared."""

    similarity: float
    cosine: float
    shared: tuple[str, ...]

    @property
    def is_relevant(self) -> bool:
        """Whether it is alike enough to be shown at all."""
        return self.similarity >= FLOOR


class Query:
    """The words of a message, weighed once and compared with many texts."""

    def __init__(self, message: str) -> None:
        self.weights = {token: _weight(token) for token in search_tokens(message)}
        self._tokens = set(self.weights)
        self.total = sum(self.weights.values()) or 1.0
        self.identifiers = {token for token in self.weights if is_identifier(token)}

    def match(self, cosine: float, words: Collection[str]) -> Match:
        """Compare with a text of this cosine and these words."""
        shared = self._tokens.intersection(words)
        lexical = sum(map(self.weights.__getitem__, shared)) / self.total
        value = cosine + WORDS_WEIGHT * min(1.0, lexical)
        if self.identifiers:
            value += IDENTIFIERS_WEIGHT * len(shared & self.identifiers) / len(self.identifiers)
        named = sorted((token for token in shared if len(token) > 1), key=self._by_weight)
        return Match(min(1.0, max(0.0, value)), cosine, tuple(named[:5]))

    def _by_weight(self, token: str) -> tuple[float, str]:
        return (-self.weights[token], token)


def _weight(token: str) -> float:
    if is_identifier(token):
        return IDENTIFIER
    return SINGLE_CHARACTER if len(token) == 1 else 1.0
