"""Read one message in every way that feedback knows: what `POST /messages/classify` answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from apps.feedback.domain.correction import judge_correction
from apps.feedback.domain.satisfaction import Satisfaction, judge_satisfaction
from apps.feedback.domain.utterance import read_utterance
from apps.feedback.domain.wishes import judge_again, judge_keep, judge_schedule

if TYPE_CHECKING:
    from apps.feedback.domain.previous_turn import PreviousTurn


@dataclass(frozen=True, slots=True)
class MessageClass:
    """What a message is to the turn that it answers, and the words that show it."""

    correction: bool
    satisfaction: Satisfaction
    save_as_skill: bool
    schedule_intent: bool
    retry_same_question: bool
    why: list[str] = field(default_factory=list)


def classify_message(message: str, previous: PreviousTurn | None) -> MessageClass:
    """Read a message against the previous turn: one reading, five answers."""
    utterance = read_utterance(message, previous)
    correction = judge_correction(utterance)
    satisfaction = judge_satisfaction(utterance)
    keep, schedule = judge_keep(utterance), judge_schedule(utterance)
    again = judge_again(utterance)
    return MessageClass(
        correction=correction.found,
        satisfaction=satisfaction.value,
        save_as_skill=keep.found,
        schedule_intent=schedule.found,
        retry_same_question=again.found,
        why=_once(correction.why, satisfaction.why, keep.why, schedule.why, again.why),
    )


def _once(*reasons: list[str]) -> list[str]:
    return list(dict.fromkeys(reason for listed in reasons for reason in listed))
