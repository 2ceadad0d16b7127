"""A finished trajectory handed in whole is told as the events it consists of."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from pydantic import ValidationError

from apps.trajectories.domain.finished import FinishedTrajectory, finished_events
from apps.trajectories.schemas import EARLIEST, LATEST

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
BODY: dict[str, Any] = {
    "session_id": "sess-1",
    "user_intent": "修复认证模块",
    "tool_chain": [
        {"tool": "read_file", "args": {"path": "auth.js"}, "result": "ok", "status": "ok"},
        {"tool": "run_shell", "duration_ms": 900, "status": "failed", "error": "exit 1"},
        {"tool": "run_shell"},
    ],
    "final_response": "已修复。",
    "agent": "coder",
    "user_id": "u-1",
}


def told(**changes: Any) -> list[Any]:
    return finished_events(FinishedTrajectory.model_validate({**BODY, **changes}), now=NOON)


def test_it_becomes_a_request_its_calls_and_the_reply_in_order():
    events = told()
    assert [event.type for event in events] == [
        "user_request",
        *["tool_execution"] * 3,
        "response",
    ]
    assert [event.status for event in events[1:4]] == ["completed", "error", "unknown"]
    assert all(before.timestamp < after.timestamp for before, after in pairwise(events))
    assert {(event.session_id, event.agent, event.user_id) for event in events} == {
        ("sess-1", "coder", "u-1")
    }


def test_the_same_body_gives_the_same_event_ids_and_another_gives_others():
    ids = [
        {event.event_id for event in told(**change)} for change in ({}, {}, {"user_intent": "x"})
    ]
    assert ids[0] == ids[1]
    assert not ids[0] & ids[2]


def test_the_camel_case_of_older_clients_is_read_alike():
    older = {
        "session_id": "sess-1",
        "userIntent": BODY["user_intent"],
        "toolChain": [{**BODY["tool_chain"][1], "durationMs": 900}],
        "finalResponse": BODY["final_response"],
    }
    events = finished_events(FinishedTrajectory.model_validate(older), now=NOON)
    assert (events[0].text, events[1].duration_ms, events[2].text) == (
        "修复认证模块",
        900,
        "已修复。",
    )


def test_times_that_it_says_are_kept_and_others_follow_from_durations():
    start = NOON - timedelta(hours=2)
    events = told(started_at=start.isoformat(), completed_at=NOON.isoformat())
    assert events[0].timestamp == start
    assert events[-1].timestamp == NOON + timedelta(milliseconds=1)
    assert NOON - timedelta(seconds=2) < told()[0].timestamp < NOON


@pytest.mark.parametrize("name", ["started_at", "completed_at"])
@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00+23:00", "9999-12-31T23:59:59-23:00"])
def test_no_sum_of_times_and_durations_overflows(name: str, moment: str):
    longest = [{"tool": "a", "duration_ms": 2**31 - 1}] * 3000
    events = told(**{name: moment, "tool_chain": longest})
    assert {EARLIEST <= event.timestamp <= LATEST for event in events} == {True}


@pytest.mark.parametrize(
    "change",
    [
        {"session_id": ""},
        {"tool_chain": [{"args": {}}]},
        {"tool_chain": "none"},
        {"user_intent": None},
        {"tool_chain": [{"tool": "x", "duration_ms": -5}]},
    ],
)
def test_what_is_no_trajectory_is_refused(change: dict[str, Any]):
    with pytest.raises(ValidationError):
        told(**change)


def test_a_trajectory_without_calls_or_reply_is_one_all_the_same():
    assert [event.type for event in told(tool_chain=[], final_response=None)] == [
        "user_request",
        "response",
    ]
