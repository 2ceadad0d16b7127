"""A reflection looks at every run since the last one: counts, tools, errors, the trend."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from apps.feedback.score_trajectories import score_trajectories
from apps.learning.models import Reflection
from apps.learning.reflect import is_reflection_due, reflect, reflect_where_due
from apps.tenants.models import Tenant
from apps.trajectories.models import Trajectory
from tests.learning.sessions import REPORT, run_of, teach_each
from tests.make import make_run_events, record

if TYPE_CHECKING:
    from tests.cast import Team

FAIL = ("query_beds", {"n": 1}, "error")


def work(team: Team, *tools: Any) -> None:
    """Store and score a run of each list of tools, in this order."""
    for used in tools:
        record(team.tenant, make_run_events(tools=used))
    score_trajectories(team.tenant, now=timezone.now())


def report_of(team: Team) -> dict[str, Any]:
    written = reflect(team.tenant, now=timezone.now(), trigger="manual")
    report: dict[str, Any] = written.report
    return report


def test_a_period_without_work_is_told_as_one(clinic: Team):
    assert report_of(clinic) == {
        "trajectories": 0,
        "scored": 0,
        "scored_percent": 0.0,
        "average_score": None,
        "outcomes": {},
        "complexity": {},
        "trend": "stable",
        "tools": [],
        "error_prone_tools": [],
        "pain_points": [],
        "skills": [],
        "lift": {"best": [], "worst": [], "no_evidence": []},
        "proposals": [],
    }


def test_counts_scores_and_outcomes_are_those_of_the_period(clinic: Team):
    work(clinic, ["Read"], ["Read", FAIL], [FAIL])
    report = report_of(clinic)
    assert (report["trajectories"], report["scored"], report["average_score"]) == (3, 3, 0.5)
    assert report["outcomes"] == {"success": 1, "partial": 1, "failed": 1}


def test_tools_are_counted_by_use_and_the_troublesome_are_named(clinic: Team):
    work(
        clinic,
        ["Read", "Read", FAIL],
        ["Read", FAIL, ("query_beds", {"n": 2})],
        [("rm", {}, "error")],
    )
    report = report_of(clinic)
    assert report["tools"][:2] == [
        {"tool": "Read", "calls": 3, "errors": 0, "error_rate": 0.0},
        {"tool": "query_beds", "calls": 3, "errors": 2, "error_rate": 0.667},
    ]
    assert report["error_prone_tools"] == ["query_beds"]


@pytest.mark.parametrize(
    ("halves", "trend"),
    [
        (([FAIL], ["Read"]), "improving"),
        ((["Read"], [FAIL]), "declining"),
        ((["Read"], ["Edit"]), "stable"),
    ],
)
def test_the_trend_goes_from_the_older_to_the_newer(clinic: Team, halves: Any, trend: str):
    older, newer = halves
    work(clinic, older, older, newer, newer)
    assert report_of(clinic)["trend"] == trend


def test_a_change_of_exactly_a_twentieth_is_no_trend(clinic: Team):
    work(clinic, ["Read"], ["Read"])
    rows = Trajectory.objects.for_tenant(clinic.tenant).order_by("started_at")
    for run, score in zip(rows, ("0.500", "0.550"), strict=True):
        Trajectory.objects.for_tenant(clinic.tenant).filter(pk=run.pk).update(score=score)
    assert report_of(clinic)["trend"] == "stable"


def test_the_next_one_begins_where_the_last_one_ended(clinic: Team):
    work(clinic, ["Read"])
    assert report_of(clinic)["trajectories"] == 1
    assert report_of(clinic)["trajectories"] == 0
    work(clinic, ["Edit"], ["Edit"])
    report = report_of(clinic)
    assert report["trajectories"] == 2
    assert [tool["tool"] for tool in report["tools"]] == ["Edit"]


def test_a_run_that_ends_after_the_look_is_in_the_next_one(clinic: Team):
    work(clinic, ["Read"])
    open_run = make_run_events(session="long", tools=["Edit"])
    record(clinic.tenant, open_run[:-1])
    assert report_of(clinic)["trajectories"] == 1
    record(clinic.tenant, open_run[-1:])
    work(clinic)
    assert report_of(clinic)["trajectories"] == 1


def test_what_was_proposed_in_the_period_is_named(clinic: Team):
    teach_each(clinic, *(run_of(intent) for intent in REPORT["zh"]))
    (named,) = report_of(clinic)["proposals"]
    assert (named["action"], named["status"]) == ("create", "pending")
    assert report_of(clinic)["proposals"] == []


def test_it_is_due_when_its_interval_has_passed(clinic: Team):
    begun = clinic.tenant.created_at
    day = timedelta(days=1)
    assert not is_reflection_due(clinic.tenant, now=begun + day - timedelta(seconds=1))
    assert is_reflection_due(clinic.tenant, now=begun + day)
    reflect(clinic.tenant, now=begun + day, trigger="scheduled")
    assert not is_reflection_due(clinic.tenant, now=begun + day * 1.5)
    clinic.tenant.settings = {"reflection": {"intervalMs": 3_600_000}}
    assert is_reflection_due(clinic.tenant, now=begun + day * 1.5)
    clinic.tenant.settings = {"enabled": False}
    assert not is_reflection_due(clinic.tenant, now=begun + day * 9)


def test_the_sweep_writes_one_for_each_tenant_whose_time_has_come(clinic: Team, factory: Team):
    Tenant.objects.filter(pk=factory.tenant.pk).update(
        settings={"reflection": {"intervalMs": 604_800_000}}
    )
    moment = clinic.tenant.created_at + timedelta(days=2)
    assert [reflect_where_due(now=moment) for _ in range(2)] == [1, 0]
    assert Reflection.objects.for_tenant(clinic.tenant).get().trigger == "scheduled"


def test_the_api_writes_and_lists_them(clinic: Team):
    work(clinic, ["Read"])
    written = clinic.client("review").post("/api/v1/reflections")
    assert (written.status_code, written.json()["report"]["trajectories"]) == (201, 1)
    assert written.json()["trigger"] == "manual"
    listed = clinic.client("read").get("/api/v1/reflections").json()["results"]
    assert [one["id"] for one in listed] == [written.json()["id"]]
    assert clinic.client("read").post("/api/v1/reflections").status_code == 403
