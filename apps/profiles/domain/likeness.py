"""Tell whether two memories say the same: alike in meaning is not enough, the words must allow it.

"Three lines" and "five lines", "likes" and "hates" are neighbours in meaning; neither repeats the
other. Words that only one side has are no obstacle, unless the other has words of its own too.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from apps.language.tokens import count_cjk, search_tokens
from apps.profiles.domain.speech import fold

if TYPE_CHECKING:
    from apps.profiles.domain.claims import Claim

SAME_MEANING = 0.75
SAME_MEANING_ACROSS_LANGUAGES = 0.88

_FILLERS_EN = frozenset(
    "please always also use used using answer answers reply replies response responses really now "
    "like want prefer get give just all user s m am re ve have has when if while during about "
    "generally usually currently remember note".split()
)
_FILLERS_ZH = frozenset(
    "的了吗呢吧啊我你您们以后今后都请就要用使会再也还更很比较一共总时候着过是在有厂工这"
)
_ENDINGS = re.compile(r"(?<=[a-z]{3})(?:ings?|ed|es|s)$")
_NEGATIONS = re.compile(
    r"\b(?:not|never|no|don't|doesn't|isn't|aren't|can't|cannot|won't|hates?|dislikes?|avoid|stop|"
    r"without)\b|不|没|别|勿|禁止|讨厌|反感|避免"
)
_CJK_CHARACTER = re.compile(r"[\u4e00-\u9fff]")


def text_digest(kind: str, text: str) -> str:
    """Name a memory by its words: other spacing, case or punctuation is the same memory."""
    words = " ".join(search_tokens(fold(text))) or text.strip()
    return hashlib.blake2b(f"{kind}:{words}".encode(), digest_size=16).hexdigest()


def says_same(cosine: float, left: tuple[str, Claim], right: tuple[str, Claim]) -> bool:
    """Tell whether two texts with their claims say the same, given how near their meanings are."""
    (left_text, left_claim), (right_text, right_claim) = left, right
    if left_claim.is_same_as(right_claim):
        return True
    if left_claim.contradicts(right_claim) or is_negated(left_text) != is_negated(right_text):
        return False
    if _is_chinese(left_text) != _is_chinese(right_text):
        both = left_claim.subject and right_claim.subject
        return cosine >= SAME_MEANING_ACROSS_LANGUAGES and not both
    return cosine >= SAME_MEANING and are_compatible(left_text, right_text)


def are_compatible(left: str, right: str) -> bool:
    """Tell whether of two texts of one language one holds all telling words of the other."""
    mine, theirs = _telling_words(left), _telling_words(right)
    return bool(mine & theirs) and (mine <= theirs or theirs <= mine)


def is_negated(text: str) -> bool:
    """Tell whether a text says no to something."""
    return bool(_NEGATIONS.search(fold(text)))


def _telling_words(text: str) -> frozenset[str]:
    plain = fold(text)
    characters = set(_CJK_CHARACTER.findall(plain)) - _FILLERS_ZH
    latin = _CJK_CHARACTER.sub(" ", plain).replace("'", " ")
    words = {_ENDINGS.sub("", word) for word in search_tokens(latin) if word not in _FILLERS_EN}
    return frozenset(characters | words)


def _is_chinese(text: str) -> bool:
    return count_cjk(text) * 3 >= len(text.replace(" ", ""))
