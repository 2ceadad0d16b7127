"""Squeeze a finished chain of tool calls to the steps that mattered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.trajectories.domain.limits import summarize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.trajectories.domain.tool_chain import ToolCall

RECOVERY_REACH = 8


@dataclass(frozen=True, slots=True)
class KeyStep:
    """A step that was kept: its call, and how many equal ones were folded into it."""

    call: ToolCall
    times: int = 1


@dataclass(frozen=True, slots=True)
class Recovery:
    """An error that the run got over: the failed call, what was done between, what then worked."""

    failed: ToolCall
    between: tuple[ToolCall, ...]
    worked: ToolCall


def ends_of(calls: Sequence[ToolCall], most: int) -> list[ToolCall]:
    """Keep a chain of at most `most` calls; of a longer one its first and last half."""
    if len(calls) <= most:
        return list(calls)
    half = most // 2
    return [*calls[:half], *calls[-half:]]


def key_steps(calls: Sequence[ToolCall]) -> list[KeyStep]:
    """Drop errors that a later success replaced, and fold repeats and polls into one step."""
    replaced = {id(recovery.failed) for recovery in recoveries(calls)}
    kept: list[KeyStep] = []
    for call in calls:
        if id(call) in replaced:
            continue
        last = kept[-1] if kept else None
        if last and last.call.tool == call.tool and last.call.args == call.args:
            kept[-1] = KeyStep(call, last.times + 1)
        else:
            kept.append(KeyStep(call))
    return kept


def recoveries(calls: Sequence[ToolCall]) -> list[Recovery]:
    """Find each error after which the same tool soon worked."""
    found: list[Recovery] = []
    for index, call in enumerate(calls):
        if call.status != "error":
            continue
        ahead = calls[index + 1 : index + 1 + RECOVERY_REACH]
        for distance, later in enumerate(ahead):
            if later.tool == call.tool and later.status == "completed":
                between = tuple(one for one in ahead[:distance] if one.status == "completed")
                found.append(Recovery(call, between, later))
                break
    return found


def execution_chain(calls: Sequence[ToolCall], *, most: int) -> list[dict[str, object]]:
    """Write the kept steps as `[{"step", "tool", "result_summary"}]`; folded ones say `times`."""
    chain: list[dict[str, object]] = []
    for number, kept in enumerate(key_steps(ends_of(calls, most)), 1):
        shown = kept.call.error if kept.call.status == "error" else kept.call.result
        step: dict[str, object] = {
            "step": number,
            "tool": kept.call.tool,
            "result_summary": summarize(shown),
        }
        if kept.times > 1:
            step["times"] = kept.times
        chain.append(step)
    return chain
