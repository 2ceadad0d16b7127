"""Draw from one run, and the message after it, what went wrong: at most one trouble a run.

A person's words come first: a correction, else a complaint, else the same question again. Where
nobody spoke, an error that stayed is told. Every draft carries a verbatim quote; nothing is drawn
from what programs put before the agent, nor from text planted to steer it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from apps.experiences.domain.extract import telling_line
from apps.experiences.domain.pain_confidence import TRANSIENT_WEIGHT, WEIGHTS
from apps.experiences.domain.pain_words import is_transient, objection_target, stands_alone
from apps.experiences.domain.pattern import pain_pattern
from apps.experiences.domain.standalone import is_standalone
from apps.feedback.domain.previous_turn import PreviousTurn
from apps.feedback.domain.satisfaction import read_satisfaction
from apps.language.digest import digest_words
from apps.language.same_question import is_same_question
from apps.language.tokens import language_of, search_tokens
from apps.trajectories.domain.compression import recoveries
from apps.trajectories.domain.injected import strip_injected
from apps.trajectories.domain.planted import is_planted

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence
    from decimal import Decimal

    from apps.trajectories.domain.tool_chain import ToolCall

MOST_TITLE_CHARACTERS = 500
MOST_QUOTE_CHARACTERS = 500
_FAILED = frozenset({"failed", "partial"})


@dataclass(frozen=True, slots=True)
class TroubledRun:
    """What is known of a run when its troubles are read.

    `said_next` is the next message of the same person in the session, `comment` what they wrote
    when they rated the run; `corrected` and `satisfaction` are as feedback read them, `asked_again`
    says that the next message wants the same done again.
    """

    intent: str
    calls: Sequence[ToolCall] = ()
    reply: str = ""
    outcome: str = ""
    satisfaction: str = ""
    corrected: bool = False
    asked_again: bool = False
    said_next: str = ""
    next_id: uuid.UUID | None = None
    comment: str = ""
    by_person: bool = True
    opens_session: bool = True


@dataclass(frozen=True, slots=True)
class PainDraft:
    """A trouble that is not stored yet.

    `said_in` is the trajectory that holds the quote where that is not the run itself; `remedy` a
    solution that a model wrote, which is proposed if this very evidence confirms the trouble.
    """

    title: str
    kind: str
    weight: Decimal
    quote: str
    source: str
    language: str
    task: str = ""
    said_in: uuid.UUID | None = None
    remedy: str = ""

    @property
    def digest(self) -> str:
        """Name the scene, task and words: a copy of a conversation has the same one."""
        return digest_words(f"{self.task}\n{self.quote}".lower())


def read_pains(run: TroubledRun) -> list[PainDraft]:
    """Draw what went wrong in a run; empty for most."""
    if not run.by_person or is_planted(strip_injected(run.intent)):
        return []
    found = _objection(run) or _repeat(run) or _failure(run)
    return [found] if found else []


def _objection(run: TroubledRun) -> PainDraft | None:
    """A correction or a complaint: its target, or else the error or the task, is the trouble."""
    if not run.corrected and run.satisfaction != "negative":
        return None
    words, source = _against(run)
    title = _title_of_objection(run, "" if source == "request" else words)
    if is_planted(words) or not title:
        return None
    return _draft(run, title, "correction" if run.corrected else "complaint", words, source)


def _against(run: TroubledRun) -> tuple[str, str]:
    """What was said against a run, and where: the next message, a rating's comment, or nothing.

    A bad rating without a word leaves the request itself as the only verbatim proof.
    """
    said, comment = strip_injected(run.said_next), strip_injected(run.comment)
    if said and (run.corrected or _is_unhappy(said, run)):
        return said, "message"
    return (comment, "comment") if comment else (strip_injected(run.intent), "request")


def _is_unhappy(said: str, run: TroubledRun) -> bool:
    turn = PreviousTurn(run.intent, list(run.calls), run.reply)
    return read_satisfaction(said, turn).value == "negative"


def _title_of_objection(run: TroubledRun, words: str) -> str:
    target, task = objection_target(words), _task(run)
    if stands_alone(target):
        return target
    if target:
        return f"{task}: {target}" if task else ""
    left = _left_error(run)
    line = telling_line(left.error or left.result) if left else ""
    return f"{left.tool}: {line}" if left and not is_transient(line) else task


def _repeat(run: TroubledRun) -> PainDraft | None:
    """The same question right after its answer: the answer was none."""
    said, task = strip_injected(run.said_next), _task(run)
    if not said or not task or run.satisfaction == "positive" or is_planted(said):
        return None
    tries_again = run.asked_again and run.outcome != "success"
    if not tries_again and not is_same_question(strip_injected(run.intent), said):
        return None
    return _draft(run, task, "repeated_question", said, "message")


def _failure(run: TroubledRun) -> PainDraft | None:
    """An error that nothing got over, in a run that did not end well."""
    left = _left_error(run)
    if left is None or run.outcome not in _FAILED or run.satisfaction == "positive":
        return None
    line = telling_line(left.error or left.result)
    draft = _draft(run, f"{left.tool}: {line}", "failure", line, "result")
    return replace(draft, weight=TRANSIENT_WEIGHT) if is_transient(line) else draft


def _left_error(run: TroubledRun) -> ToolCall | None:
    """The last failed call that nothing got over and that says why, where the run ended by it."""
    recovered = {id(one.failed) for one in recoveries(run.calls)}
    left = [one for one in run.calls if one.status == "error" and id(one) not in recovered]
    if not left or (run.outcome == "partial" and run.calls[-1].status != "error"):
        return None
    output = left[-1].error or left[-1].result
    says_why = search_tokens(telling_line(output)) and not is_planted(output)
    return left[-1] if says_why else None


def _task(run: TroubledRun) -> str:
    """What was asked for, where that can be understood alone."""
    said = strip_injected(run.intent)
    return pain_pattern(said) if is_standalone(said, opens_session=run.opens_session) else ""


def _draft(run: TroubledRun, title: str, kind: str, quote: str, source: str) -> PainDraft:
    return PainDraft(
        title=title[:MOST_TITLE_CHARACTERS],
        kind=kind,
        weight=WEIGHTS[kind],
        quote=quote[:MOST_QUOTE_CHARACTERS].rstrip(),
        source=source,
        language=language_of(strip_injected(run.intent) if source == "result" else quote),
        task=_task(run),
        said_in=run.next_id if source == "message" else None,
    )
