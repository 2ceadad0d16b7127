"""What is known of a run beyond its calls, as adjustments of its score that a person can read."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from apps.feedback.domain.auto_score import ScoreLine

CLEAN = Decimal("0.80")
SATISFIED_CHANGE = Decimal("0.05")
DISSATISFIED_CHANGE = Decimal("-0.10")
STOPPED_CHANGE = Decimal("-0.20")
LEFT_IN_ERROR_CHANGE = Decimal("-0.10")


@dataclass(frozen=True, slots=True)
class RunFacts:
    """What is known of a run by now; `similar` is what similar runs came to, if they tell."""

    formula: Decimal
    satisfaction: str = ""
    corrected: bool = False
    interrupted: bool = False
    replied: bool = True
    had_errors: bool = False
    similar: ScoreLine | None = None


def adjust_outcome(facts: RunFacts) -> list[ScoreLine]:
    """List the adjustments of a run that no person judged; a correction stands for itself."""
    found = (_said_next(facts), _unfinished(facts), facts.similar)
    return [line for line in found if line]


def _said_next(facts: RunFacts) -> ScoreLine | None:
    """Thanks are polite as often as earned: they count little, and nothing above a clean run."""
    if facts.corrected:
        return None
    if facts.satisfaction == "positive" and facts.formula < CLEAN:
        change = min(SATISFIED_CHANGE, CLEAN - facts.formula)
        return ScoreLine("the next message was content", change)
    if facts.satisfaction == "negative":
        return ScoreLine("the next message was displeased", DISSATISFIED_CHANGE)
    return None


def _unfinished(facts: RunFacts) -> ScoreLine | None:
    if facts.interrupted:
        return ScoreLine("stopped by the person", STOPPED_CHANGE)
    if facts.had_errors and not facts.replied:
        return ScoreLine("ended after errors, without a reply", LEFT_IN_ERROR_CHANGE)
    return None
