"""Put events into trajectories: which one each belongs to, and what it changes there.

A request opens a trajectory; the reply, an interruption, the session's end or the next request
closes it. Events come late, out of order and by clocks that are off: one without a turn id belongs
to the latest trajectory that had begun by then.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from apps.trajectories.schemas import Event

EARLIEST = datetime(2020, 1, 1, tzinfo=UTC)
MOST_CLOCK_LEAD = timedelta(hours=24)
SAME_REQUEST_WITHIN = timedelta(minutes=2)
MOST_TOOLS_NAMED = 200


class Turn(Protocol):
    """What assembly reads and changes of a trajectory."""

    turn_id: str
    source: str
    author: str
    intent: str
    final_response: str
    step_count: int
    tool_count: int
    error_count: int
    tools: list[str]
    interrupted: bool
    input_tokens: int
    output_tokens: int
    started_at: datetime
    last_event_at: datetime
    completed_at: datetime | None
    scored_at: datetime | None
    request_read_at: datetime | None
    status: str


@dataclass(slots=True)
class Conversation[T: Turn]:
    """A session's trajectories as far as a batch touches them, oldest first."""

    turns: list[T]
    open_turn: Callable[[Event], T]
    source: str
    touched: dict[int, T] = field(default_factory=dict)
    ended_at: datetime | None = None

    def place(self, event: Event) -> tuple[T, int]:
        """Put one event into its trajectory; answers it and the step's sequence there."""
        turn = self._request(event) if event.type == "user_request" else self._find(event)
        _apply(turn, event)
        if event.type == "session_end":
            self._end(event.timestamp)
        sequence = turn.step_count
        turn.step_count += 1
        self.touched[id(turn)] = turn
        return turn, sequence

    def _request(self, event: Event) -> T:
        same = self._by_turn_id(event.turn_id) or self._told_by_another_source(event)
        same = same or self._begun_without_request(event)
        if same is not None:
            same.turn_id = same.turn_id or event.turn_id or ""
            return same
        later = [turn for turn in self.turns if turn.started_at > event.timestamp]
        for turn in self.turns:
            if turn not in later and turn.status == "open":
                self._close(turn, turn.last_event_at)
        turn = self._open(event)
        if later:
            self._close(turn, event.timestamp)
        return turn

    def _find(self, event: Event) -> T:
        named = self._by_turn_id(event.turn_id)
        if named is not None:
            return named
        begun = [turn for turn in self.turns if turn.started_at <= event.timestamp]
        if event.turn_id or not self.turns:
            return self._open(event)
        return begun[-1] if begun else self.turns[-1]

    def _open(self, event: Event) -> T:
        turn = self.open_turn(event)
        self.turns.append(turn)
        self.turns.sort(key=lambda one: one.started_at)
        return turn

    def _by_turn_id(self, turn_id: str | None) -> T | None:
        return next((turn for turn in self.turns if turn_id and turn.turn_id == turn_id), None)

    def _told_by_another_source(self, event: Event) -> T | None:
        """Find the trajectory of the same words that a hook and a transcript both report."""
        for turn in self.turns:
            near = abs(turn.started_at - event.timestamp) <= SAME_REQUEST_WITHIN
            if near and turn.source != self.source and turn.intent == (event.text or ""):
                return turn
        return None

    def _begun_without_request(self, event: Event) -> T | None:
        """Find the run whose work came before its request did: the request is only late."""
        later = [turn for turn in self.turns if turn.started_at >= event.timestamp]
        first = later[0] if later else None
        if first is None or first.intent or first.turn_id or first.author != "system":
            return None
        first.started_at = event.timestamp
        return first

    def close_open(self) -> None:
        """Close what is open, as nothing more is expected."""
        for turn in self.turns:
            if turn.status == "open":
                self._close(turn, turn.last_event_at)

    def _close(self, turn: T, at: datetime) -> None:
        turn.status = "completed" if turn.final_response and not turn.interrupted else "partial"
        turn.completed_at = max(at, turn.started_at)
        self.touched[id(turn)] = turn

    def _end(self, at: datetime) -> None:
        self.close_open()
        self.ended_at = max(self.ended_at or at, at)


def _apply(turn: Turn, event: Event) -> None:
    turn.last_event_at = max(turn.last_event_at, event.timestamp)
    turn.input_tokens += event.input_tokens or 0
    turn.output_tokens += event.output_tokens or 0
    turn.scored_at = None
    if event.type == "user_request":
        turn.intent = turn.intent or event.text or ""
        turn.author = event.author
        turn.request_read_at = None
    elif event.type == "tool_execution":
        _count_tool(turn, event)
    elif event.type == "response":
        _reply(turn, event)


def _count_tool(turn: Turn, event: Event) -> None:
    turn.tool_count += 1
    turn.error_count += event.status == "error"
    name = event.tool or "unknown"
    if name not in turn.tools and len(turn.tools) < MOST_TOOLS_NAMED:
        turn.tools = [*turn.tools, name]


def _reply(turn: Turn, event: Event) -> None:
    turn.final_response = event.text or turn.final_response
    turn.interrupted = turn.interrupted or bool((event.metadata or {}).get("interrupted"))
    failed = turn.interrupted or (event.status == "error" and not event.text)
    turn.status = "partial" if failed else "completed"
    turn.completed_at = max(turn.completed_at or turn.started_at, event.timestamp)


def in_order(events: Iterable[Event], *, now: datetime) -> list[Event]:
    """Sort events by time, keeping their order where times are equal; absurd clocks are set right.

    A time before 2020 or more than a day ahead of the server becomes the server's `now`.
    """
    listed = list(events)
    for event in listed:
        if not EARLIEST <= event.timestamp <= now + MOST_CLOCK_LEAD:
            event.metadata = {**(event.metadata or {}), "clock": _spell(event.timestamp)}
            event.timestamp = now
    listed.sort(key=lambda event: event.timestamp)
    return listed


def _spell(moment: datetime) -> Any:
    return moment.isoformat()
