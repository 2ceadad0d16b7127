"""Score a whole session from its runs and from signs in the conversation, line by line."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from apps.feedback.domain.auto_score import ScoreLine, ScoreResult, add_up
from apps.feedback.domain.precedence import is_of_a_person
from apps.feedback.domain.run_outcome import CLEAN
from apps.feedback.domain.session_signs import Exchange, session_signs

if TYPE_CHECKING:
    from collections.abc import Sequence

LONG_CONVERSATION = 3  # requests
EXACT = Decimal("0.001")


@dataclass(frozen=True, slots=True)
class SessionRun:
    """One run of a session: what was said and done, its shown score and that score's source."""

    exchange: Exchange
    score: Decimal | None = None
    source: str = ""


def score_session(runs: Sequence[SessionRun]) -> ScoreResult | None:
    """Score a session, its runs oldest first; None when none of them has a score.

    Its runs that called tools, or that a person judged, count with their mean; where there are
    none, all. Of what rules took off a run with calls, half counts in a session of two requests
    and a third in a longer one: an error that was got over, or a result that was put right, is no
    failed conversation. Then come the signs, save where people judged every run that counts.
    """
    counted = _counted(runs)
    if not counted:
        return None
    share = Decimal(1) / min(len(runs), LONG_CONVERSATION)
    shown = _mean([_shown(run) for run in counted])
    worth = _mean([_worth(run, share) for run in counted])
    lines = [ScoreLine(_named(len(counted)), shown)]
    if worth != shown:
        lines.append(ScoreLine("rules on single runs count less in a conversation", worth - shown))
    if not all(is_of_a_person(run.source) for run in counted):
        lines += session_signs([run.exchange for run in runs])
    return add_up(lines)


def _counted(runs: Sequence[SessionRun]) -> list[SessionRun]:
    scored = [run for run in runs if run.score is not None]
    return [run for run in scored if run.exchange.calls or is_of_a_person(run.source)] or scored


def _named(count: int) -> str:
    return "score of the only run" if count == 1 else f"mean score of {count} runs"


def _shown(run: SessionRun) -> Decimal:
    return run.score or Decimal(0)


def _worth(run: SessionRun, share: Decimal) -> Decimal:
    if is_of_a_person(run.source) or run.source == "judge" or not run.exchange.calls:
        return _shown(run)
    return CLEAN - (CLEAN - _shown(run)) * share


def _mean(values: Sequence[Decimal]) -> Decimal:
    return (sum(values, Decimal(0)) / len(values)).quantize(EXACT)
