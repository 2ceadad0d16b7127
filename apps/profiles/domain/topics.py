"""Name in a few words what a request is about, for what somebody was lately busy with.

A topic is a noun phrase, as a colleague would write it on a tab. It is read off the object of the
work that is asked for; an errand, a plan for the day and a whole clause name nothing.
"""

from __future__ import annotations

import re
from datetime import timedelta

from apps.language.tokens import count_cjk
from apps.profiles.domain.speech import BLANK, fold, own_sentences
from apps.profiles.domain.topics_en import topic_en
from apps.profiles.domain.topics_zh import topic_zh

LASTS = timedelta(days=7)
MOST_CJK = 12
MOST_WORDS = 4

_WORD = re.compile(r"[a-z][\w'/&.-]*")
_NO_NAME = re.compile(
    r"\b(?:i|you|he|she|it|we|they|me|us|him|them|my|your|his|their|this|that|these|those|there|"
    r"want|wants|need|needs|please|today|tomorrow|yesterday)\b|[我你您他她它咱谁这那吗呢吧]"
    r"|[,.!?;:。,、](?:\s|$)"
)


def topic_of(message: str) -> tuple[str, str]:
    """Give a message's topic and the clause that names it; both empty where none is named."""
    for sentence in own_sentences(message):
        for clause in sentence.clauses:
            if BLANK in clause.text:
                continue
            said = fold(clause.quote)
            named = topic_zh(said) if count_cjk(said) else topic_en(said)
            if named and is_topic(named):
                return _as_written(clause.quote, said, named), clause.quote
    return "", ""


def is_topic(text: str) -> bool:
    """Tell whether a text is short enough for a topic, and speaks of no person and no wish."""
    plain = fold(text).strip()
    if _NO_NAME.search(plain) or count_cjk(plain) > MOST_CJK:
        return False
    return len(_WORD.findall(plain)) <= MOST_WORDS


def _as_written(quote: str, said: str, named: str) -> str:
    """Give a topic in its author's letters, where it stands in one piece."""
    place = said.find(named)
    return quote[place : place + len(named)] if place >= 0 else named
