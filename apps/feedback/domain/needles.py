"""Which strings a pattern cannot match without: what lets most patterns be passed over unread.

The way of full-text engines for regular expressions: what a match must hold is looked up first,
and only the patterns that may match are tried.
"""

from __future__ import annotations

import re
from functools import lru_cache
from re import _constants as codes  # type: ignore[attr-defined]  # as the parser below
from re import _parser  # type: ignore[attr-defined]  # the only reader of patterns there is
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    Needles = frozenset[str]

LONGEST_GRAM = 3
MOST_NEEDLES = 400
ENOUGH_WEIGHT = 7.0
# How much a sign narrows a search down: letters, Chinese signs, and the commonest of both.
_LETTER, _SIGN, _COMMON_LETTER, _COMMON_SIGN = 1.0, 3.0, 0.5, 1.0
_COMMON = frozenset(" etaoinshr的了不是我你这个有一得还要")
_REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT)


def find_needles(pattern: str) -> frozenset[str]:
    """Give strings of which every match holds at least one; none where that cannot be told."""
    return _best(_of_sequence(_parser.parse(pattern, re.ASCII))) or frozenset()


def gram_of(needle: str) -> str:
    """Give the piece by which a needle is looked up: the rarest."""
    starts = range(max(1, len(needle) - LONGEST_GRAM + 1))
    return max((needle[at : at + LONGEST_GRAM] for at in starts), key=_weight)


@lru_cache(maxsize=64)  # the clauses of one message are looked up by several books
def grams_of(text: str) -> frozenset[str]:
    """Give every piece of a text by which a needle in it could be looked up."""
    pairs = [text[at : at + 2] for at in range(len(text) - 1)]
    triples = [text[at : at + 3] for at in range(len(text) - 2)]
    return frozenset((*text, *pairs, *triples))


def _best(found: Iterator[Needles]) -> Needles | None:
    """The rarest: by its commonest string, and then by how few strings it has."""
    return max(found, key=lambda one: (min(map(_weight, one)), -len(one)), default=None)


def _weight(needle: str) -> float:
    return min(ENOUGH_WEIGHT, sum(map(_rarity, needle)))


def _rarity(sign: str) -> float:
    if sign.isascii():
        return _COMMON_LETTER if sign in _COMMON else _LETTER
    return _COMMON_SIGN if sign in _COMMON else _SIGN


def _of_sequence(parts: Any) -> Iterator[Needles]:
    """Each set of strings of which something that matches all parts must hold one."""
    literal = ""
    for code, value in parts:
        if code is codes.LITERAL:
            literal += chr(value)
            continue
        if literal:
            yield frozenset({literal})
        literal = ""
        needles = _of_part(code, value)
        if needles and len(needles) <= MOST_NEEDLES:
            yield needles
    if literal:
        yield frozenset({literal})


def _of_part(code: Any, value: Any) -> Needles | None:
    if code is codes.SUBPATTERN:
        return _best(_of_sequence(value[-1]))
    if code is codes.BRANCH:
        return _of_alternatives(value[1])
    if code is codes.IN:
        return _of_class(value)
    if code in _REPEATS and value[0] > 0:
        return _best(_of_sequence(value[2]))
    return None


def _of_alternatives(alternatives: Any) -> Needles | None:
    each = [_best(_of_sequence(one)) for one in alternatives]
    known = [needles for needles in each if needles]
    return frozenset().union(*known) if len(known) == len(each) else None


def _of_class(members: Any) -> Needles | None:
    if any(code is not codes.LITERAL for code, _ in members):
        return None
    return frozenset(chr(value) for _, value in members)
