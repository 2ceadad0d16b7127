"""Events find the trajectory they belong to, whatever order and clock they come with."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from apps.trajectories.domain.assembly import Conversation, in_order
from apps.trajectories.schemas import Event

if TYPE_CHECKING:
    from collections.abc import Sequence

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


@dataclass
class Turn:
    """A trajectory in memory."""

    started_at: datetime
    turn_id: str = ""
    source: str = "api"
    author: str = "system"
    intent: str = ""
    final_response: str = ""
    step_count: int = 0
    tool_count: int = 0
    error_count: int = 0
    tools: list[str] = field(default_factory=list)
    interrupted: bool = False
    input_tokens: int = 0
    output_tokens: int = 0
    last_event_at: datetime = NOON
    completed_at: datetime | None = None
    scored_at: datetime | None = None
    request_read_at: datetime | None = None
    status: str = "open"


def event(kind: str, at: float = 0, **fields: Any) -> Event:
    moment = NOON + timedelta(seconds=at)
    return Event(event_id=f"{kind}{at}", session_id="s", type=kind, timestamp=moment, **fields)


def conversation(*events: Event, source: str = "api") -> Conversation[Turn]:
    def opened(first: Event) -> Turn:
        return Turn(first.timestamp, first.turn_id or "", source, last_event_at=first.timestamp)

    talk = Conversation[Turn]([], opened, source)
    for one in events:
        talk.place(one)
    return talk


def asked(*events: Event) -> Sequence[tuple[str, str, int]]:
    return [(turn.intent, turn.status, turn.tool_count) for turn in conversation(*events).turns]


def test_a_request_opens_and_a_reply_closes():
    assert asked(event("user_request", 0, text="查房"), event("response", 1, text="好")) == [
        ("查房", "completed", 0)
    ]


def test_the_next_request_closes_what_is_open_as_partial():
    assert asked(event("user_request", 0, text="one"), event("user_request", 5, text="two")) == [
        ("one", "partial", 0),
        ("two", "open", 0),
    ]


def test_a_call_without_a_turn_belongs_to_the_latest_that_had_begun():
    assert asked(
        event("user_request", 0, text="one"),
        event("user_request", 10, text="two"),
        event("tool_execution", 4, tool="late"),
        event("tool_execution", 12, tool="on time"),
    ) == [("one", "partial", 1), ("two", "open", 1)]


def test_a_turn_id_decides_whatever_the_clock_says():
    assert asked(
        event("user_request", 0, text="one", turn_id="t1"),
        event("user_request", 10, text="two", turn_id="t2"),
        event("tool_execution", 99, tool="x", turn_id="t1"),
    ) == [("one", "partial", 1), ("two", "open", 0)]


def test_a_request_that_comes_late_takes_its_place_in_time_and_is_closed():
    turns = conversation(
        event("user_request", 10, text="two"), event("user_request", 0, text="one")
    ).turns
    assert [(turn.intent, turn.status) for turn in turns] == [("one", "partial"), ("two", "open")]


def test_work_before_any_request_waits_in_a_trajectory_of_its_own():
    (turn,) = conversation(event("tool_execution", 0, tool="Read")).turns
    assert (turn.intent, turn.author, turn.tools) == ("", "system", ["Read"])


def test_an_interruption_makes_a_run_partial_and_stays():
    (turn,) = conversation(
        event("user_request", 0, text="one"),
        event("response", 1, metadata={"interrupted": True}),
        event("response", 2, text="late words"),
    ).turns
    assert (turn.status, turn.interrupted, turn.final_response) == ("partial", True, "late words")


def test_an_empty_stop_leaves_the_reply_that_is_there():
    (turn,) = conversation(
        event("user_request"), event("response", 1, text="Done."), event("response", 2)
    ).turns
    assert (turn.final_response, turn.status) == ("Done.", "completed")


def test_the_end_of_a_session_closes_it_at_its_last_event():
    talk = conversation(
        event("user_request", 0, text="one"),
        event("tool_execution", 3, tool="x"),
        event("session_end", 60),
        event("session_end", 30),
    )
    assert talk.ended_at == NOON + timedelta(seconds=60)
    assert talk.turns[0].status == "partial"


def test_the_same_words_from_a_hook_and_a_transcript_are_one_request():
    talk = conversation(event("user_request", 0, text="部署"), source="hook")
    talk.source = "transcript"
    talk.place(event("user_request", 60, text="部署"))
    assert len(talk.turns) == 1
    talk.place(event("user_request", 600, text="部署"))
    assert len(talk.turns) == 2


def test_tokens_errors_and_tools_add_up():
    (turn,) = conversation(
        event("user_request"),
        event("tool_execution", 1, tool="b", status="error", input_tokens=3),
        event("tool_execution", 2, tool="a", status="unknown", output_tokens=4),
        event("tool_execution", 3, tool="b"),
    ).turns
    assert (turn.tool_count, turn.error_count, turn.tools) == (3, 1, ["b", "a"])
    assert (turn.input_tokens, turn.output_tokens, turn.step_count) == (3, 4, 4)


def test_events_are_sorted_by_time_and_kept_in_order_where_times_are_equal():
    first, second, early = event("response", 5), event("tool_execution", 5), event("user_request")
    assert in_order([first, second, early], now=NOON) == [early, first, second]


@pytest.mark.parametrize(
    ("moment", "is_absurd"),
    [
        (datetime(1970, 1, 1, tzinfo=UTC), True),
        (NOON + timedelta(hours=25), True),
        (NOON + timedelta(hours=23), False),
        (NOON - timedelta(days=300), False),
    ],
)
def test_an_absurd_clock_becomes_the_servers_and_is_noted(moment: datetime, is_absurd: bool):
    late = event("user_request")
    late.timestamp = moment
    (placed,) = in_order([late], now=NOON)
    assert (placed.timestamp == NOON) is is_absurd
    assert bool((placed.metadata or {}).get("clock")) is is_absurd
