"""What became of a skill in sessions, over HTTP: by day, in all, and as far as can be seen."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.evolution.decide_proposal import approve_proposal
from apps.evolution.models import Serving, Skill
from apps.feedback.domain.signals import SignalDraft
from apps.feedback.record_signals import record_signals
from apps.trajectories.models import CompressedTrajectory, Session
from tests.evolution.arms import offer, offer_many
from tests.evolution.packages import handed_in
from tests.evolution.proposals import make_proposal

if TYPE_CHECKING:
    from tests.cast import Team


@pytest.fixture
def skill(clinic: Team) -> Skill:
    return approve_proposal(make_proposal(clinic.tenant), by=clinic.members["reviewer"]).skill


def usage(team: Team, skill: Skill, **query: Any) -> Any:
    return team.client("read").get(f"/api/v1/skills/{skill.name}/usage", **query)


def mark(session: Session, **fields: Any) -> None:
    Serving.objects.filter(session_id=session.external_id).update(**fields)


def finished(team: Team, score: str, kind: str = "report", *, used: Skill | None = None) -> None:
    """A learned session of one kind of request that was offered nothing; it may have used one."""
    held = offer(team, handed_in(team), None)
    Serving.objects.filter(session_id=held.external_id).delete()
    Session.objects.filter(pk=held.pk).update(score=score)
    CompressedTrajectory.objects.create(
        tenant=team.tenant,
        session=held,
        request_type=kind,
        outcome="success",
        total_steps=1,
        total_duration_ms=1,
        total_tokens=1,
        execution_chain=[],
    )
    if used:
        said = (held.external_id, held.external_id, timezone.now())
        record_signals(team.tenant, [SignalDraft("skill", used.pk, "usage", "positive", *said)])


def test_sessions_are_counted_by_day_and_in_all(clinic: Team, skill: Skill):
    mark(offer(clinic, skill, "0.9"), followed=True)
    mark(offer(clinic, skill, "0.5"), followed=False)
    offer(clinic, skill, "0.5")
    offer(clinic, skill, "0.4", withheld=True)
    earlier = timezone.now() - timedelta(days=3)
    mark(offer(clinic, skill, "0.9"), followed=True, served_at=earlier)
    shown = usage(clinic, skill).json()
    assert shown["total"] == {
        "served": 4,
        "followed": 2,
        "disregarded": 1,
        "undecided": 1,
        "withheld": 1,
    }
    assert [day["day"] for day in shown["days"]] == [
        earlier.date().isoformat(),
        timezone.now().date().isoformat(),
    ]
    assert [day["followed"] for day in shown["days"]] == [1, 1]


def test_a_period_can_be_asked_for(clinic: Team, skill: Skill):
    mark(offer(clinic, skill, "0.9"), served_at=timezone.now() - timedelta(days=8))
    assert usage(clinic, skill, days=7).json()["total"]["served"] == 0
    assert usage(clinic, skill, days=9).json()["total"]["served"] == 1
    assert usage(clinic, skill, days=0).status_code == 400
    assert usage(clinic, skill, days=366).status_code == 400


def test_a_skill_that_nobody_was_offered_has_no_evidence(clinic: Team, skill: Skill):
    shown = usage(clinic, skill).json()
    assert shown["days"] == []
    assert shown["lift"]["verdict"] == shown["observed"]["verdict"] == "no evidence yet"
    assert shown["lift"]["mean"] is shown["observed"]["mean"] is None


def test_lift_is_shown_with_its_arms(clinic: Team, skill: Skill):
    offer_many(clinic, skill, ["0.8", "0.9"] * 20, ["0.4", "0.5"] * 5)
    lift = usage(clinic, skill).json()["lift"]
    assert (lift["mean"], lift["served"], lift["withheld"]) == (0.4, 40, 10)
    assert lift["verdict"] == "helpful"


def test_those_that_loaded_it_are_set_beside_like_ones(clinic: Team, skill: Skill):
    for score in ("0.9", "0.8"):
        finished(clinic, score, used=skill)
    for score in ("0.5", "0.4", "0.6"):
        finished(clinic, score)
    finished(clinic, "0.1", kind="another")
    observed = usage(clinic, skill).json()["observed"]
    assert (observed["mean"], observed["served"], observed["withheld"]) == (0.35, 2, 3)
    assert observed["observational"] is True
    assert observed["verdict"] == "no evidence yet"


def test_what_it_was_offered_to_is_of_neither_side(clinic: Team, skill: Skill):
    finished(clinic, "0.9", used=skill)
    finished(clinic, "0.5")
    last = Session.objects.for_tenant(clinic.tenant).order_by("-pk").first()
    assert last is not None
    Serving.objects.create(
        tenant=clinic.tenant,
        request_id=last.pk,
        session_id=last.external_id,
        skill=skill,
        similarity="0.9",
    )
    observed = usage(clinic, skill).json()["observed"]
    assert (observed["served"], observed["withheld"]) == (1, 0)


def test_many_days_cost_as_much_as_none(clinic: Team, skill: Skill):
    usage(clinic, skill)
    with CaptureQueriesContext(connection) as few:
        usage(clinic, skill)
    for days in range(5):
        mark(offer(clinic, skill, "0.9"), served_at=timezone.now() - timedelta(days=days))
    with CaptureQueriesContext(connection) as many:
        usage(clinic, skill)
    assert len(few) == len(many)
