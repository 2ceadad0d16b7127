"""Odd input is answered in the API's words: nothing that is sent makes a server error."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

import orjson
import pytest
from django.test import Client

from apps.trajectories.domain.cleaning import DEEPER
from apps.trajectories.models import Session, Step, Trajectory
from tests.make import make_event, make_run_events, record

if TYPE_CHECKING:
    from tests.cast import Team

API = "/api/v1"
LISTS = ("trajectories", "sessions", "imports", "proposals", "skills", "experiences", "reflections")
TRANSCRIPT = orjson.dumps(
    {
        "type": "user",
        "sessionId": "imp",
        "uuid": "u1",
        "timestamp": "2026-03-02T10:00:00Z",
        "message": {"role": "user", "content": "生成周报"},
    }
)
EMPTY_FORM = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nv\r\n--x--\r\n'


def deep(levels: int) -> bytes:
    return b'{"a":' * levels + b"1" + b"}" * levels


def levels_of(value: Any) -> int:
    count = 0
    while isinstance(value, dict | list):
        value = next(iter(value.values() if isinstance(value, dict) else value), None)
        count += 1
    assert value == DEEPER
    return count


def with_deep(body: Any, levels: int) -> bytes:
    return orjson.dumps(body).replace(b'"@@"', deep(levels))


@pytest.mark.parametrize("levels", [300, 900])
@pytest.mark.parametrize("field", ["args", "result", "metadata"])
def test_a_deep_field_of_an_event_is_stored_cut(clinic: Team, field: str, levels: int):
    event = make_event("tool_execution", tool="t", **{field: "@@"})
    body = with_deep({"events": [event]}, levels)
    assert clinic.client("ingest").post_raw(f"{API}/events", body).json()["accepted"] == 1
    run = Trajectory.objects.for_tenant(clinic.tenant).get()
    stored = getattr(Step.objects.of_trajectory(run).tool_calls().get(), field)
    assert 90 < levels_of(stored) <= 100
    shown = clinic.client("read").get(f"{API}/trajectories/{run.pk}").json()
    assert shown["steps"][0][field] == stored


@pytest.mark.parametrize(
    ("scope", "path", "body"),
    [
        (
            "ingest",
            "trajectories",
            {"session_id": "d", "user_intent": "x", "tool_chain": [{"tool": "t", "result": "@@"}]},
        ),
        (
            "ingest",
            "hooks/claude-code",
            {
                "session_id": "d",
                "hook_event_name": "PostToolUse",
                "tool_name": "t",
                "tool_input": "@@",
            },
        ),
        (
            "agent",
            "messages/classify",
            {"message": "no", "previous": {"intent": "x", "tools": [{"tool": "t", "args": "@@"}]}},
        ),
        ("agent", "context", {"message": "weekly report", "extra": "@@"}),
    ],
)
def test_a_deep_body_is_taken_on_every_route(clinic: Team, scope: str, path: str, body: Any):
    answer = clinic.client(scope).post_raw(f"{API}/{path}", with_deep(body, 900))
    assert answer.status_code in {200, 201}


@pytest.mark.parametrize(
    "kind", ["application/json", "application/x-ndjson", "multipart/form-data"]
)
@pytest.mark.parametrize(
    ("path", "code"), [("events", "no_events"), ("imports", "nothing_to_import")]
)
def test_an_empty_body_is_refused_in_words(clinic: Team, path: str, code: str, kind: str):
    for body in (b"", b" \n"):
        if body and kind.startswith("multipart"):
            continue
        answer = clinic.client("ingest").post_raw(f"{API}/{path}", body, kind)
        assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_a_form_without_files_is_refused_in_words(clinic: Team):
    kind = "multipart/form-data; boundary=x"
    answer = clinic.client("ingest").post_raw(f"{API}/imports", EMPTY_FORM, kind)
    assert (answer.status_code, answer.json()["code"]) == (400, "nothing_to_import")


@pytest.mark.parametrize(
    "inside",
    [
        "p=abc",
        "o=-1",
        "",
        ">|abc|1",
        ">|2026-03-02T10:00:00+00:00|abc",
        "?|2026-03-02T10:00:00+00:00|018f3f1e-0000-7000-8000-000000000000",
        ">|2026-03-02T10:00:00+00:00|\x00",
        ">|2026-03-02T10:00:00+00:00",
    ],
)
@pytest.mark.parametrize("path", LISTS)
def test_a_cursor_of_no_list_is_refused(clinic: Team, path: str, inside: str):
    cursor = base64.urlsafe_b64encode(inside.encode()).decode() or "护理%FF"
    answer = clinic.client("admin").get(f"{API}/{path}", cursor=cursor)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_cursor")
    assert isinstance(answer.json()["detail"], str)


@pytest.mark.parametrize(
    "moment", ["0001-01-01", "0001-01-01T00:00:00+23:00", "9999-12-31T23:59:59-23:00"]
)
def test_a_cursor_at_the_end_of_time_is_a_page(clinic: Team, moment: str):
    inside = f">|{moment}|018f3f1e-0000-7000-8000-000000000000"
    cursor = base64.urlsafe_b64encode(inside.encode()).decode()
    for path in LISTS:
        assert clinic.client("admin").get(f"{API}/{path}", cursor=cursor).status_code == 200


def test_three_thousand_steps_of_one_moment_are_paged_to_the_end(clinic: Team):
    record(clinic.tenant, make_run_events(tools=["Read"], reply=None))
    run = Trajectory.objects.for_tenant(clinic.tenant).get()
    first = Step.objects.of_trajectory(run).tool_calls().get()
    steps = []
    for number in range(10, 3010):
        copy = Step.objects.model(
            **{one.attname: getattr(first, one.attname) for one in Step._meta.concrete_fields}
        )
        copy.sequence = number
        steps.append(copy)
    Step.objects.bulk_create(steps)

    client = clinic.client("read")
    page = client.get(f"{API}/trajectories/{run.pk}", limit=500).json()
    seen = [step["sequence"] for step in page["steps"]]
    while page["next"] and len(seen) <= 4000:
        page = client.http.get(page["next"]).json()
        seen += [step["sequence"] for step in page["steps"]]
    assert len(seen) == 3002
    assert seen[2:] == list(range(10, 3010))


@pytest.mark.parametrize("cursor", ["p=abc", ">|2026-03-02T10:00:00+00:00|abc"])
def test_a_cursor_of_no_step_is_refused(clinic: Team, cursor: str):
    record(clinic.tenant, make_run_events())
    run = Trajectory.objects.for_tenant(clinic.tenant).get()
    encoded = base64.urlsafe_b64encode(cursor.encode()).decode()
    answer = clinic.client("read").get(f"{API}/trajectories/{run.pk}", cursor=encoded)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_cursor")


@pytest.mark.parametrize(
    "moment",
    [
        "0001-01-01T00:00:00Z",
        "0001-01-01T00:00:00+23:00",
        "9999-12-31T23:59:59.9999Z",
        "9999-12-31T23:59:59-23:00",
        "2026-03-02T10:00:00+23:59",
    ],
)
def test_a_time_far_out_is_taken(clinic: Team, moment: str):
    client = clinic.client("ingest")
    events = [make_event(timestamp=moment), make_event("tool_execution", tool="t")]
    assert client.post(f"{API}/events", {"events": events}).json()["accepted"] == 2
    calls = [{"tool": "a", "duration_ms": 2**31 - 1}] * 3
    for name in ("started_at", "completed_at"):
        body = {"session_id": name, "user_intent": "x", "tool_chain": calls, name: moment}
        assert client.post(f"{API}/trajectories", body).status_code == 201
    hook = {
        "session_id": "h",
        "hook_event_name": "PostToolUse",
        "tool_name": "a",
        "duration_ms": 2**31 - 1,
        "timestamp": moment,
    }
    assert client.post(f"{API}/hooks/claude-code", hook).status_code == 200
    for path in ("trajectories", "sessions"):
        for name in ("since", "until"):
            answer = clinic.client("read").get(f"{API}/{path}", **{name: moment})
            assert answer.status_code == 200


def test_since_the_beginning_of_time_is_everything(clinic: Team):
    record(clinic.tenant, make_run_events())
    for query, found in (({"since": "0001-01-01"}, 1), ({"until": "0001-01-01T00:00:00Z"}, 0)):
        answer = clinic.client("read").get(f"{API}/trajectories", **query)
        assert len(answer.json()["results"]) == found


def test_a_time_that_is_none_is_refused_by_its_name(clinic: Team):
    answer = clinic.client("read").get(f"{API}/trajectories", since="gestern")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert answer.json()["detail"].startswith("since:")


@pytest.mark.parametrize("path", ["sessions/%00", "sessions/a%00b", "sessions/%00/compressed"])
def test_nul_in_a_path_finds_nothing(clinic: Team, path: str):
    answer = clinic.client("admin").get(f"{API}/{path}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_session_named_with_nul_is_found_by_the_same_name(clinic: Team):
    body = orjson.dumps({"events": [make_event(session_id="a@@b")]}).replace(b"@@", rb"\u0000")
    clinic.client("ingest").post_raw(f"{API}/events", body)
    assert Session.objects.for_tenant(clinic.tenant).get().external_id == "a\ufffdb"
    assert clinic.client("read").get(f"{API}/sessions/a%00b").status_code == 200
    assert clinic.client("ingest").post(f"{API}/sessions/a%00b/end").status_code == 200


@pytest.mark.parametrize("name", ["agent", "user_id", "session_id", "tool", "tag", "q"])
def test_nul_in_a_filter_finds_nothing(clinic: Team, name: str):
    record(clinic.tenant, make_run_events())
    answer = clinic.client("read").http.get(f"{API}/trajectories?{name}=%00")
    assert answer.json()["results"] == []


@pytest.mark.parametrize("query", ["name=%00a", "agent=%00", "agent=", "name="])
def test_nul_in_the_name_of_an_import_is_replaced(clinic: Team, query: str):
    answer = clinic.client("ingest").post_raw(f"{API}/imports?{query}", TRANSCRIPT)
    assert answer.status_code == 202
    assert answer.json()["name"] in {"\ufffda", "transcript.jsonl"}
    assert answer.json()["agent"] in {"\ufffd", "claude-code"}


def test_nul_in_a_question_is_answered(clinic: Team):
    for query in ("q=%00", "q=a1.b%00c%20hello%20world"):
        assert clinic.client("read").http.get(f"{API}/experiences?{query}").status_code == 200


@pytest.mark.parametrize("path", [f"{API}/skills", "/admin/login/", "/healthz"])
def test_nul_in_a_cookie_is_nobodys_session(clinic: Team, path: str):
    answer = Client().get(path, headers={"Cookie": r'sessionid="aaaaaaaaaaaaaaaa\000a"'})
    assert answer.status_code in {200, 401}


def test_a_content_length_of_odd_digits_is_no_server_error(clinic: Team):
    client = clinic.client("ingest").http
    for length in ("²", "١", "9" * 5000):
        answer = client.post(
            f"{API}/events", b"[]", content_type="application/json", CONTENT_LENGTH=length
        )
        assert answer.status_code in {400, 413}
