"""Joins the calls of a transcript with their results, whichever line comes first."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from apps.trajectories.domain.sources.claude_code_ids import event_id
from apps.trajectories.domain.sources.claude_code_lines import word
from apps.trajectories.domain.sources.claude_code_results import Outcome, read_outcome

if TYPE_CHECKING:
    from datetime import datetime

    from apps.trajectories.domain.sources.claude_code_lines import Line
    from apps.trajectories.schemas import Event

# Results whose call never comes belong to a history that the file left out.
MOST_EARLY_RESULTS = 1_000

_LONGEST_MS = 2**31 - 1


@dataclass(slots=True)
class OpenCalls:
    """The calls that wait for a result, by event id; results that came first wait for a call."""

    waiting: dict[str, Event] = field(default_factory=dict)
    early: dict[str, tuple[Outcome, datetime]] = field(default_factory=dict)

    def __contains__(self, name: object) -> bool:
        return name in self.waiting

    def open(self, event: Event) -> None:
        """Let a call wait, unless its result is already here."""
        found = self.early.pop(event.event_id, None)
        if found:
            _complete(event, *found)
        else:
            self.waiting[event.event_id] = event

    def join_results(self, line: Line) -> None:
        """Give every result of a line to its call; a second result changes nothing."""
        results = [block for block in line.blocks if is_result(block)]
        structured = line.raw.get("toolUseResult") if len(results) == 1 else None
        for block in results:
            name = event_id("tool", word(block.get("tool_use_id")) or "")
            outcome = _read_block(block, structured)
            if event := self.waiting.pop(name, None):
                _complete(event, outcome, line.at)
            elif len(self.early) < MOST_EARLY_RESULTS:
                self.early.setdefault(name, (outcome, line.at))


def is_result(block: dict[str, Any]) -> bool:
    """Tell a tool's result, of the client's own tools and of the server's, from other blocks."""
    return str(block.get("type")).endswith("tool_result")


def _read_block(block: dict[str, Any], structured: Any) -> Outcome:
    mark = block.get("is_error")
    return read_outcome(
        block.get("content"),
        structured=structured,
        is_error=mark if isinstance(mark, bool) else None,
    )


def _complete(event: Event, outcome: Outcome, at: datetime) -> None:
    event.status, event.result = outcome.status, outcome.result
    event.error, event.metadata = outcome.error, outcome.metadata
    elapsed = (at - event.timestamp).total_seconds() * 1000
    event.duration_ms = round(elapsed) if 0 <= elapsed <= _LONGEST_MS else None
