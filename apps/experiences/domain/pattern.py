"""The pattern of an experience: the sentence of a request that says what was wanted."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from apps.experiences.domain.standalone import LEAST_WORDS, points_elsewhere
from apps.language.tokens import search_tokens, word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_PATTERN_CHARACTERS = 200
MOST_SENTENCES = 12

_SENTENCE_END = re.compile(r"(?<=[。！？!?])|(?<=\.)\s|\n+")
_SPACES = re.compile(r"\s+")
# How a sentence begins that tells of the speaker, the day or the matter before it wants anything.
_TELLS = re.compile(
    r"(?:大家好|你好|您好)?[,，!！ ]*"
    r"(?:我|咱|他|她|它|家里|公司|最近|刚刚?|今[天早晚日]|明[天早晚日]|"
    r"昨[天晚日]|现在|外面|早上|中午|下午|晚上|凌晨|周[一二三四五六日末]|这|那|由于|因为|"
    r"(?:i|i'm|i've|we|we're|we've|my|our|he|she|they|it|it's|today|tomorrow|yesterday|lately|"
    r"recently|the|this|that|there|hi|hello|hey)\b)",
    re.IGNORECASE,
)
_WANTS = re.compile(
    r"[帮请想查找]|麻烦|劳驾|需要|希望|打算|准备|决定|能不能|能否|可不可以|要不要|[吗呢]?[？?]|给我|"
    r"(?<![不只主重])要(?!是|么|不是)|(?:^|[，,]|我)点|预[订定约]|[订买做写改写](?:一?[个份张些下]|点)|"
    r"\b(?:please|can|could|would|will) (?:you|we|i)\b|\bplease\b|"
    r"\b(?:need|want|wants|like|love|hoping|hope|trying|try|going|plan|planning|wish|looking|"
    r"help|let's|let us)\b",
    re.IGNORECASE,
)


def pain_pattern(said: str) -> str:
    """Shorten a request to the sentence that says what is wanted, on one line.

    That is the first one that says something, unless it only tells how things are and a later one
    wants something that can be understood without it.
    """
    sentences = list(_sentences(said))
    first = sentences[0] if sentences else ""
    if _TELLS.match(first) and not _WANTS.search(first):
        later = (one for one in sentences[1:] if _WANTS.search(one) and not points_elsewhere(one))
        first = next(later, first)
    return first[:MOST_PATTERN_CHARACTERS]


def pattern_digest(pattern: str) -> str:
    """Name a pattern by its words: the same request in other spacing or case is the same."""
    words = " ".join(search_tokens(pattern)) or pattern
    return hashlib.blake2b(words.encode(), digest_size=16).hexdigest()


def _sentences(said: str) -> Iterator[str]:
    """The sentences that say something, each on one line.

    One that only announces ("Do the following:") comes with the one after it, and so does one of
    too few words.
    """
    line = ""
    for sentence in _SENTENCE_END.split(said, maxsplit=MOST_SENTENCES * 4)[: MOST_SENTENCES * 2]:
        line = f"{line} {_SPACES.sub(' ', sentence).strip(' #*-')}".strip()
        if len(word_set(line)) >= LEAST_WORDS and not line.endswith((":", "：")):
            yield line
            line = ""
    if line:
        yield line
