"""Read from the message after a solution was given whether it helped, and add up what was said.

A clear word ("解决了", "still broken") decides by itself; thanks alone only lean. A person's button
outweighs one message. Between the bars a solution keeps the state that it has: a weaker word does
not undo a stronger one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Literal

from apps.feedback.domain.acts import Act
from apps.feedback.domain.correction import judge_correction
from apps.feedback.domain.satisfaction import judge_satisfaction
from apps.feedback.domain.utterance import read_utterance
from apps.trajectories.domain.injected import strip_injected
from apps.trajectories.domain.planted import is_planted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from apps.feedback.domain.previous_turn import PreviousTurn

    SolutionVerdict = Literal["positive", "negative", "neutral"]

EXPLICIT_POINTS = 3
CLEAR_POINTS = 2
THANKS_POINTS = 1
DECIDED = 2
POINT = Decimal("0.10")
LEAST_CONFIDENCE, MOST_CONFIDENCE = Decimal("0.05"), Decimal("0.99")

# What is said of a trouble, not of an answer: it is over, or it is as before.
_OVER = re.compile(
    r"^(?:已经?|现在|终于|都|可算)*(?:搞定|(?:搞定|解决|好|修好|弄好|恢复|正常)[了啦])[!！。~ ]*$"
    r"|问题(?:已经?|终于|都)?(?:没有?了|消失了|不见了|解决了)(?![吗么嘛]|一半)"
    r"|(?:不再|没再|没有再)(?:报错|出错|出现)"
    r"|\b(?:problem|issue|error|bug)(?: is|'s| has| was)? (?:now )?(?:gone|gone away|went away|"
    r"disappeared)\b(?! *\?)|\bno (?:more|longer any) (?:errors?|problems?|issues?)\b",
    re.IGNORECASE,
)
_AS_BEFORE = re.compile(
    r"问题(?:依旧|(?:依然|仍然?|还)(?:在|存在|没))|还(?:在|会)报错|照样(?:报错|不行|出错)"
    r"|[一半]点用(?:处)?(?:都|也)?没|不管用|不顶用|白搭"
    r"|\b(?:problem|issue|error|bug)(?: is| still)* (?:persists?|remains?|comes? back|came back|"
    r"there again)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class SolutionReading:
    """What a message says of a solution, how much that counts, and the words that show it."""

    verdict: SolutionVerdict
    points: int
    why: Sequence[str] = ()


NOTHING_SAID = SolutionReading("neutral", 0)


def read_solution_feedback(message: str, previous: PreviousTurn | None) -> SolutionReading:
    """Read whether the solution given in the previous turn helped, as the person says it."""
    said = strip_injected(message)
    if not said or is_planted(said):
        return NOTHING_SAID
    if _AS_BEFORE.search(said):
        return SolutionReading("negative", CLEAR_POINTS, [f"as before: {said[:80]}"])
    if _OVER.search(said):
        return SolutionReading("positive", CLEAR_POINTS, [f"over: {said[:80]}"])
    utterance = read_utterance(said, previous)
    attitude = judge_satisfaction(utterance)
    if attitude.value == "negative":
        return SolutionReading("negative", CLEAR_POINTS, attitude.why)
    if attitude.value == "neutral" or judge_correction(utterance).found:
        return NOTHING_SAID
    thanks_only = not utterance.acts & {Act.PRAISE, Act.ACCEPT}
    return SolutionReading("positive", THANKS_POINTS if thanks_only else CLEAR_POINTS, attitude.why)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a solution stands after all that was said of it."""

    balance: int
    status: str
    confidence: Decimal


def weigh_solution(status: str, start: Decimal, said: Iterable[tuple[str, int]]) -> Standing:
    """Add up verdicts and points: helped from +2, failed from −2, else as it was.

    `start` is the confidence that the solution was proposed with; a point moves it by 0.10.
    """
    balance = sum(_signed(verdict, points) for verdict, points in said)
    confidence = min(MOST_CONFIDENCE, max(LEAST_CONFIDENCE, start + POINT * balance))
    if balance >= DECIDED:
        return Standing(balance, "helped", confidence)
    if balance <= -DECIDED:
        return Standing(balance, "failed", confidence)
    leaning = status == "proposed" and balance > 0
    return Standing(balance, "accepted" if leaning else status, confidence)


def _signed(verdict: str, points: int) -> int:
    return {"positive": points, "negative": -points}.get(verdict, 0)
