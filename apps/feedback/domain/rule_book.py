"""Many patterns at once: only those are tried that a text could match."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from apps.feedback.domain.needles import find_needles, gram_of, grams_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    Look = Callable[[str], re.Match[str] | None]


class RuleBook[Label: Hashable]:
    """Labelled patterns by what their matches must hold; those of one label may be many."""

    def __init__(self, patterns: Iterable[tuple[Label, str]]) -> None:
        grouped: dict[tuple[Label, frozenset[str], bool], list[str]] = defaultdict(list)
        for label, pattern in patterns:
            grams = frozenset(map(gram_of, find_needles(pattern)))
            grouped[label, grams, pattern.startswith("^")].append(pattern)
        self._looks: list[tuple[Label, Look]] = []
        self._always: list[int] = []
        self._by_gram: dict[str, list[int]] = defaultdict(list)
        for (label, grams, anchored), branches in grouped.items():
            number = len(self._looks)
            joined = re.compile("|".join(branches), re.ASCII)
            self._looks.append((label, joined.match if anchored else joined.search))
            if not grams:
                self._always.append(number)
            for gram in grams:
                self._by_gram[gram].append(number)
        self._grams = frozenset(self._by_gram)

    def find(self, text: str) -> dict[Label, re.Match[str]]:
        """Find the first match of each label, in the order of the patterns."""
        numbers = set(self._always)
        for gram in self._grams & grams_of(text):
            numbers.update(self._by_gram[gram])
        found: dict[Label, re.Match[str]] = {}
        for number in sorted(numbers):
            label, look = self._looks[number]
            match = look(text)
            if match and (label not in found or match.start() < found[label].start()):
                found[label] = match
        return found
