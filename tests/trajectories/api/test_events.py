"""POST /events: batches in both formats, item by item, within limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson
from django.utils import timezone

from apps.learning.learn import learn
from apps.trajectories.models import Step, Trajectory
from tests.make import make_event, make_run_events

if TYPE_CHECKING:
    from tests.cast import Team

URL = "/api/v1/events"


def test_a_batch_answers_what_became_of_it(clinic: Team):
    events = make_run_events(tools=["Read"])
    answer = clinic.client("ingest").post(URL, {"events": events})
    assert answer.status_code == 200
    assert answer.json() == {"accepted": 3, "duplicates": 0, "rejected": []}
    assert clinic.client("ingest").post(URL, {"events": events}).json()["duplicates"] == 3


def test_ndjson_is_one_event_a_line(clinic: Team):
    lines = b"\n".join(orjson.dumps(event) for event in make_run_events())
    answer = clinic.client("ingest").post_raw(URL, lines + b"\n\n", "application/x-ndjson")
    assert answer.json()["accepted"] == 2


def test_bad_items_are_named_and_good_ones_kept(clinic: Team):
    events = [make_event(), {"event_id": "x"}, make_event("response", timestamp="yesterday")]
    answer = clinic.client("ingest").post(URL, {"events": events})
    body = answer.json()
    assert (answer.status_code, body["accepted"]) == (207, 1)
    assert [one["index"] for one in body["rejected"]] == [1, 2]
    assert body["rejected"][0]["code"] == "invalid_event"
    assert body["rejected"][0]["detail"].startswith("session_id:")
    assert body["rejected"][1]["detail"].startswith("timestamp:")


def test_a_broken_line_does_not_harm_its_neighbours(clinic: Team):
    good = orjson.dumps(make_event())
    answer = clinic.client("ingest").post_raw(URL, good + b"\n{oops\n", "application/x-ndjson")
    assert answer.status_code == 207
    assert answer.json()["rejected"][0] == {
        "index": 1,
        "code": "invalid_json",
        "detail": answer.json()["rejected"][0]["detail"],
    }


def test_nul_and_lone_surrogates_on_the_wire_are_stored_replaced(clinic: Team):
    event = orjson.dumps(make_event(text="MARK literal \\u0000")).replace(
        b"MARK", rb"\u0000 \ud800 \ud83d\ude00"
    )
    answer = clinic.client("ingest").post_raw(URL, b'{"events":[' + event + b"]}")
    assert answer.json()["accepted"] == 1
    text = Trajectory.objects.for_tenant(clinic.tenant).get().intent
    assert text == "\ufffd \ufffd \U0001f600 literal \\u0000"


def test_a_thousand_events_are_the_most(clinic: Team):
    events = [make_event("tool_execution") for _ in range(1001)]
    answer = clinic.client("ingest").post(URL, {"events": events})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_many_events")
    assert "1,000" in answer.json()["detail"]


def test_a_body_over_the_limit_is_refused_by_the_limits_name(clinic: Team, settings):
    body = b" " * (settings.ENV.max_request_bytes + 1)
    answer = clinic.client("ingest").post_raw(URL, body)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert f"{settings.ENV.max_request_bytes:,}" in answer.json()["detail"]


def test_what_is_no_batch_is_refused_with_what_to_send(clinic: Team):
    for body, code in ((b"{oops", "invalid_json"), (b'{"a": 1}', "no_events")):
        answer = clinic.client("ingest").post_raw(URL, body)
        assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_whoever_reports_cannot_read(clinic: Team):
    clinic.client("ingest").post(URL, {"events": make_run_events()})
    for path in ("trajectories", "sessions", "experiences", "proposals", "skills", "stats"):
        assert clinic.client("ingest").get(f"/api/v1/{path}").status_code == 403


def test_feedback_by_event_becomes_the_users_score(clinic: Team):
    events = [*make_run_events(tools=["Read"]), make_event("user_feedback", feedback="negative")]
    clinic.client("ingest").post(URL, {"events": events})
    learn(clinic.tenant, now=timezone.now())
    run = Trajectory.objects.for_tenant(clinic.tenant).get()
    assert (float(run.score), run.score_source) == (0.0, "user")
    assert Step.objects.of_trajectory(run).count() == 4
