"""A tenant's runs of known outcome move similar ones a little, and nobody else's."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from apps.feedback.find_similar import similar_outcomes
from apps.feedback.models import Score
from apps.feedback.record_feedback import record_feedback
from apps.feedback.settle_scores import settle_scores
from apps.trajectories.models import VECTOR_DIMENSIONS, Trajectory
from tests.feedback.judging import judge
from tests.make import make_event, make_trajectory, record

if TYPE_CHECKING:
    from pytest_django import DjangoAssertNumQueries

    from tests.cast import Team

TOOLS = ["query_ward", "draw_chart"]
FAILED = "similar runs mostly failed (3 of 3)"


def judged(team: Team, rating: Any, times: int, **run: Any) -> list[Trajectory]:
    """Store runs that a person judged, in sessions of their own."""
    runs = []
    for number in range(times):
        session = f"judged-{rating}-{number}"
        one = make_trajectory(team.tenant, **({"session": session, "tools": TOOLS} | run))
        runs.append(record_feedback(one, rating, by="key", member=None))
    judge(team)
    return runs


def new_run(team: Team, **run: Any) -> Trajectory:
    """Store and score one run more."""
    made = make_trajectory(team.tenant, **({"session": "new", "tools": TOOLS} | run))
    judge(team)
    made.refresh_from_db()
    return made


@pytest.mark.parametrize(
    ("rating", "score", "reason"),
    [
        ("negative", "0.71", FAILED),
        (0.4, "0.71", FAILED),
        (0.5, "0.89", "similar runs mostly went well (3 of 3)"),
        ("positive", "0.89", "similar runs mostly went well (3 of 3)"),
    ],
)
def test_people_judged_similar_runs(clinic: Team, rating: Any, score: str, reason: str):
    judged(clinic, rating, 3)
    run = new_run(clinic)
    assert (run.score, run.score_source) == (Decimal(score), "auto")
    assert run.score_lines[-1]["reason"] == reason
    assert sum(Decimal(str(line["change"])) for line in run.score_lines) == run.score
    assert Score.objects.for_tenant(clinic.tenant).get(trajectory=run).value == Decimal("0.80")


def test_a_corrected_run_counts_as_failed(clinic: Team):
    for number in range(3):
        make_trajectory(clinic.tenant, session=f"c-{number}", tools=TOOLS)
        said = make_event(session_id=f"c-{number}", text="不对，图画错了，重新画")
        record(clinic.tenant, [said])
    judge(clinic)
    assert new_run(clinic).score_lines[-1]["reason"] == FAILED


def test_what_rules_alone_judged_tells_nothing(clinic: Team):
    for number in range(5):
        make_trajectory(clinic.tenant, session=f"r-{number}", tools=[(TOOLS[0], {}, "error")])
    judge(clinic)
    assert new_run(clinic).score == Decimal("0.80")


@pytest.mark.parametrize(
    "other",
    [
        {"tools": ["send_letter"]},
        {"tools": []},
        {"intent": "Translate the letter into Chinese"},
    ],
)
def test_other_work_tells_nothing(clinic: Team, other: dict[str, Any]):
    judged(clinic, "negative", 3, **other)
    assert new_run(clinic).score == Decimal("0.80")


def test_another_tenants_runs_tell_nothing(clinic: Team, factory: Team):
    with factory.inside():
        judged(factory, "negative", 3)
    with clinic.inside():
        assert new_run(clinic).score == Decimal("0.80")


def test_a_persons_word_is_not_adjusted(clinic: Team):
    judged(clinic, "negative", 3)
    run = new_run(clinic)
    assert record_feedback(run, 0.9, by="key", member=None).score == Decimal("0.9")


def test_settling_again_changes_nothing(clinic: Team):
    judged(clinic, "negative", 3)
    run = new_run(clinic)
    assert settle_scores(clinic.tenant, [run]) == []


def test_a_batch_asks_once(clinic: Team, django_assert_num_queries: DjangoAssertNumQueries):
    judged(clinic, "negative", 3)
    runs = [make_trajectory(clinic.tenant, session=f"n-{n}", tools=TOOLS) for n in range(4)]
    with django_assert_num_queries(1):
        assert {line.reason for line in similar_outcomes(clinic.tenant, runs).values()} == {FAILED}
    with django_assert_num_queries(0):
        assert similar_outcomes(clinic.tenant, []) == {}


def test_meanings_part_what_tools_and_kind_hold_together(clinic: Team):
    known = judged(clinic, "negative", 3)
    run = new_run(clinic)
    east, north = (
        [1.0] + [0.0] * (VECTOR_DIMENSIONS - 1),
        [0.0, 1.0] + [0.0] * (VECTOR_DIMENSIONS - 2),
    )
    rows = Trajectory.objects.for_tenant(clinic.tenant)
    rows.filter(pk__in=[one.pk for one in known]).update(intent_vector=east)
    for meaning, found in ((east, {run.pk}), (north, set())):
        rows.filter(pk=run.pk).update(intent_vector=meaning)
        assert set(similar_outcomes(clinic.tenant, [run])) == found
