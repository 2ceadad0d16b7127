"""Names a skill after the request it came from: an ASCII slug for machines, a title for people."""

from __future__ import annotations

import hashlib
import itertools
import re
import unicodedata
from typing import TYPE_CHECKING, Any

from apps.evolution.domain.intent_phrase import key_phrase, shortened, words

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

LONGEST_NAME = 64
UNNAMED = "auto-learned-skill"
UNTITLED = "Auto-learned skill"
TITLE_LENGTH = 80

# A name has room for four English words or eight Chinese syllables.
NAME_ROOM = 8
WORD_COST = 2
SYLLABLE_COST = 1

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_CHINESE_RUN = re.compile(r"([㐀-鿿豈-﫿]+)")
_FUNCTION_CHARACTERS = frozenset("把被的了为并和与及到在将吧呢吗")
_NEVER_LAST = frozenset(
    "a an the of to for in on at by from with and or that is are my our".split()
)
_UNFOLDED = str.maketrans({"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe"})
_APOSTROPHES = str.maketrans("", "", "'’")


def is_skill_name(name: str) -> bool:
    """Tell whether a name obeys the Agent Skills rule in ASCII: a-z, 0-9, single hyphens, 1–64."""
    return len(name) <= LONGEST_NAME and bool(_NAME.fullmatch(name))


def skill_name(intent: str | None, taken: Collection[str] = ()) -> str:
    """Make a name that is not taken from the first words of a request.

    The same request always gets the same name. A short hash of it follows where nothing readable
    remains (emoji, an unread script) or where the name is taken.
    """
    text = (intent or "").strip()
    name = slug(text, room=NAME_ROOM)
    candidates = _marked(name or UNNAMED, text)
    if name or not text:
        candidates = itertools.chain([name or UNNAMED], candidates)
    return next(candidate for candidate in candidates if candidate not in taken)


def skill_title(intent: str | None) -> str:
    """Keep the request's own words as a title, in its own language."""
    phrase = shortened(key_phrase(intent or ""), TITLE_LENGTH)
    return phrase[:1].upper() + phrase[1:] if phrase else UNTITLED


def slug(text: str, room: int = LONGEST_NAME) -> str:
    """Spell a text in a-z, 0-9 and single hyphens; empty when nothing of it can be read.

    `room` is how much it may hold: a word takes two, a Chinese syllable one.
    """
    parts: list[str] = []
    for part, cost in _spelled(key_phrase(text).translate(_APOSTROPHES)):
        room -= cost
        if room < 0:
            break
        parts.append(part)
    while len(parts) > 1 and parts[-1] in _NEVER_LAST:
        parts.pop()
    return "-".join(parts)[:LONGEST_NAME].rstrip("-")


def _spelled(phrase: str) -> Iterator[tuple[str, int]]:
    """Yield each word folded to ASCII and each Chinese character as its syllable, with the cost."""
    for run in _CHINESE_RUN.split(phrase):
        is_chinese = bool(_CHINESE_RUN.fullmatch(run))
        cost = SYLLABLE_COST if is_chinese else WORD_COST
        for word in _syllables(run) if is_chinese else words(run):
            if part := _folded(word):
                yield part, cost


def _syllables(run: str) -> list[str]:
    from pypinyin import lazy_pinyin  # noqa: PLC0415 – its tables take a third of a second to load

    # Signs without a reading come back in one piece unless they are split, each for itself.
    split: Any = list  # its types know only of callables that answer one text
    spoken = zip(run, lazy_pinyin(run, errors=split), strict=True)
    return [syllable for character, syllable in spoken if character not in _FUNCTION_CHARACTERS]


def _folded(word: str) -> str:
    flat = unicodedata.normalize("NFKD", word.lower().translate(_UNFOLDED))
    return re.sub(r"[^a-z0-9]", "", flat.lower())


def _marked(name: str, text: str) -> Iterator[str]:
    """Yield the name with ever longer hashes of the text, then with numbers."""
    digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
    marks = itertools.chain((digest[:6], digest[:12]), map(str, itertools.count(2)))
    return (f"{name[: LONGEST_NAME - 1 - len(mark)].rstrip('-')}-{mark}" for mark in marks)
