"""All words of time in one pattern: at each place of a text the first word that fits takes it.

The order matters: a whole date comes before its month, a time before its number.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from apps.scheduling.domain.words_of_clock import CLOCK_WORDS
from apps.scheduling.domain.words_of_days import DAY_WORDS
from apps.scheduling.domain.words_of_number import NUMBER_WORDS
from apps.scheduling.domain.words_of_recurrence import RECURRENCE_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable

_WORDS = (*CLOCK_WORDS, *DAY_WORDS, *RECURRENCE_WORDS, *NUMBER_WORDS)
_MASTER = re.compile(
    "|".join(f"(?P<e{number}>{pattern})" for number, (_, pattern, _) in enumerate(_WORDS))
)


def find_word(text: str, at: int) -> re.Match[str] | None:
    """Find the word of time that begins at a place."""
    return _MASTER.match(text, at)


def find_whole_word(text: str) -> re.Match[str] | None:
    """Find the word of time that a text is."""
    return _MASTER.fullmatch(text)


def word_of(match: re.Match[str]) -> tuple[str, Callable[[re.Match[str]], object]]:
    """Give the code of a found word, and what makes its value."""
    code, _, build = _WORDS[int(str(match.lastgroup)[1:])]
    return code, build
