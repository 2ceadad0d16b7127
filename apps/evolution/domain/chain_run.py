"""One run as a chain of calls that a pipeline could make: named tools, loops folded."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from apps.evolution.domain.step import WIDEST_LOOP, bounded
from apps.evolution.domain.tool_kind import kind_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime

    from apps.evolution.domain.run import Run


@dataclass(frozen=True, slots=True)
class ChainCall:
    """One call with its arguments and its whole result; `times` counts what was folded into it."""

    tool: str
    args: Mapping[str, Any] = field(default_factory=dict)
    output: Any = None
    failed: bool = False
    at: datetime | None = None
    times: int = 1


@dataclass(frozen=True, slots=True)
class ChainRun:
    """A run with what its calls answered, and the session that it was in."""

    run: Run
    session: str
    calls: Sequence[ChainCall]


def read_chain(run: ChainRun, registered: Collection[str] = ()) -> tuple[ChainCall, ...]:
    """Give the calls that a pipeline could make, in their order.

    Those are calls of registered tools and of tools with a name of their own: what an agent does
    with its shell and its files is no step of a pipeline. Failed calls are left out; a call or a
    loop that repeats is one. Calls of the same moment stand in the order of their names.
    """
    calls = [one for one in bounded(run.calls) if _is_step(one, registered)]
    chain = _in_one_order(calls)
    for width in range(1, WIDEST_LOOP + 1):
        chain = _folded(chain, width)
    return tuple(chain)


def _is_step(call: ChainCall, registered: Collection[str]) -> bool:
    is_named = call.tool in registered or kind_of(call.tool, call.args) == "call"
    return bool(call.tool) and is_named and not call.failed


def _in_one_order(calls: Sequence[ChainCall]) -> list[ChainCall]:
    ordered: list[ChainCall] = []
    for moment, together in groupby(calls, key=lambda one: one.at):
        same = list(together)
        ordered += sorted(same, key=lambda one: one.tool) if moment else same
    return ordered


def _folded(calls: list[ChainCall], width: int) -> list[ChainCall]:
    """Fold each window that repeats the one before it into that one."""
    folded: list[ChainCall] = []
    for call in calls:
        folded.append(call)
        before, last = folded[-2 * width : -width], folded[-width:]
        if [one.tool for one in before] == [one.tool for one in last]:
            folded[-2 * width :] = [
                replace(first, times=first.times + second.times)
                for first, second in zip(before, last, strict=True)
            ]
    return folded
