"""How a run ended, read from what it did: success, partial, failed or abandoned."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal

from apps.trajectories.domain.compression import recoveries

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.trajectories.domain.tool_chain import ToolCall

Outcome = Literal["success", "partial", "failed", "abandoned"]


def read_outcome(
    calls: Sequence[ToolCall], *, replied: bool, interrupted: bool, rejected: bool = False
) -> Outcome:
    """Judge a run: stopped by its person, without a reply, with errors left over, or clean.

    `rejected` says that the person called the result wrong: then it is no success.
    """
    if interrupted:
        return "abandoned"
    left_over = _left_over(calls)
    if calls and left_over * 2 > len(calls):
        return "failed"
    if not replied or rejected or _ends_in_error(calls):
        return "partial"
    return "success"


def outcome_of_session(outcomes: Sequence[str]) -> Outcome:
    """The outcome of a session is that of most of its requests; the last one breaks a tie."""
    if not outcomes:
        return "abandoned"
    counts = Counter(outcomes)
    most = max(counts.values())
    leaders = [outcome for outcome in reversed(outcomes) if counts[outcome] == most]
    return leaders[0]  # type: ignore[return-value]  # values come from read_outcome


def _left_over(calls: Sequence[ToolCall]) -> int:
    recovered = {id(recovery.failed) for recovery in recoveries(calls)}
    return sum(call.status == "error" and id(call) not in recovered for call in calls)


def _ends_in_error(calls: Sequence[ToolCall]) -> bool:
    return bool(calls) and calls[-1].status == "error"
