"""Score a run by rule, in exact tenths, with a line for every step of the sum."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

from apps.errors import DomainError
from apps.trajectories.domain.tool_chain import ToolCall, retried_tools

if TYPE_CHECKING:
    from collections.abc import Sequence

START = Decimal("0.50")
NO_ERRORS_CHANGE = Decimal("0.20")
MOSTLY_ERRORS_CHANGE = Decimal("-0.30")
RETRIES_CHANGE = Decimal("-0.10")
ENDED_WELL_CHANGE = Decimal("0.10")
CORRECTION_CHANGE = Decimal("-0.30")
WORDS = {"positive": Decimal(1), "negative": Decimal(0)}


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One step of the sum: why, and by how much."""

    reason: str
    change: Decimal


@dataclass(frozen=True, slots=True)
class ScoreResult:
    """A score, 0–1, and the lines that add up to it."""

    value: Decimal
    lines: list[ScoreLine]


def score_chain(chain: Sequence[ToolCall]) -> ScoreResult:
    """Score a chain of calls: 0.50 when empty, exactly 0.80 for a clean success."""
    lines = [ScoreLine("start", START)]
    if chain:
        lines += _judge(chain)
    return add_up(lines)


def _judge(chain: Sequence[ToolCall]) -> list[ScoreLine]:
    lines = []
    errors = sum(call.status == "error" for call in chain)
    if not errors:
        lines.append(ScoreLine("no errors", NO_ERRORS_CHANGE))
    if errors * 2 > len(chain):
        lines.append(ScoreLine(f"{errors} of {len(chain)} calls failed", MOSTLY_ERRORS_CHANGE))
    if again := retried_tools(chain):
        lines.append(ScoreLine(f"retried {', '.join(again)}", RETRIES_CHANGE))
    if chain[-1].status == "completed":
        lines.append(ScoreLine("last step completed", ENDED_WELL_CHANGE))
    return lines


def apply_correction(value: Decimal) -> ScoreResult:
    """Take a person's correction off a score, never below 0."""
    return add_up([ScoreLine("before", value), ScoreLine("corrected", CORRECTION_CHANGE)])


def add_up(lines: list[ScoreLine]) -> ScoreResult:
    """Sum the lines to a score, with a line more where 0 or 1 cuts it."""
    total = sum((line.change for line in lines), Decimal(0))
    value = min(Decimal(1), max(Decimal(0), total))
    if value != total:
        lines = [*lines, ScoreLine("kept between 0 and 1", value - total)]
    return ScoreResult(value, lines)


def read_rating(rating: Any) -> Decimal:
    """Read a person's rating; raises `invalid_feedback` for a word or number that is none."""
    if isinstance(rating, str) and rating in WORDS:
        return WORDS[rating]
    if isinstance(rating, (int, float, Decimal)) and not isinstance(rating, bool):
        try:
            value = Decimal(str(rating))
        except InvalidOperation:
            value = Decimal("NaN")
        if value.is_finite() and 0 <= value <= 1:
            return value
    raise DomainError(
        "invalid_feedback", 'feedback: give "positive", "negative" or a number from 0 to 1.'
    )
