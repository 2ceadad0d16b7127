"""Read from a message how content the person is with the last answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from apps.feedback.domain.acts import AGAINST, Act
from apps.feedback.domain.utterance import Utterance, read_utterance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.feedback.domain.previous_turn import PreviousTurn

Satisfaction = Literal["positive", "negative", "neutral"]

_DISPLEASED = frozenset(
    {Act.REJECT, Act.FAULT, Act.DENIAL, Act.RESTATE, Act.UNDO, Act.REDO}
    | {Act.ANGER, Act.SLOW, Act.GIVE_UP}
)
_PLEASED = frozenset({Act.PRAISE, Act.ACCEPT})
_ANSWERS = frozenset({Act.REJECT, Act.RESTATE, Act.REDO, Act.DENIAL, Act.GIVE_UP, Act.ACCEPT})


class SatisfactionVerdict(NamedTuple):
    """The attitude found, and the words that show it."""

    value: Satisfaction
    why: Sequence[str] = ()


def read_satisfaction(message: str, previous: PreviousTurn | None) -> SatisfactionVerdict:
    """Tell how content the writer of a message is with the previous answer."""
    return judge_satisfaction(read_utterance(message, previous))


def judge_satisfaction(utterance: Utterance) -> SatisfactionVerdict:
    """Tell how content the speaker is: a fault outweighs a good word, a small wish does not."""
    acts = utterance.acts
    if utterance.previous.is_missing and len(utterance.readings) > 1:
        acts -= AGAINST
    if acts & _ANSWERS and utterance.previous.asks:
        acts -= _ANSWERS
    pleased = acts & _PLEASED
    if displeased := _displeased(acts, softened=bool(pleased) and not utterance.contrasts()):
        return SatisfactionVerdict("negative", utterance.why(displeased))
    if pleased:
        return SatisfactionVerdict("positive", utterance.why(pleased))
    if Act.FLAW in acts:
        return SatisfactionVerdict("negative", utterance.why({Act.FLAW}))
    if Act.THANKS in acts and Act.CHANGE not in acts and not utterance.thanks_ahead():
        return SatisfactionVerdict("positive", utterance.why({Act.THANKS}))
    return SatisfactionVerdict("neutral")


def _displeased(acts: frozenset[Act], *, softened: bool) -> frozenset[Act]:
    """What shows displeasure, less what is only the reason of a wish or the speaker's own slip."""
    displeased = acts & _DISPLEASED
    if softened or acts & {Act.CHANGE, Act.VALUE}:
        displeased -= {Act.DENIAL}
    if Act.OUTSIDE in acts:
        displeased -= {Act.REDO, Act.UNDO, Act.RESTATE}
    return displeased - AGAINST if Act.OWN_SLIP in acts else displeased
