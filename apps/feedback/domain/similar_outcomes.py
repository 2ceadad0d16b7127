"""What similar runs came to, where a person judged or corrected them: a bounded adjustment."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from math import sqrt, sumprod
from typing import TYPE_CHECKING

from apps.feedback.domain.auto_score import ScoreLine

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_NEIGHBOURS = 5
LEAST_NEIGHBOURS = 3
LEAST_SIMILARITY = 0.5
CHANGE_A_NEIGHBOUR = Decimal("0.03")


@dataclass(frozen=True, slots=True)
class RunShape:
    """What makes runs similar: kind of request, tools, and its meaning, as `direction` gives it."""

    session: str
    request_type: str
    tools: frozenset[str]
    meaning: Sequence[float] | None = None


@dataclass(frozen=True, slots=True)
class KnownRun:
    """A run whose outcome a person made known."""

    shape: RunShape
    succeeded: bool


def direction(vector: Sequence[float]) -> list[float]:
    """Scale a vector to the length one, so that a sum of products compares two of them."""
    length = sqrt(sumprod(vector, vector))
    return [one / length for one in vector] if length else list(vector)


def judge_by_similar(run: RunShape, known: Sequence[KnownRun]) -> ScoreLine | None:
    """Compare a run with its nearest neighbours of known outcome, at most ±0.15.

    Neighbours come from other sessions and did the same kind of request; every net vote among
    the nearest five counts 0.03. Fewer than three, or as many good as bad, tell nothing. Of
    equally near ones the earlier in `known` counts.
    """
    ranked = sorted(
        ((similarity, one) for one in known if (similarity := _similarity(run, one.shape))),
        key=lambda pair: -pair[0],
    )
    nearest = [one for _, one in ranked[:MOST_NEIGHBOURS]]
    good = sum(one.succeeded for one in nearest)
    bad = len(nearest) - good
    if len(nearest) < LEAST_NEIGHBOURS or good == bad:
        return None
    return ScoreLine(_named(good, bad), CHANGE_A_NEIGHBOUR * (good - bad))


def _named(good: int, bad: int) -> str:
    verdict = "went well" if good > bad else "failed"
    return f"similar runs mostly {verdict} ({max(good, bad)} of {good + bad})"


def _similarity(run: RunShape, other: RunShape) -> float:
    """How alike two runs are, 0–1; 0 when they are not alike enough to tell of each other."""
    if run.session == other.session or run.request_type != other.request_type:
        return 0.0
    together = len(run.tools | other.tools)
    tools = len(run.tools & other.tools) / together if together else 0.0
    if tools < LEAST_SIMILARITY:
        return 0.0
    if run.meaning is None or other.meaning is None:
        return tools
    meaning = sumprod(run.meaning, other.meaning)
    return (tools + meaning) / 2 if meaning >= LEAST_SIMILARITY else 0.0
