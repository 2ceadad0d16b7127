"""Trajectories over HTTP: handed in whole, listed, filtered, opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.learning.learn import learn
from tests.make import make_run_events, record
from tests.plant import plant_everything

if TYPE_CHECKING:
    from tests.cast import Team

URL = "/api/v1/trajectories"
FINISHED = {
    "session_id": "sess-1",
    "agent": "ward-agent",
    "user_id": "nurse-7",
    "user_intent": "修复认证模块",
    "tool_chain": [
        {"tool": "read_file", "args": {"path": "auth.js"}, "result": "ok", "status": "ok"},
        {"tool": "edit_file", "args": {"path": "auth.js"}, "durationMs": 120, "status": "ok"},
        {"tool": "run_shell", "args": {"cmd": "npm test"}, "result": "pass", "status": "failed"},
    ],
    "final_response": "已修复认证模块。",
}


def test_a_finished_trajectory_is_stored_whole(clinic: Team):
    answer = clinic.client("ingest").post(URL, FINISHED)
    assert answer.status_code == 201
    body = answer.json()
    assert (body["intent"], body["tool_count"], body["error_count"]) == ("修复认证模块", 3, 1)
    assert (body["status"], body["user_id"], body["agent"]) == (
        "completed",
        "nurse-7",
        "ward-agent",
    )


def test_handing_it_in_again_adds_nothing(clinic: Team):
    first = clinic.client("ingest").post(URL, FINISHED).json()
    again = clinic.client("ingest").post(URL, FINISHED)
    assert (again.status_code, again.json()["id"]) == (200, first["id"])


def test_a_bad_one_is_refused_by_field(clinic: Team):
    answer = clinic.client("ingest").post(URL, {**FINISHED, "tool_chain": [{"args": {}}]})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_trajectory")
    assert "tool_chain" in answer.json()["detail"] or "toolChain" in answer.json()["detail"]


def test_detail_shows_the_steps_in_order(clinic: Team):
    pk = clinic.client("ingest").post(URL, FINISHED).json()["id"]
    body = clinic.client("read").get(f"{URL}/{pk}").json()
    assert [step["tool"] for step in body["steps"]] == [
        "",
        "read_file",
        "edit_file",
        "run_shell",
        "",
    ]
    assert body["steps"][1]["input_summary"] == "auth.js"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"q": "护理"}, 1),
        ({"q": "weekly report"}, 1),
        ({"q": "质量 报表"}, 1),
        ({"q": "nothing-like-it"}, 0),
        ({"q": "？"}, 0),
        ({"tool": "Bash"}, 1),
        ({"agent": "ward-agent"}, 2),
        ({"agent": "nobody"}, 0),
        ({"complexity": "moderate"}, 1),
        ({"min_score": "0.75"}, 2),
        ({"outcome": "success"}, 2),
        ({"session_id": "zh"}, 1),
        ({"since": "2999-01-01T00:00:00Z"}, 0),
    ],
)
def test_filters_narrow_the_list(clinic: Team, query: dict[str, str], found: int):
    zh = make_run_events(session="zh", intent="生成护理质量报表", tools=["Read", "Bash", "Edit"])
    en = make_run_events(session="en", intent="Build the weekly report", tools=["Read"])
    record(clinic.tenant, [*zh, *en])
    learn(clinic.tenant, now=timezone.now())
    assert len(clinic.client("read").get(URL, **query).json()["results"]) == found


def test_pages_follow_one_another(clinic: Team):
    for number in range(5):
        record(clinic.tenant, make_run_events(session=f"s{number}"))
    first = clinic.client("read").get(URL, limit=2).json()
    second = clinic.client("read").http.get(first["next"]).json()
    seen = {one["id"] for one in first["results"] + second["results"]}
    assert len(seen) == 4


@pytest.mark.parametrize("path", ["trajectories", "sessions", "experiences", "proposals", "skills"])
def test_a_list_costs_the_same_queries_however_long(clinic: Team, path: str):
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            clinic.client("admin").get(f"/api/v1/{path}")
        return len(queries)

    plant_everything(clinic, "one")
    cost()  # the first use of a key is noted
    short = cost()
    for word in ("two", "three", "four"):
        plant_everything(clinic, word)
    assert cost() == short <= 8


def test_sessions_are_listed_ended_and_squeezed(clinic: Team):
    record(clinic.tenant, make_run_events(session="day", tools=["Read", "Bash"]))
    ended = clinic.client("ingest").post("/api/v1/sessions/day/end")
    assert (ended.status_code, ended.json()["status"]) == (200, "ended")
    assert clinic.client("ingest").post("/api/v1/sessions/day/end").json()["status"] == "ended"
    learn(clinic.tenant, now=timezone.now())
    body = clinic.client("read").get("/api/v1/sessions/day/compressed").json()
    assert (body["outcome"], body["tools_used"]) == ("success", ["Read", "Bash"])
    assert [one["tool"] for one in body["execution_chain"]] == ["Read", "Bash"]
    assert clinic.client("read").get("/api/v1/sessions/day").json()["status"] == "learned"
