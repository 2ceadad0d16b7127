"""Finished runs are scored by rule, to the exact tenth, once, and anew when more becomes known."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from apps.feedback.models import Score
from apps.feedback.score_trajectories import score_trajectories
from apps.trajectories.models import Trajectory
from tests.cast import now
from tests.feedback.judging import judge
from tests.make import make_event, make_run_events, record

if TYPE_CHECKING:
    from tests.cast import Team

FAIL = ("Bash", {"cmd": "make"}, "error")
MEND = ("Bash", {"cmd": "make all"})


@pytest.mark.parametrize(
    ("tools", "score"),
    [
        ([], "0.50"),
        (["Read"], "0.80"),
        (["Read", "Edit", "Bash"], "0.80"),
        ([("Read", {"path": "a"}), ("Read", {"path": "b"})], "0.80"),
        ([("Read", {"path": "a"}), ("Read", {"path": "a"})], "0.70"),
        ([FAIL, MEND], "0.50"),
        (["Read", FAIL, "Edit"], "0.60"),
        (["Read", FAIL], "0.50"),
        ([FAIL], "0.20"),
        ([FAIL, FAIL, FAIL, "Read"], "0.20"),
    ],
)
def test_the_sum_is_exact(clinic: Team, tools: list[object], score: str):
    record(clinic.tenant, make_run_events(tools=tools))
    (run,) = judge(clinic)
    assert (run.score, run.score_source) == (Decimal(score), "auto")
    assert sum(Decimal(str(line["change"])) for line in run.score_lines) == Decimal(score)


def test_a_clean_success_reaches_a_threshold_of_exactly_080(clinic: Team):
    record(clinic.tenant, make_run_events(tools=["Read"]))
    judge(clinic)
    rows = Trajectory.objects.for_tenant(clinic.tenant)
    assert rows.filter(score__gte=Decimal("0.80")).count() == 1
    assert clinic.client("read").get("/api/v1/trajectories", min_score="0.8").json()["results"]


@pytest.mark.parametrize("status", ["unknown", None])
def test_a_status_that_nobody_reported_is_no_error(clinic: Team, status: str | None):
    asked = make_event()
    calls = [make_event("tool_execution", tool=name, status=status) for name in ("Read", "Edit")]
    record(clinic.tenant, [asked, *calls, make_event("response", text="Done.")])
    (run,) = judge(clinic)
    assert (run.score, run.outcome, run.error_count) == (Decimal("0.70"), "success", 0)


def test_a_run_that_goes_on_is_not_scored_yet(clinic: Team):
    record(clinic.tenant, make_run_events(tools=["Read"], reply=None))
    (run,) = judge(clinic)
    assert (run.score, run.scored_at, run.outcome) == (None, None, "")


def test_scoring_twice_keeps_one_score(clinic: Team):
    record(clinic.tenant, make_run_events(tools=["Read"]))
    assert score_trajectories(clinic.tenant, now=now()) == 1
    assert score_trajectories(clinic.tenant, now=now()) == 0
    assert Score.objects.for_tenant(clinic.tenant).count() == 1


def test_a_call_that_comes_late_is_counted_in(clinic: Team):
    events = make_run_events(tools=["Read"])
    late = make_event("tool_execution", tool="Bash", status="error", error="exit 1", agent="x")
    record(clinic.tenant, events)
    assert judge(clinic)[0].score == Decimal("0.80")
    record(clinic.tenant, [late])
    (run,) = judge(clinic)
    assert run.score == Decimal("0.50")
    assert Score.objects.for_tenant(clinic.tenant).get().value == Decimal("0.50")


def test_without_auto_score_only_people_score(clinic: Team):
    clinic.tenant.settings = {"feedback": {"autoScore": False}}
    record(clinic.tenant, make_run_events(tools=["Read"], session="silent"))
    record(clinic.tenant, make_run_events(tools=["Read"], session="told"))
    record(clinic.tenant, [make_event("user_feedback", feedback=0.9, session_id="told")])
    silent, told = judge(clinic)
    assert (silent.score, silent.outcome) == (None, "success")
    assert (told.score, told.score_source) == (Decimal("0.900"), "user")


@pytest.mark.parametrize(
    ("feedback", "value"),
    [("positive", "1"), ("negative", "0"), (0.1, "0.1"), (1, "1"), (0, "0"), (0.8, "0.8")],
)
def test_feedback_that_comes_as_an_event_is_the_users_score(
    clinic: Team, feedback: object, value: str
):
    record(clinic.tenant, make_run_events(tools=["Read"]))
    record(clinic.tenant, [make_event("user_feedback", feedback=feedback, text="数字对不上")])
    (run,) = judge(clinic)
    assert (run.score, run.score_source) == (Decimal(value), "user")
    assert Score.objects.for_tenant(clinic.tenant).get(source="user").comment == "数字对不上"


def test_a_feedback_event_sent_again_counts_once(clinic: Team):
    record(clinic.tenant, make_run_events(tools=["Read"]))
    said = make_event("user_feedback", feedback="negative")
    record(clinic.tenant, [said])
    judge(clinic)
    record(clinic.tenant, [said, make_event("tool_execution", tool="Late")])
    judge(clinic)
    assert Score.objects.for_tenant(clinic.tenant).filter(source="user").count() == 1


@pytest.mark.parametrize(
    ("last", "outcome"),
    [
        ({"text": "Done."}, "success"),
        ({"text": None}, "partial"),
        ({"text": "Sto", "metadata": {"interrupted": True}}, "abandoned"),
    ],
)
def test_the_outcome_tells_how_a_run_ended(clinic: Team, last: dict[str, object], outcome: str):
    record(clinic.tenant, [*make_run_events(tools=["Read"], reply=None)])
    record(clinic.tenant, [make_event("response", **last), make_event("session_end")])
    assert judge(clinic)[0].outcome == outcome


@pytest.mark.parametrize("word", ["great!", 7, None, {"a": 1}])
def test_a_rating_that_is_none_in_a_clients_own_words_stops_nothing(clinic: Team, word: object):
    events = [
        *make_run_events(tools=["Read"]),
        make_event("user_feedback", metadata={"feedback": word}),
    ]
    record(clinic.tenant, events)
    score_trajectories(clinic.tenant, now=now())
    (run,) = Trajectory.objects.for_tenant(clinic.tenant)
    assert run.score_source == "auto"
