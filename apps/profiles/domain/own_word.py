"""Tell whether a quote may prove something about a message's author, whoever drew it.

A model that reads a conversation makes the mistakes that rules guard against: the same guards
stand before what it draws.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from apps.profiles.domain.asides import is_of_others, is_once, is_own_word
from apps.profiles.domain.people import OTHERS_EN, OTHERS_ZH
from apps.profiles.domain.speech import fold, own_sentences

if TYPE_CHECKING:
    from apps.profiles.domain.speech import Clause

_OF_OTHERS = re.compile(
    rf"^(?:(?:and|but|so|also|hi|hello),? )*(?:my|our|his|her|their|the)(?: [a-z]+)? {OTHERS_EN}\b"
    rf"|^(?:我|我们|咱|咱们|我家|他|她|他们)(?:的|那个|一个|有个|家|科|班|组)*{OTHERS_ZH}(?!长)"
)
_SHORTEST_CLAUSE = 4


def is_own_lasting_word(message: str, quote: str) -> bool:
    """Tell whether a quote is the author's own statement, and not for this once or of others."""
    clauses = clauses_of(message, quote)
    if any(is_once(one) or is_of_others(one) or _OF_OTHERS.search(one.text) for one in clauses):
        return False
    return any(is_own_word(one) for one in clauses)


def is_own_speech(message: str, quote: str) -> bool:
    """Tell whether a quote lies in what the author says themselves, not in what they paste."""
    return any(not is_of_others(one) for one in clauses_of(message, quote))


def clauses_of(message: str, quote: str) -> list[Clause]:
    """List the clauses of the author's own speech that a quote touches."""
    wanted = _plain(quote)
    found = []
    for sentence in own_sentences(message):
        for clause in sentence.clauses:
            part = _plain(clause.quote)
            if wanted in part or (part in wanted and len(part) >= _SHORTEST_CLAUSE):
                found.append(clause)
    return found


def _plain(text: str) -> str:
    return " ".join(fold(text).split()).strip(" .,!?。;:")
