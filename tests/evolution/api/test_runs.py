"""Runs over HTTP."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.evolution.carry_out_step import claim_step
from apps.evolution.models import PipelineRun, Repeat
from apps.evolution.resume_runs import resume_runs
from apps.evolution.start_run import ready_steps
from tests.evolution.runs import carry_out, make_pipeline, make_tool, tool_step
from tests.http_servers import in_json, serving
from tests.loopback import dead_address

if TYPE_CHECKING:
    from tests.cast import Team

URL = "/api/v1/pipelines/daily-brief/runs"
INPUTS = {"topic": {"type": "string"}}


@pytest.fixture
def team(clinic: Team) -> Team:
    make_tool(clinic.members["owner"], "t", dead_address(), repeat=Repeat.NEVER)
    steps = [tool_step("a", "t", params={"q": "${inputs.topic}"}), tool_step("b", "t")]
    make_pipeline(clinic.tenant, steps, inputs=INPUTS)
    return clinic


def start(team: Team, scope: str = "agent", **body: Any) -> Any:
    return team.client(scope).post(URL, {"inputs": {"topic": "x"}, **body})


def run_of(team: Team, answer: Any) -> PipelineRun:
    rows = PipelineRun.objects.for_tenant(team.tenant).select_related("tenant")
    return rows.get(id=answer.json()["id"])


def test_a_run_is_started_and_looked_at(team: Team):
    answer = start(team)
    assert answer.status_code == 202
    body = answer.json()
    assert (body["pipeline"], body["version"], body["status"]) == (
        "daily-brief",
        "1.0.0",
        "running",
    )
    assert [(step["id"], step["status"]) for step in body["steps"]] == [
        ("a", "waiting"),
        ("b", "waiting"),
    ]
    seen = team.client("agent").get(f"/api/v1/pipeline-runs/{body['id']}").json()
    assert seen == body
    listed = team.client("read").get(URL).json()["results"]
    assert [one["id"] for one in listed] == [body["id"]]


def test_a_run_that_is_over_shows_what_each_step_did(clinic: Team):
    with serving(lambda asked: in_json({"n": 1})) as server:
        make_tool(clinic.members["owner"], "t", server.url)
        make_pipeline(clinic.tenant, [tool_step("a", "t", params={"q": 1})])
        answer = clinic.client("review").post(URL, {})
        carry_out(run_of(clinic, answer))
    body = clinic.client("read").get(f"/api/v1/pipeline-runs/{answer.json()['id']}").json()
    [step] = body["steps"]
    assert (body["status"], body["output"]) == ("succeeded", {"n": 1})
    assert (step["status"], step["attempts"], step["params"]) == ("succeeded", 1, {"q": 1})
    assert step["duration_ms"] >= 0


@pytest.mark.parametrize("as_header", [True, False])
def test_a_repeated_key_starts_nothing_new(team: Team, as_header: bool):
    http = team.client("agent").http
    body = {"inputs": {"topic": "x"}} | ({} if as_header else {"idempotency_key": "k"})
    headers = {"Idempotency-Key": "k"} if as_header else {}
    first, again = (
        http.post(URL, body, content_type="application/json", headers=headers) for _ in range(2)
    )
    assert first.json()["id"] == again.json()["id"]
    assert first.json()["idempotency_key"] == "k"
    other = start(team, inputs={"topic": "y"}, idempotency_key="k")
    assert (other.status_code, other.json()["code"]) == (409, "key_used")


def test_an_input_that_does_not_fit_is_named(team: Team):
    answer = start(team, inputs={"topic": 5})
    assert answer.status_code == 400
    assert answer.json()["detail"] == "inputs.topic: It must be of type string."


def test_a_run_is_cancelled(team: Team):
    path = f"/api/v1/pipeline-runs/{start(team).json()['id']}/cancel"
    answer = team.client("agent").post(path, {"reason": "Not today."})
    assert (answer.status_code, answer.json()["status"]) == (200, "cancelled")


def test_a_reviewer_says_what_became_of_a_step(team: Team):
    answer = start(team)
    [ready] = ready_steps(run_of(team, answer))
    claim_step(team.tenant, ready.step_id, now=timezone.now())
    resume_runs(team.tenant, now=timezone.now() + timedelta(hours=1))
    path = f"/api/v1/pipeline-runs/{answer.json()['id']}/steps/a/resolve"
    assert team.client("agent").post(path, {"how": "done"}).status_code == 403
    assert team.client("review").post(path, {"how": "perhaps"}).status_code == 400
    body = team.client("review").post(path, {"how": "done", "output": {"n": 3}}).json()
    assert (body["status"], body["steps"][0]["output"]) == ("running", {"n": 3})


def test_the_list_asks_the_same_for_one_and_for_many(team: Team):
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert team.client("read").get(URL).status_code == 200
        return len(queries)

    start(team)
    count()  # the first notes that the key was used
    few = count()
    for _ in range(4):
        start(team)
    assert count() == few
