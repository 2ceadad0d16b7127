"""What a session was given, the runs that came after, and which of them it bears on."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence
    from datetime import datetime

TargetKind = Literal["skill", "pipeline", "experience"]

ARRIVAL_SLACK = timedelta(seconds=10)  # a hook reports the request just before it asks for context
MOST_CLOCK_SKEW = timedelta(hours=1)
FOLLOWED_SHARE = Decimal("0.6")
LEAST_TOOLS = 2  # a single tool in common says nothing of whose advice it was
MOST_RUNS = 5


@dataclass(frozen=True, slots=True)
class ServedItem:
    """One item offered to one session; `name` and `tools` are how its use is seen in a run.

    `followed` tells whether the session's runs did what it says, where that is known by now.
    """

    target_kind: TargetKind
    target_id: uuid.UUID
    session_id: str
    served_at: datetime
    name: str = ""
    tools: tuple[str, ...] = ()
    followed: bool | None = None


@dataclass(frozen=True, slots=True)
class FollowingRun:
    """A run of a session as signals see it; `opened_at` is our clock, `started_at` the client's.

    `asks_again` says that its request repeats that of the run before it. `judged_directly` says
    that a person scored it, so that its satisfaction is not read from the next message.
    """

    id: uuid.UUID
    session_id: str
    started_at: datetime
    opened_at: datetime
    request: str = ""
    by_person: bool = True
    tools: tuple[str, ...] = ()
    selected: frozenset[str] = field(default_factory=frozenset)
    outcome: str = ""
    score: Decimal | None = None
    satisfaction: str = ""
    corrected: bool = False
    judged_directly: bool = False
    asks_again: bool = False
    end_user_id: uuid.UUID | None = None


def runs_of(item: ServedItem, runs: Sequence[FollowingRun]) -> list[tuple[FollowingRun, bool]]:
    """Choose from a session's runs, in order, those an item bears on, each with whether it used it.

    Those are the runs that use it, and the first one after the serving where its tools are too few
    to show whether it did; five at most. Of what is known to be followed it is the first one where
    no run shows it, and of what was not followed only those that chose or used it.
    """
    after = [run for run in runs if _is_after(run, item)]
    unsure = item.followed is None and len(item.tools) < LEAST_TOOLS
    chosen = [
        (run, used)
        for number, run in enumerate(after)
        if (used := uses(run, item))
        or (number == 0 and unsure and set(item.tools) <= set(run.tools))
    ]
    if item.followed and not chosen:
        return [(run, True) for run in after[:1]]
    return chosen[:MOST_RUNS]


def uses(run: FollowingRun, item: ServedItem) -> bool:
    """Tell whether a run chose an item by name, or took most of its tools in its order."""
    if item.name and item.name in run.selected:
        return True
    if len(item.tools) < LEAST_TOOLS:
        return False
    return Decimal(_common(item.tools, run.tools)) / len(item.tools) >= FOLLOWED_SHARE


def _is_after(run: FollowingRun, item: ServedItem) -> bool:
    """Both clocks must agree: runs reported late arrive after a serving that they came before."""
    arrived = run.opened_at >= item.served_at - ARRIVAL_SLACK
    return arrived and run.started_at >= item.served_at - MOST_CLOCK_SKEW


def _common(left: Sequence[str], right: Sequence[str]) -> int:
    """Count the longest sequence that both have in the same order."""
    row = [0] * (len(right) + 1)
    for a in left:
        diagonal = 0
        for place, b in enumerate(right, 1):
            above = row[place]
            row[place] = diagonal + 1 if a == b else max(above, row[place - 1])
            diagonal = above
    return row[-1]
