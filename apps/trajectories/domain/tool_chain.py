"""A chain of tool calls: what its words mean, how complex it is, how it compares to another."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Status = Literal["completed", "error", "unknown"]
Complexity = Literal["simple", "moderate", "complex"]

SIMPLE_MOST_CALLS = 2
MODERATE_MOST_CALLS = 5

_STATUS_WORDS: dict[str, Status] = {
    **dict.fromkeys(("completed", "complete", "ok", "success", "succeeded", "done"), "completed"),
    **dict.fromkeys(("error", "errored", "failed", "failure", "timeout", "exception"), "error"),
}


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call of a tool: `args` as the client sent them, `result` cut to what a person reads."""

    tool: str
    args: dict[str, Any] | None = None
    status: Status = "unknown"
    error: str = ""
    result: str = ""
    duration_ms: int | None = None
    extra: dict[str, Any] = field(default_factory=dict)


def read_status(word: str | None) -> Status:
    """Translate the words that agents use for an outcome; a missing or unheard one is unknown."""
    return _STATUS_WORDS.get((word or "").strip().lower(), "unknown")


def classify_complexity(tool_count: int) -> Complexity:
    """Simple up to 2 calls, moderate up to 5, complex beyond."""
    if tool_count <= SIMPLE_MOST_CALLS:
        return "simple"
    return "moderate" if tool_count <= MODERATE_MOST_CALLS else "complex"


def has_retries(chain: Sequence[ToolCall]) -> bool:
    """Tell whether a call repeats its predecessor: same tool and arguments, or after its error."""
    return bool(retried_tools(chain))


def retried_tools(chain: Sequence[ToolCall]) -> list[str]:
    """Name the tools that were called again at once, each once, in order."""
    again = (
        call.tool
        for before, call in pairwise(chain)
        if call.tool == before.tool and (call.args == before.args or before.status == "error")
    )
    return list(dict.fromkeys(again))


def tool_names(chain: Iterable[ToolCall | str]) -> list[str]:
    """Name the tools in the order of their first call."""
    names = (call if isinstance(call, str) else call.tool for call in chain)
    return list(dict.fromkeys(names))


def fingerprint(tools: Iterable[str]) -> str:
    """Spell the set of tools as one sorted, comma-separated string."""
    return ",".join(sorted(set(tools)))


def jaccard(left: Iterable[str], right: Iterable[str]) -> Decimal:
    """Size of the common part over size of the union, 0–1; two empty sets share nothing."""
    a, b = set(left), set(right)
    union = len(a | b)
    return Decimal(len(a & b)) / union if union else Decimal(0)


def overlaps(left: Iterable[str], right: Iterable[str], threshold: Decimal) -> bool:
    """Tell whether two tool sets are alike enough; an empty set is like nothing."""
    similarity = jaccard(left, right)
    return bool(similarity) and similarity >= threshold
