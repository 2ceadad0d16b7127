"""Notice that a message names again what was ordered, because the answer had not given it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from apps.feedback.domain.numerals import write_figures
from apps.feedback.domain.previous_turn import split_words

if TYPE_CHECKING:
    from apps.feedback.domain.previous_turn import PreviousTurn

LONGEST_RESTATED = 24
LONGEST_RESTATED_ZH = 12
LEAST_ANSWERED = 6

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*", re.ASCII)
_WHERE = re.compile(
    r"^(?:(?:那|还有|可是|但)?(?P<zh>.{1,10}?)(?:呢|在哪儿?里?|去哪儿?了|哪去了|都没有|没了|没有|"
    r"没见)[呢啊呀]?"
    r"|(?:and |but |so |what about |how about |where (?:is|are) |no )?(?:the |my |our )?"
    r"(?P<en>[\w' -]{2,24}?)(?: please| too)?)$",
    re.ASCII,
)
_NEVER_MISSING = re.compile(
    r"^(?:(?:and )?(?:the )?(?:other|rest|others|second)(?: one| half)?)$", re.ASCII
)
_SEVERAL = re.compile(r"\bboth\b|\ball\b|\beach\b|\btwo\b|和|两|都|各|、")


def find_missing(text: str, previous: PreviousTurn, *, asks: bool) -> str:
    """Give what a short clause asks after, when it was ordered and is not in the answer."""
    if len(text) > LONGEST_RESTATED or len(previous.reply) < LEAST_ANSWERED:
        return ""
    if _NUMBER.search(text):
        return ""
    found = _WHERE.search(text)
    if not found or not (asks or found["zh"] or text.startswith("no ")):
        return ""
    if asks and _NEVER_MISSING.search(text) and _SEVERAL.search(previous.folded_intent):
        return text
    named = split_words(found["zh"] or found["en"] or "")
    missed = named and named <= previous.ordered_words and not named & previous.answered_words
    return text if missed else ""


def find_restated_number(text: str, previous: PreviousTurn) -> str:
    """Give a short clause whose number was ordered, where the answer has other numbers only."""
    longest = LONGEST_RESTATED_ZH if "一" <= text[0] <= "鿿" else LONGEST_RESTATED
    if len(text) > longest or not previous.reply:
        return ""
    said = set(_NUMBER.findall(write_figures(text))) - {"1"}
    answered = previous.answered_numbers
    restated = said & previous.ordered_numbers - answered
    return text if restated and answered - previous.ordered_numbers else ""
