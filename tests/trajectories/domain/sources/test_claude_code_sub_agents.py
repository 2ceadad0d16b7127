from typing import Any

import pytest

from tests.trajectories.domain.sources.claude_code_builders import (
    answer,
    call,
    of_type,
    read,
    result,
    text,
    user,
)


@pytest.mark.parametrize("fields", [{"isSidechain": True, "agentId": "x1"}, {"agentId": "x1"}])
def test_a_sub_agents_lines_are_a_session_below_the_first(fields: dict[str, Any]) -> None:
    events = read(
        user("go", uuid="u1"),
        user("find the bug", uuid="u2", at=1, **fields),
        answer(call("t1"), message_id="m1", at=2, **fields),
        result("t1", at=3, **fields),
        answer(text("It is in a.py."), message_id="m2", at=4, **fields),
        answer(text("Found it."), message_id="m3", at=5),
    )
    below = [event for event in events if event.parent_session_id]
    assert [event.type for event in below] == ["user_request", "tool_execution", "response"]
    assert {(e.session_id, e.parent_session_id) for e in below} == {("s-1/agent-x1", "s-1")}
    assert below[0].author == "agent"
    assert [e.text for e in events if not e.parent_session_id] == ["go", "Found it."]


def test_an_old_sidechain_without_an_agent_id_is_named_by_its_root() -> None:
    events = read(
        user("one", uuid="u2", isSidechain=True),
        user("two", uuid="v2", isSidechain=True),
        answer(text("1"), message_id="m1", isSidechain=True, parentUuid="u2"),
        answer(text("2"), message_id="m2", isSidechain=True, parentUuid="v2"),
    )
    assert {(e.session_id, e.text) for e in of_type(events, "response")} == {
        ("s-1/agent-u2", "1"),
        ("s-1/agent-v2", "2"),
    }


def test_a_file_named_after_a_sub_agent_is_its_session() -> None:
    [event] = read(user("find the bug"), name="agent-x7.jsonl")
    assert (event.session_id, event.author) == ("s-1/agent-x7", "agent")


def progress(kind: str, inner: dict[str, Any], uuid: str) -> dict[str, Any]:
    message = {key: inner[key] for key in ("message", "timestamp")} | {"type": kind, "uuid": uuid}
    nested = {"type": "agent_progress", "agentId": "x1", "message": message}
    return {"type": "progress", "sessionId": "s-1", "uuid": f"p-{uuid}", "data": nested}


def test_a_sub_agent_told_by_progress_lines_has_the_ids_of_its_own_file() -> None:
    request, work = user([text("find the bug")]), answer(call("t1"), message_id="m1", at=1)
    told = read(
        progress("user", request, "n1"),
        progress("assistant", work, "n2"),
        progress("user", result("t1"), "n3"),
    )
    own = read(
        user("find the bug", agentId="x1"),
        answer(call("t1"), message_id="m1", at=1, agentId="x1"),
        result("t1", agentId="x1"),
    )
    assert [event.model_dump() for event in told] == [event.model_dump() for event in own]
    assert [event.status for event in told] == [None, "completed"]
