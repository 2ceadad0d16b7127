"""Cut text into the tokens that exact search matches: CJK pairs, words, identifiers."""

import re
import unicodedata
from itertools import pairwise
from typing import Literal

Language = Literal["zh", "en"]

_CJK = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3040-\u30ff\uac00-\ud7af"
_PIECE = re.compile(rf"[{_CJK}]+|[a-z0-9_][a-z0-9_.\-/@]{{0,120}}[a-z0-9_]|[a-z0-9_]")
_PART = re.compile(r"[a-z]+|[0-9]+")
_IS_CJK = re.compile(rf"[{_CJK}]")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_CAMEL_NAME = re.compile(r"[A-Za-z][a-z0-9]+(?:[A-Z][a-z0-9]+)+")
MOST_CHARACTERS = 20_000
LEAST_IDENTIFIER = 3  # a small number names nothing

# Words that say nothing about what a text is about; identifiers never collide with them.
_EMPTY_WORDS = frozenset(
    "a an and are as at be but by can could do does for from had has have how i if in into is it "
    "its me my no not of on or our please so than that the their them then there these they this "
    "to up us was we were what when where which who will with would you your".split()
)
_EMPTY_CHARACTERS = frozenset("的了吗呢吧啊呀把被和与及在是我你他她它们这那个请帮给")


def fold(text: str) -> str:
    """Fold width and case so that equal words have equal letters."""
    return unicodedata.normalize("NFKC", text[:MOST_CHARACTERS]).lower()


def search_tokens(text: str) -> list[str]:
    """List the tokens of a text in order, with repeats; empty words are left out.

    A run of CJK characters gives its single characters and its overlapping pairs, so that a word
    of two characters is found. An identifier gives itself and its parts.
    """
    tokens: list[str] = []
    for piece in _PIECE.findall(fold(text)):
        tokens.extend(_of_cjk(piece) if _IS_CJK.match(piece) else _of_word(piece))
    humps = (_CAMEL.sub(" ", name).lower() for name in _CAMEL_NAME.findall(text[:MOST_CHARACTERS]))
    tokens.extend(part for hump in humps for part in hump.split() if len(part) > 1)
    return tokens


def word_set(text: str) -> frozenset[str]:
    """The words, identifiers and two-character pieces of a text: its tokens of more than one."""
    found: set[str] = set()
    for piece in _PIECE.findall(fold(text)):
        if not piece.isascii():
            found.update(map("".join, pairwise(piece)))
        elif len(piece) > 1:
            found.update(_of_word(piece))
    for name in _CAMEL_NAME.findall(text[:MOST_CHARACTERS]):
        found.update(part for part in _CAMEL.sub(" ", name).lower().split() if len(part) > 1)
    return frozenset(found)


def _of_cjk(run: str) -> list[str]:
    singles = [character for character in run if character not in _EMPTY_CHARACTERS]
    return singles + [run[i : i + 2] for i in range(len(run) - 1)]


def _of_word(word: str) -> list[str]:
    if word in _EMPTY_WORDS:
        return []
    whole = [word]
    if not word.isalpha() and len(parts := _PART.findall(word)) > 1:
        whole += [part for part in parts if len(part) > 1 and part not in _EMPTY_WORDS]
    return whole


def is_identifier(token: str) -> bool:
    """Tell whether a token looks made for machines: digits, dots, underscores, slashes."""
    return (
        len(token) >= LEAST_IDENTIFIER
        and not _IS_CJK.match(token)
        and any(not character.isalpha() for character in token)
    )


def count_cjk(text: str) -> int:
    """Count the Chinese, Japanese and Korean characters of a text."""
    return len(_IS_CJK.findall(text[:MOST_CHARACTERS]))


def language_of(text: str) -> Language:
    """`zh` when a fifth or more of the letters are Chinese, else `en`."""
    cjk = count_cjk(text)
    letters = sum(character.isalpha() for character in text[:MOST_CHARACTERS])
    return "zh" if letters and cjk * 5 >= letters else "en"


def estimate_tokens(text: str) -> int:
    """Estimate a model's tokens: one for each CJK character, one for each four others."""
    cjk = count_cjk(text)
    return cjk + -(-(len(text) - cjk) // 4)
