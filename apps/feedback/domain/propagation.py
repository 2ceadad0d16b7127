"""Decide what a score teaches: tools that led to a good end, patterns that led to a bad one."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import asdict, dataclass
from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

from apps.feedback.domain.error_kind import error_kind, is_passing
from apps.trajectories.domain.compression import recoveries
from apps.trajectories.domain.injected import strip_injected
from apps.trajectories.domain.request_type import request_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.trajectories.domain.tool_chain import ToolCall

PREFERRED_FROM = Decimal("0.80")
AVOIDED_TO = Decimal("0.30")
LOOP_AFTER_ERRORS = 3  # calls in a row, each a retry of the one before
LOOP_WITHOUT_ERRORS = 6  # a poll repeats its arguments too
MOST_LESSONS = 10
MOST_TOOLS = 50
WEIGHTS = {
    "user": Decimal("1.0"),
    "reviewer": Decimal("1.0"),
    "correction": Decimal("0.8"),
    "judge": Decimal("0.6"),
    "auto": Decimal("0.4"),
}

Kind = Literal["tool_preference", "avoid"]
# A tool's name as programs give it: a sentence is none, and must not reach a prompt as one.
_NAME = re.compile(r"[\w.:/@-]{1,80}(?: [\w.:/@-]{1,40}){0,2}")


@dataclass(frozen=True, slots=True)
class ToolFacts:
    """How one tool fared in a run; `left` are the kinds of errors that nothing made good."""

    tool: str
    uses: int
    successes: int
    errors: int
    streak: int
    ended_well: bool
    passing: bool
    left: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChainFacts:
    """What is kept of a run's calls: enough to draw its lessons again when its score changes."""

    tools: tuple[ToolFacts, ...] = ()
    last: str = ""

    def as_json(self) -> dict[str, Any]:
        """Write the facts for a JSON column."""
        return asdict(self)

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> ChainFacts:
        """Read what `as_json` wrote; nothing stored is a run without calls."""
        rows = stored.get("tools", ())
        tools = (ToolFacts(**{**row, "left": tuple(row["left"])}) for row in rows)
        return cls(tuple(tools), stored.get("last", ""))


@dataclass(frozen=True, slots=True, order=True)
class Lesson:
    """One thing that a score teaches: a tool to prefer, or a pattern of its use to avoid."""

    kind: Kind
    tool: str
    pattern: str = ""


def request_kind(intent: str) -> str:
    """Name the kind of a request as runs with tools are filed, whichever tools those were."""
    return request_type(strip_injected(intent), ["any"])


def read_facts(calls: Sequence[ToolCall]) -> ChainFacts:
    """Sum up a run's calls tool by tool, the most used first."""
    by_tool: dict[str, list[ToolCall]] = defaultdict(list)
    for call in calls:
        by_tool[call.tool].append(call)
    made_good = {id(recovery.failed) for recovery in recoveries(calls)}
    streaks = _longest_streaks(calls)
    used = sorted(by_tool, key=lambda tool: (-len(by_tool[tool]), tool))[:MOST_TOOLS]
    tools = (_facts_of(tool, by_tool[tool], made_good, streaks.get(tool, 1)) for tool in used)
    completed = [call.tool for call in calls if call.status == "completed"]
    last = completed[-1] if completed else (calls[-1].tool if calls else "")
    return ChainFacts(tuple(tools), last)


def _facts_of(tool: str, calls: list[ToolCall], made_good: set[int], streak: int) -> ToolFacts:
    failed = [call for call in calls if call.status == "error"]
    kinds = {id(call): error_kind(call.error or call.result) for call in failed}
    left = {kinds[id(call)] for call in failed if id(call) not in made_good}
    return ToolFacts(
        tool=tool,
        uses=len(calls),
        successes=sum(call.status == "completed" for call in calls),
        errors=len(failed),
        streak=streak,
        ended_well=calls[-1].status == "completed",
        passing=bool(failed) and all(is_passing(kind) for kind in kinds.values()),
        left=tuple(sorted(left)),
    )


def _longest_streaks(calls: Sequence[ToolCall]) -> dict[str, int]:
    """Count for each tool the most calls in a row that each retried the one before."""
    longest: dict[str, int] = {}
    streak = 1
    for before, call in pairwise(calls):
        again = call.tool == before.tool and (call.args == before.args or before.status == "error")
        streak = streak + 1 if again else 1
        longest[call.tool] = max(longest.get(call.tool, 1), streak)
    return longest


def lessons_of(facts: ChainFacts, *, score: Decimal | None, source: str) -> list[Lesson]:
    """List what a run teaches at a score: nothing between 0.30 and 0.80, or without a call."""
    if score is None:
        return []
    if score >= PREFERRED_FROM:
        lessons = [Lesson("tool_preference", one.tool) for one in facts.tools if one.ended_well]
    elif score <= AVOIDED_TO:
        lessons = _to_avoid(facts, source)
    else:
        lessons = []
    return [one for one in lessons if _NAME.fullmatch(one.tool)][:MOST_LESSONS]


def _to_avoid(facts: ChainFacts, source: str) -> list[Lesson]:
    """Say what failed; a run in which nothing did is blamed on its last completed step."""
    found = [
        Lesson("avoid", one.tool, f"error:{kind}")
        for one in facts.tools
        for kind in one.left
        if not is_passing(kind)
    ]
    found += [Lesson("avoid", one.tool, "retry_loop") for one in facts.tools if _loops(one)]
    if source == "correction":
        found.append(Lesson("avoid", facts.last, "corrected"))
    if not found and not any(one.left for one in facts.tools):
        by_person = source in {"user", "reviewer"}
        found.append(Lesson("avoid", facts.last, "rejected" if by_person else "ended_badly"))
    return found


def _loops(one: ToolFacts) -> bool:
    enough = LOOP_AFTER_ERRORS if one.errors else LOOP_WITHOUT_ERRORS
    return one.streak >= enough and not one.passing
