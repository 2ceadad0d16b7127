"""Decide whether a message says that the last result should have been different."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from apps.feedback.domain.acts import AGAINST, IMPLIED, Act
from apps.feedback.domain.utterance import Utterance, read_utterance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.feedback.domain.previous_turn import PreviousTurn

# What remains a correction when the agent had asked, and when the world has changed.
_OF_THE_RESULT = frozenset({Act.FAULT, Act.FLAW, Act.UNDO})
_OF_THE_AGENT = frozenset({Act.REJECT, Act.FAULT, Act.FLAW})
# Where nothing is known to be done, a fault is the task; only these point back to a result.
_POINTS_BACK = frozenset({Act.REJECT, Act.UNDO, Act.REDO})
_STAYS = re.compile(r"\b(?:still|again|even now)\b|还是|仍|依然|又|怎么还", re.ASCII)
_NOT_ITS_FAULT = frozenset({Act.OWN_SLIP, Act.GIVE_UP, Act.MOVE_ON})


class Verdict(NamedTuple):
    """Whether something was found, and the words that show it."""

    found: bool
    why: Sequence[str] = ()


def detect_correction(message: str, previous: PreviousTurn | None) -> Verdict:
    """Tell whether a message corrects the result of the previous turn."""
    return judge_correction(read_utterance(message, previous))


def judge_correction(utterance: Utterance) -> Verdict:
    """Tell whether an utterance corrects the result of the turn it answers."""
    acts = utterance.acts
    against = acts & AGAINST
    if not against:
        return Verdict(found=False)
    if utterance.previous.is_missing and not _points_back(utterance):
        against = frozenset()
    if acts & _NOT_ITS_FAULT:
        against = frozenset()
    if against and utterance.previous.asks:
        against &= _OF_THE_RESULT
    if Act.OUTSIDE in acts:
        against &= _OF_THE_AGENT
    if acts & {Act.PRAISE, Act.ACCEPT, Act.THANKS} and not utterance.contrasts():
        against -= IMPLIED
    return Verdict(bool(against), utterance.why(against))


def _points_back(utterance: Utterance) -> bool:
    """Tell whether a message without a known turn before it still speaks of some result."""
    if len(utterance.readings) != 1:
        return False
    reading = utterance.readings[0]
    return bool(reading.acts.keys() & _POINTS_BACK or _STAYS.search(reading.clause.text))
