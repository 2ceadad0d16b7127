"""Tell whether quoted words are the person's own, about themselves, and meant to last."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from apps.profiles.domain.asides import is_of_others, is_once, is_passing, is_supposed
from apps.profiles.domain.people import OTHERS_EN, OTHERS_ZH
from apps.profiles.domain.speech import own_sentences

if TYPE_CHECKING:
    from apps.profiles.domain.speech import Clause

About = Literal["work", "person", "wish"]

_ABOUT_OTHERS = re.compile(
    rf"^(?:(?:my|our|the|his|her|their|a|an|your)\b(?: [a-z]+)? {OTHERS_EN}\b|(?:he|she|they)\b"
    rf"|(?:我们?|咱们?|他们?|她们?|你们?|那[个位]|这[个位])?的?{OTHERS_ZH}|[他她]们?)"
)
_SPACES = re.compile(r"\s+")


def is_lasting_word(quote: str, message: str, about: About) -> bool:
    """Tell whether a person says this of themselves, and not for this one time only.

    What they paste, cite, suppose or tell of others is not theirs.
    """
    clauses = [clause for sentence in own_sentences(message) for clause in sentence.clauses]
    return any(_is_own(clause, about) for clause in clauses if _overlap(quote, clause.quote))


def _is_own(clause: Clause, about: About) -> bool:
    if _ABOUT_OTHERS.search(clause.text) or is_of_others(clause) or is_supposed(clause):
        return False
    return not (is_once(clause) if about == "wish" else is_passing(clause))


def _overlap(quote: str, words: str) -> bool:
    one, other = _SPACES.sub("", quote), _SPACES.sub("", words)
    return bool(other) and (one in other or other in one)
