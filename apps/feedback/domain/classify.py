"""Read one message in every way that feedback knows: what `POST /messages/classify` answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from apps.feedback.domain.correction import judge_correction
from apps.feedback.domain.linear_model import OUTPUTS, load_model, read_for_model
from apps.feedback.domain.satisfaction import Satisfaction, judge_satisfaction
from apps.feedback.domain.utterance import Utterance, read_utterance
from apps.feedback.domain.wishes import judge_again, judge_keep, judge_schedule

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from apps.feedback.domain.message_vector import MessageVector
    from apps.feedback.domain.previous_turn import PreviousTurn

_READS_LIKE = {
    "correction": "a correction",
    "positive": "content",
    "negative": "discontent",
    "save_as_skill": "a wish to keep the procedure",
    "schedule_intent": "a wish for a time",
    "retry_same_question": "the same kind of task again",
}


class MessageClass(NamedTuple):
    """What a message is to the turn that it answers, and the words that show it."""

    correction: bool
    satisfaction: Satisfaction
    save_as_skill: bool
    schedule_intent: bool
    retry_same_question: bool
    why: Sequence[str] = ()


def classify_message(
    message: str, previous: PreviousTurn | None, *, vector: MessageVector | None = None
) -> MessageClass:
    """Read a message against the previous turn: one reading, five answers.

    With a vector of the embedder that the linear model was trained on, the model weighs what the
    rules found; without it the rules decide.
    """
    utterance = read_utterance(message, previous)
    reasons = rule_reasons(utterance)
    if vector is None or utterance.previous.is_missing or vector.source != load_model().source:
        return _class_of(reasons)
    verdicts = {output: output in reasons for output in OUTPUTS}
    reading = read_for_model(message, utterance, verdicts, vector.values)
    judged = load_model().judge(reading)
    return _class_of(
        {
            output: reasons.get(output)
            or [_reads_like(output, load_model().reasons(output, reading))]
            for output in _settle_mood(judged)
        }
    )


def rule_reasons(utterance: Utterance) -> dict[str, Sequence[str]]:
    """Give the reasons of each output that the rules find."""
    correction, satisfaction = judge_correction(utterance), judge_satisfaction(utterance)
    keep, schedule = judge_keep(utterance), judge_schedule(utterance)
    again = judge_again(utterance)
    found = {
        "correction": (correction.found, correction.why),
        satisfaction.value: (satisfaction.value != "neutral", satisfaction.why),
        "save_as_skill": (keep.found, keep.why),
        "schedule_intent": (schedule.found, schedule.why),
        "retry_same_question": (again.found, again.why),
    }
    return {output: why for output, (so, why) in found.items() if so}


def _settle_mood(judged: Mapping[str, float]) -> list[str]:
    """Name what was found; of content and discontent only the stronger."""
    weaker = "positive" if judged["negative"] >= judged["positive"] else "negative"
    return [output for output in OUTPUTS if judged[output] > 0 and output != weaker]


def _reads_like(output: str, shown: Sequence[str]) -> str:
    return f"reads like {_READS_LIKE[output]}" + (f": {', '.join(shown)}" if shown else "")


def _class_of(found: Mapping[str, Sequence[str]]) -> MessageClass:
    moods: tuple[Satisfaction, ...] = ("positive", "negative")
    mood: Satisfaction = next((one for one in moods if one in found), "neutral")
    listed = [reason for output in OUTPUTS for reason in found.get(output, ())]
    return MessageClass(
        correction="correction" in found,
        satisfaction=mood,
        save_as_skill="save_as_skill" in found,
        schedule_intent="schedule_intent" in found,
        retry_same_question="retry_same_question" in found,
        why=list(dict.fromkeys(listed)),
    )
