"""What a clause of a message does to the last answer, and the rules that find it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator


class Act(StrEnum):
    """One thing that a clause can do; the value is how `why` names it."""

    REJECT = "rejects the result"
    FAULT = "says what is wrong with it"
    FLAW = "finds it not good enough"
    RESTATE = "repeats what was asked"
    CHANGE = "asks for a change of it"
    UNDO = "takes it back"
    REDO = "wants it done anew"
    DENIAL = "implies that it is otherwise"
    VALUE = "gives another value"
    PRAISE = "approves"
    ACCEPT = "accepts"
    THANKS = "gives thanks"
    ANGER = "is impatient or mocks"
    SLOW = "complains of the time it took"
    GIVE_UP = "drops the matter"
    MOVE_ON = "leaves the matter"
    OWN_SLIP = "blames the speaker's own slip"
    OUTSIDE = "tells of a change from outside"
    INFORM = "offers information"
    NEXT = "asks for a further step"
    KEEP = "wants the procedure kept"
    SCHEDULE = "wants it at a time"
    AGAIN = "wants the same kind of thing again"
    QUESTION = "asks a question"


IMPLIED = frozenset({Act.DENIAL, Act.VALUE})
AGAINST = IMPLIED | frozenset(
    {Act.REJECT, Act.FAULT, Act.FLAW, Act.RESTATE, Act.CHANGE, Act.UNDO, Act.REDO}
)

_CJK = re.compile(r"[一-鿿]")
_LATIN = re.compile(r"[a-z]")
_CLASSES = re.compile(r"\[[^\]]*\]|\\.|\(\?[:=!<]+")


class Script(NamedTuple):
    """Which scripts a text is written in: only rules of these are tried on it."""

    chinese: bool
    latin: bool


@dataclass(frozen=True, slots=True)
class Branches:
    """Alternatives of one script: those bound to the beginning are tried there alone."""

    bound: re.Pattern[str]
    free: re.Pattern[str]

    def search(self, text: str) -> re.Match[str] | None:
        """Find the first alternative that holds."""
        return self.bound.match(text) or self.free.search(text)


@dataclass(frozen=True)
class Rule:
    """The act that any of its branches shows; by itself it is compiled apart for each script."""

    act: Act
    branches: tuple[str, ...]

    def search(self, text: str, script: Script) -> re.Match[str] | None:
        """Find the first pattern that holds."""
        if script.chinese and (found := self._chinese.search(text)):
            return found
        return self._latin.search(text) if script.latin else None

    @cached_property
    def _chinese(self) -> Branches:
        return _compile([branch for branch in self.branches if not _is_latin_only(branch)])

    @cached_property
    def _latin(self) -> Branches:
        return _compile([branch for branch in self.branches if not _is_chinese_only(branch)])


def script_of(text: str) -> Script:
    """Tell which scripts a text is written in; one with no letters counts as both."""
    chinese = not text.isascii() and bool(_CJK.search(text))
    latin = bool(_LATIN.search(text))
    return Script(chinese or not latin, latin or not chinese)


def rule(act: Act, *patterns: str) -> Rule:
    """Make patterns one rule; word boundaries are ASCII, so that Chinese is no word."""
    return Rule(act, tuple(branch for pattern in patterns for branch in branches_of(pattern)))


def branches_of(pattern: str) -> Iterator[str]:
    """Split a pattern at the bars that stand outside every bracket."""
    depth = start = 0
    in_class = escaped = False
    for at, sign in enumerate(pattern):
        if escaped or sign == "\\":
            escaped = not escaped
        elif in_class or sign == "[":
            in_class = sign != "]"
        elif sign in "()":
            depth += 1 if sign == "(" else -1
        elif sign == "|" and not depth:
            yield pattern[start:at]
            start = at + 1
    yield pattern[start:]


def words(listed: str) -> str:
    """Make an alternation of the listed words, longest first."""
    return "(?:" + "|".join(sorted(listed.split(), key=len, reverse=True)) + ")"


def _compile(branches: list[str]) -> Branches:
    bound = [branch for branch in branches if branch.startswith("^")]
    free = [branch for branch in branches if not branch.startswith("^")]
    return Branches(_join(bound), _join(free))


def _join(branches: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(branches) or "(?!)", re.ASCII)


def _is_latin_only(branch: str) -> bool:
    return not _CJK.search(_CLASSES.sub("", branch))


def _is_chinese_only(branch: str) -> bool:
    return not _LATIN.search(_CLASSES.sub("", branch)) and not _is_latin_only(branch)
