"""Counts how often each tool was called and failed, for a reflection's list of troublesome ones."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from apps.trajectories.domain.tool_chain import ToolCall

ERROR_PRONE_ABOVE = Decimal("0.30")
LEAST_CALLS = 2


@dataclass(frozen=True, slots=True)
class ToolStatistic:
    """One tool's use; `error_rate` is errors over calls, 0–1."""

    tool: str
    calls: int
    errors: int
    error_rate: Decimal


def tool_statistics(calls: Iterable[ToolCall]) -> list[ToolStatistic]:
    """Count each tool's calls and errors, the most used first; an unknown outcome is no error."""
    used: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    for call in calls:
        used[call.tool] += 1
        failed[call.tool] += call.status == "error"
    return [
        ToolStatistic(tool, count, failed[tool], Decimal(failed[tool]) / count)
        for tool, count in sorted(used.items(), key=lambda item: (-item[1], item[0]))
    ]


def error_prone(
    statistics: Iterable[ToolStatistic],
    threshold: Decimal = ERROR_PRONE_ABOVE,
    least_calls: int = LEAST_CALLS,
) -> list[str]:
    """Name the tools whose error rate is over the threshold, the worst first."""
    worst = [
        tool for tool in statistics if tool.calls >= least_calls and tool.error_rate > threshold
    ]
    worst.sort(key=lambda tool: (-tool.error_rate, -tool.calls, tool.tool))
    return [tool.tool for tool in worst]
