"""Find in derived texts the words that only erased texts hold, and take them out.

What is derived from several people says mostly what they all said. A word, a pair of characters or
a run of words that stands in the erased texts and in none of those that stay is theirs alone.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Cut = Callable[[str], set[str]]

MARK = "[erased]"

LEAST_LETTERS = 3
SHORT, MOST_HEARD = 200, 50_000
WORDS_OF_A_RUN, CHARACTERS_OF_A_RUN = 4, 6
WORDS_OF_A_SENTENCE, CHARACTERS_OF_A_SENTENCE = 8, 12

_CJK = "㐀-䶿一-鿿豈-﫿぀-ヿ가-힯"
_PART = re.compile(rf"[{_CJK}]+|[^\W_{_CJK}]+")
_NAME = re.compile(rf"[^\W{_CJK}](?:[^\W{_CJK}]|[.\-/@:+](?=\w))+")
_IS_CJK = re.compile(rf"[{_CJK}]")
# Words and characters that every text holds.
_EMPTY = frozenset(
    "the and for with that this from are was were not you your have has had will can could should "
    "would all any but into its our out their them then there they what when where which who how "
    "please use".split()
)
_EMPTY_CHARACTERS = frozenset(
    "的了吗呢吧啊呀把被和与及在是我你他她它们这那个请给也都就还不有没上下为对从到让要会能可以中"
)


def words_of(text: str) -> set[str]:
    """Cut a text into what can be told of it: words, names, pairs of characters, and runs.

    Runs are four words, or six characters of Chinese; folded in case and width.
    """
    folded = _fold(text)
    parts = _PART.findall(folded)
    found = {part for part in parts if _tells(part)}
    found.update(name for name in _NAME.findall(folded) if len(name) > LEAST_LETTERS)
    for part in parts:
        if _IS_CJK.match(part):
            pairs = _grams(part, 2)
            found.update(pair for pair in pairs if _EMPTY_CHARACTERS.isdisjoint(pair))
    return found | _runs(parts, WORDS_OF_A_RUN, CHARACTERS_OF_A_RUN)


def sentences_of(text: str) -> set[str]:
    """Cut a text into runs so long that nobody says them by chance: eight words, 12 characters."""
    return _runs(_PART.findall(_fold(text)), WORDS_OF_A_SENTENCE, CHARACTERS_OF_A_SENTENCE)


@dataclass(slots=True)
class WordHunt:
    """Narrows what some derived texts say down to what only erased texts say.

    Show it the derived texts, then the erased ones, then those that stay; each only once, one
    after the other: none is held.
    """

    cut: Cut = words_of
    suspects: set[str] = field(default_factory=set)
    theirs: set[str] = field(default_factory=set)
    heard: set[str] = field(default_factory=set)

    def look_in(self, derived: Iterable[str]) -> None:
        """Take note of what derived texts say, line by line."""
        for text in derived:
            for line in text.split("\n"):
                self.suspects |= self.cut(line)

    def said(self, text: str) -> None:
        """Take note that an erased text says this; what runs say again and again is cut once."""
        if text in self.heard:
            return
        if len(text) <= SHORT and len(self.heard) < MOST_HEARD:
            self.heard.add(text)
        self.theirs |= self.cut(text) & self.suspects

    def said_elsewhere(self, texts: Iterable[str]) -> None:
        """Let go of what texts that stay say too."""
        for text in texts:
            if not self.theirs:
                return
            self.theirs -= self.cut(text)

    def found(self) -> SharedWords:
        """What is left."""
        return SharedWords(frozenset(self.theirs), self.cut)


@dataclass(frozen=True, slots=True)
class SharedWords:
    """Words that a derived text shares with erased ones alone."""

    pieces: frozenset[str] = frozenset()
    cut: Cut = words_of

    def occur_in(self, value: Any) -> bool:
        """Tell whether a line of a text, or of any text of a JSON value, holds such words."""
        if not self.pieces:
            return False
        return any(self._hold(line) for text in texts_in(value) for line in text.split("\n"))

    def without(self, value: Any) -> Any:
        """Copy a text or a JSON value with a mark in place of each line that holds such words."""
        if isinstance(value, str):
            return self._without_lines(value)
        if isinstance(value, dict):
            return {
                MARK if self.occur_in(key) else key: self.without(inner)
                for key, inner in value.items()
            }
        if isinstance(value, list):
            return [self.without(inner) for inner in value]
        return value

    def kept_of(self, items: Iterable[Any]) -> list[Any]:
        """Leave out the items that hold such words."""
        return [item for item in items if not self.occur_in(item)]

    def _without_lines(self, text: str) -> str:
        lines = text.split("\n")
        return "\n".join(_marked(line) if self._hold(line) else line for line in lines)

    def _hold(self, line: str) -> bool:
        return not self.pieces.isdisjoint(self.cut(line))


def texts_in(value: Any) -> Iterator[str]:
    """Yield every text of a JSON value, its keys and numbers among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from texts_in(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from texts_in(inner)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield str(value)


_LEAD = re.compile(r"\s*(?:[-*+] |\d+[.)] |> )?")


def _marked(line: str) -> str:
    """Put the mark in place of a line's words, behind its bullet or number."""
    lead = _LEAD.match(line)
    return f"{lead.group() if lead else ''}{MARK}"


def _fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _tells(part: str) -> bool:
    return len(part) >= LEAST_LETTERS and part not in _EMPTY and not _IS_CJK.match(part)


def _runs(parts: list[str], words: int, characters: int) -> set[str]:
    """List the runs of words, and of characters where no spaces stand between them."""
    runs = {" ".join(parts[at : at + words]) for at in range(len(parts) - words + 1)}
    for part in parts:
        if len(part) >= characters and _IS_CJK.match(part):
            runs.update(_grams(part, characters))
    return runs


def _grams(part: str, size: int) -> list[str]:
    return [part[at : at + size] for at in range(len(part) - size + 1)]
