"""The shape in which the demo's sessions are written down, before they become events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from datetime import time

    from apps.trajectories.schemas import Rating

ONE_OFF = "one-off"


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call; one with an `error` failed and has no result."""

    tool: str
    args: dict[str, Any]
    result: Any = None
    duration_ms: int = 400
    error: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """One request and all done for it; without a reply it was abandoned."""

    ask: str
    calls: tuple[Call, ...] = ()
    reply: str = ""
    feedback: Rating | None = None
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Story:
    """One session: who asked which agent, how many days ago, at what time of the tenant's day.

    `kind` names recurring work, or is `ONE_OFF`. Texts may name days relative to the session's
    own, as `$yesterday`: `dates.day_words` lists them.
    """

    key: str
    kind: str
    agent: str
    user: str
    days_ago: int
    at: time
    turns: tuple[Turn, ...]


def failed(tool: str, args: dict[str, Any], error: str, duration_ms: int = 300) -> Call:
    """Build a call that ended in an error."""
    return Call(tool, args, duration_ms=duration_ms, error=error)


def detour(calls: tuple[Call, ...], *extra: Call, before: str) -> tuple[Call, ...]:
    """Put extra calls in front of the first call of a tool."""
    place = [call.tool for call in calls].index(before)
    return (*calls[:place], *extra, *calls[place:])


def without(calls: tuple[Call, ...], tool: str) -> tuple[Call, ...]:
    """Leave out the calls of a tool."""
    return tuple(call for call in calls if call.tool != tool)
