"""Read the smaller wishes of a message: keep the procedure, set a time, do the same again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from apps.feedback.domain.acts import AGAINST, Act, script_of
from apps.feedback.domain.correction import Verdict
from apps.feedback.domain.rules_later import TIMES
from apps.feedback.domain.utterance import Utterance, read_utterance

if TYPE_CHECKING:
    from apps.feedback.domain.previous_turn import PreviousTurn

LONGEST_TIME = 60
_CANCEL = re.compile(
    r"取消|停(?:掉|了|一|发|吧|止)?(?:提醒|推送|$|一周|一天|几天)|先停|暂停|不用(?:再)?(?:提醒|发|"
    r"叫|推|通知|跑)|"
    r"别(?:再)?(?:提醒|发|叫|推|通知|跑|响)|(?:删|关)(?:了|掉).{0,4}(?:提醒|闹钟|任务)?|跳过|"
    r"\b(?:cancel|stop|pause|skip|suspend|delete|disable|drop|mute|snooze|turn (?:it )?off|call "
    r"it off|no longer)\b",
    re.ASCII,
)


def wants_skill(message: str, previous: PreviousTurn | None) -> Verdict:
    """Tell whether a message wants the procedure just used kept for reuse."""
    return judge_keep(read_utterance(message, previous))


def wants_schedule(message: str, previous: PreviousTurn | None) -> Verdict:
    """Tell whether a message sets a later or recurring time, or changes one that was set."""
    return judge_schedule(read_utterance(message, previous))


def asks_again(message: str, previous: PreviousTurn | None) -> Verdict:
    """Tell whether a message wants the same kind of thing done or answered once more."""
    return judge_again(read_utterance(message, previous))


def judge_keep(utterance: Utterance) -> Verdict:
    """Tell whether an utterance wants the procedure kept."""
    return _found(utterance, Act.KEEP)


def judge_schedule(utterance: Utterance) -> Verdict:
    """Tell whether an utterance sets a time for something, or changes one that was set."""
    if (cancelled := _cancels(utterance)) and utterance.previous.schedules:
        return Verdict(found=True, why=[f"cancels a schedule: {cancelled}"])
    if utterance.acts & AGAINST and utterance.previous.schedules:
        for text in (one.clause.text for one in utterance.readings):
            if len(text) <= LONGEST_TIME and TIMES.search(text, script_of(text)):
                return Verdict(found=True, why=[f"changes a schedule: {text}"])
    return _found(utterance, Act.SCHEDULE)


def judge_again(utterance: Utterance) -> Verdict:
    """Tell whether an utterance wants the same kind of thing again."""
    return _found(utterance, Act.AGAIN, Act.REDO)


def _cancels(utterance: Utterance) -> str:
    for one in utterance.readings:
        if Act.QUESTION not in one.acts and _CANCEL.search(one.clause.text):
            return one.clause.text
    return ""


def _found(utterance: Utterance, *wanted: Act) -> Verdict:
    return Verdict(not utterance.acts.isdisjoint(wanted), utterance.why(wanted))
