from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from apps.errors import DomainError
from apps.trajectories.domain.sources.claude_code_hooks import read_hook
from apps.trajectories.schemas import EARLIEST, LATEST, Event
from tests.trajectories.domain.sources.claude_code_builders import answer, call, read, text, user

NOW = datetime(2026, 3, 2, 8, 0, 10, tzinfo=UTC)


def hooked(name: str, *, now: datetime = NOW, **fields: Any) -> list[Event]:
    payload = {"session_id": "s-1", "hook_event_name": name} | fields
    return read_hook(payload, now=now)


def one(name: str, *, now: datetime = NOW, **fields: Any) -> Event:
    [event] = hooked(name, now=now, **fields)
    return event


@pytest.mark.parametrize("source", [None, "user", "sdk"])
@pytest.mark.parametrize("prompt", ["fix the login", "修一下登录"])
def test_a_persons_prompt_is_a_request(source: str | None, prompt: str) -> None:
    event = one("UserPromptSubmit", prompt=prompt, source=source, prompt_id="p1")
    assert (event.type, event.text, event.author) == ("user_request", prompt, "person")
    assert (event.event_id, event.turn_id, event.timestamp) == ("prompt:p1", "p1", NOW)


@pytest.mark.parametrize("source", ["system", "loop_wakeup", "schedule_wakeup", "poll_event"])
def test_a_prompt_that_nobody_typed_is_the_systems(source: str) -> None:
    assert one("UserPromptSubmit", prompt="check", source=source).author == "system"


def test_a_note_of_the_program_is_the_systems_whatever_its_source() -> None:
    note = "<task-notification><task-id>1</task-id></task-notification>"
    assert one("UserPromptSubmit", prompt=note, source="user").author == "system"
    reminded = one("UserPromptSubmit", prompt="<system-reminder>x</system-reminder> go on")
    assert (reminded.text, reminded.author) == ("go on", "person")


def test_a_prompt_without_an_id_is_the_same_within_its_minute() -> None:
    first = one("UserPromptSubmit", prompt="yes")
    retried = one("UserPromptSubmit", prompt="yes", now=NOW + timedelta(seconds=20))
    later = one("UserPromptSubmit", prompt="yes", now=NOW + timedelta(minutes=5))
    other = one("UserPromptSubmit", prompt="no")
    assert first.event_id == retried.event_id
    assert len({first.event_id, later.event_id, other.event_id}) == 3


def test_a_spooled_prompt_keeps_its_own_time_and_id() -> None:
    sent: dict[str, Any] = {"prompt": "yes", "timestamp": "2026-03-02T07:00:00Z"}
    first = one("UserPromptSubmit", **sent)
    late = one("UserPromptSubmit", **sent, now=NOW + timedelta(hours=3))
    assert first == late
    assert first.timestamp == datetime(2026, 3, 2, 7, 0, tzinfo=UTC)


def test_a_finished_tool_is_a_step_that_began_before() -> None:
    event = one(
        "PostToolUse",
        tool_name="Bash",
        tool_input={"command": "ls"},
        tool_use_id="t1",
        tool_response={"stdout": "a.txt", "interrupted": False},
        duration_ms=2_000,
        prompt_id="p1",
    )
    assert (event.event_id, event.tool, event.status) == ("tool:t1", "Bash", "completed")
    assert (event.args, event.result) == (
        {"command": "ls"},
        {"stdout": "a.txt", "interrupted": False},
    )
    assert (event.timestamp, event.duration_ms) == (NOW - timedelta(seconds=2), 2_000)


def test_a_failed_tool_tells_its_error() -> None:
    event = one("PostToolUseFailure", tool_name="Bash", tool_use_id="t1", error="Exit code 1")
    assert (event.status, event.error, event.result) == ("error", "Exit code 1", None)


def test_a_tool_that_the_user_stopped_did_not_fail() -> None:
    event = one(
        "PostToolUseFailure", tool_name="Bash", tool_use_id="t1", error="stopped", is_interrupt=True
    )
    assert (event.status, event.error) == ("unknown", None)
    assert event.metadata == {"interrupted": True}


def test_a_batch_is_a_step_for_every_call() -> None:
    calls = [
        {"tool_name": "Read", "tool_use_id": "t1", "tool_input": {}, "tool_response": "x"},
        {"tool_name": "Read", "tool_use_id": "t2", "tool_input": {}},
        {"tool_name": "Read", "tool_use_id": "t3", "tool_response": "<tool_use_error>no"},
        "not a call",
        {"tool_use_id": "t4"},
    ]
    events = hooked("PostToolBatch", tool_calls=calls)
    assert [(event.event_id, event.status) for event in events] == [
        ("tool:t1", "completed"),
        ("tool:t2", "unknown"),
        ("tool:t3", "error"),
    ]


def test_calls_without_ids_differ_by_what_was_called() -> None:
    calls = [{"tool_name": "Read", "tool_input": {"path": path}} for path in "ab"]
    events = hooked("PostToolBatch", tool_calls=calls)
    assert events[0].event_id != events[1].event_id
    assert [e.event_id for e in hooked("PostToolBatch", tool_calls=calls)] == [
        e.event_id for e in events
    ]


def test_a_stop_is_the_reply() -> None:
    event = one("Stop", last_assistant_message="Done.", prompt_id="p1")
    assert (event.type, event.text, event.status) == ("response", "Done.", "completed")
    assert (event.event_id, event.turn_id) == ("stop:p1", "p1")


def test_an_empty_stop_still_closes_the_turn_each_time() -> None:
    first, later = one("Stop"), one("Stop", now=NOW + timedelta(minutes=2))
    assert (first.type, first.text) == ("response", None)
    assert first.event_id != later.event_id


def test_a_stop_by_failure_is_no_reply() -> None:
    event = one("StopFailure", error="rate_limit", error_details="429", last_assistant_message="x")
    assert (event.type, event.status, event.text) == ("response", "error", None)
    assert event.error == "rate_limit: 429"


def test_a_sub_agents_steps_are_a_session_below() -> None:
    inside: dict[str, Any] = {"agent_id": "x1", "prompt_id": "p1"}
    step = one("PostToolUse", tool_name="Bash", tool_use_id="t1", tool_response="", **inside)
    stop = one("SubagentStop", last_assistant_message="Found.", **inside)
    for event in (step, stop):
        assert (event.session_id, event.parent_session_id) == ("s-1/agent-x1", "s-1")
        assert event.turn_id == "x1"
    assert stop.event_id != one("Stop", prompt_id="p1").event_id


def test_a_sub_agents_end_without_its_name_does_not_end_the_main_turn() -> None:
    assert hooked("SubagentStop", last_assistant_message="Found.") == []


def test_a_sub_agents_task_has_the_id_that_its_transcript_gives() -> None:
    event = one("SubagentStart", agent_id="x1", prompt="find the bug")
    [told] = read(user("find the bug", agentId="x1"))
    assert event.author == told.author == "agent"
    assert (event.event_id, event.turn_id) == (told.event_id, told.turn_id)
    assert hooked("SubagentStart", agent_id="x1") == []


def test_hooks_and_transcript_name_a_turn_and_its_calls_alike() -> None:
    told = read(user("go", promptId="p1"), answer(call("t1"), text("Done.")))
    prompt = one("UserPromptSubmit", prompt="go", prompt_id="p1")
    step = one("PostToolUse", tool_name="Bash", tool_use_id="t1", prompt_id="p1")
    names = {event.event_id for event in told}
    assert {prompt.event_id, step.event_id} <= names
    assert {event.turn_id for event in told} == {"p1"}


def test_the_end_of_a_session_is_told() -> None:
    event = one("SessionEnd", reason="logout")
    assert (event.type, event.metadata) == ("session_end", {"reason": "logout"})


@pytest.mark.parametrize("name", ["Notification", "SessionStart", "PreToolUse", "NotYetInvented"])
def test_hooks_that_tell_nothing_of_the_work_give_nothing(name: str) -> None:
    assert hooked(name) == []


@pytest.mark.parametrize(
    ("payload", "field"),
    [
        ({}, "session_id"),
        ({"session_id": 7}, "session_id"),
        ({"session_id": "s-1"}, "hook_event_name"),
        ({"session_id": "s-1", "hook_event_name": "UserPromptSubmit"}, "prompt"),
        ({"session_id": "s-1", "hook_event_name": "PostToolUse"}, "tool_name"),
    ],
)
def test_a_payload_that_lacks_what_it_needs_names_the_field(
    payload: dict[str, Any], field: str
) -> None:
    with pytest.raises(DomainError, match=field) as refused:
        read_hook(payload, now=NOW)
    assert refused.value.code == "invalid_hook"


@pytest.mark.parametrize(
    ("sent", "kept"),
    [("0001-01-01T00:00:00+23:59", EARLIEST), ("9999-12-31T23:59:59-23:59", LATEST)],
)
def test_a_time_out_of_reach_is_moved_to_the_nearest(sent: str, kept: datetime) -> None:
    assert one("UserPromptSubmit", prompt="导出报表", timestamp=sent).timestamp == kept
