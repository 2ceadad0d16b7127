"""An experience says how runs like it went, from those that prove it and those it was given to."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from apps.experiences import similar_record as module
from apps.experiences.count_reuse import count_reuse
from apps.experiences.domain.record import Record
from apps.experiences.learn_experience import learn_experience
from apps.experiences.models import ExperienceAlternative
from apps.experiences.similar_record import similar_record, with_records
from apps.tenants.round_trip import ask
from apps.trajectories.models import Trajectory
from tests.experiences.drafts import draft_of, write
from tests.make import make_trajectory

if TYPE_CHECKING:
    import pytest

    from apps.experiences.models import Experience
    from tests.cast import Team

REPORT = "Build the weekly quality report for ward seven"


def ran(team: Team, session: str, tools: list[str], outcome: str) -> Trajectory:
    run = make_trajectory(team.tenant, session=session, tools=tools, intent=REPORT)
    Trajectory.objects.for_tenant(team.tenant).filter(pk=run.pk).update(outcome=outcome)
    return run


def learned(team: Team) -> Experience:
    run = ran(team, "first", ["fetch", "send"], "success")
    made = learn_experience(run, draft_of(REPORT))
    assert made
    return made


def test_the_run_it_was_drawn_from_is_a_record_of_one(clinic: Team):
    assert similar_record(learned(clinic)) == Record(1, Decimal("1.000"), 2)


def test_runs_of_sessions_that_were_given_it_count_where_they_used_its_tools(clinic: Team):
    known = learned(clinic)
    ran(clinic, "a", ["fetch", "check", "fix", "send"], "failed")
    ran(clinic, "b", ["fetch", "check", "send"], "success")
    ran(clinic, "c", ["grep"], "failed")
    ran(clinic, "never given", ["fetch"], "failed")
    for session in ("a", "b", "c"):
        count_reuse(clinic.tenant, [known], session_id=session)
    assert similar_record(known) == Record(3, Decimal("0.667"), 3)


def test_one_without_a_kept_run_has_no_record(clinic: Team):
    assert similar_record(write(clinic, "Order new gloves")) is None


def test_a_list_asks_once(clinic: Team, monkeypatch: pytest.MonkeyPatch):
    known = [learned(clinic), write(clinic, "Order new gloves"), write(clinic, "Print the labels")]
    asked: list[Any] = []
    monkeypatch.setattr(module, "ask", lambda one: asked.append(one) or ask(one))
    records = [one.record for one in with_records(known)]
    assert len(asked) == 1
    assert [bool(one) for one in records] == [True, False, False]


def test_it_is_shown_with_the_experience(clinic: Team):
    known = learned(clinic)
    read = clinic.client("read")
    shown = {"runs": 1, "success_rate": 1.0, "median_steps": 2}
    assert read.get(f"/api/v1/experiences/{known.pk}").json()["record"] == shown
    for query in ({}, {"q": REPORT}):
        (one,) = read.get("/api/v1/experiences", **query).json()["results"]
        assert one["record"] == shown


def test_the_same_problem_solved_in_another_way_is_kept_beside_it(clinic: Team):
    known = learned(clinic)
    for _ in range(3):
        run = ran(clinic, "other", ["query", "mail"], "success")
        other = draft_of(REPORT, tools=["query", "mail"], solution_steps=["query: all"])
        assert learn_experience(run, other).pk == known.pk
    known.refresh_from_db()
    assert (known.solution_steps, known.confidence) == (
        ["fetch: beds.csv", "send: report"],
        Decimal("0.700"),
    )
    (way,) = ExperienceAlternative.objects.for_tenant(clinic.tenant)
    assert (way.solution_steps, way.quote) == (["query: all"], REPORT)
    body = clinic.client("read").get(f"/api/v1/experiences/{known.pk}").json()
    assert [one["tools"] for one in body["alternatives"]] == [["query", "mail"]]
