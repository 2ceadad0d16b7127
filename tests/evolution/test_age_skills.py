"""Time takes what nobody uses out of service; a request that would have had it brings it back."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from apps.evolution.age_skills import Aged, age_skills
from apps.evolution.decide_proposal import approve_proposal
from apps.evolution.models import Serving, Skill
from apps.evolution.tasks import age_skills_everywhere
from apps.tenants.models import AuditEvent
from tests.evolution.packages import handed_in
from tests.evolution.proposals import make_proposal
from tests.make import make_trajectory

if TYPE_CHECKING:
    from tests.cast import Team


@pytest.fixture
def skill(clinic: Team) -> Skill:
    proposal = make_proposal(clinic.tenant, title="Build the ward report")
    return approve_proposal(proposal, by=clinic.members["reviewer"], note="fine").skill


def age(team: Team, **later: int) -> Aged:
    return age_skills(team.tenant, now=timezone.now() + timedelta(**later))


def status(team: Team) -> str:
    return Skill.objects.for_tenant(team.tenant).get().status


def change(team: Team, **fields: Any) -> None:
    Skill.objects.for_tenant(team.tenant).update(**fields)


def offer(team: Team, skill: Skill, **ago: int) -> None:
    Serving.objects.create(
        tenant=team.tenant,
        request_id=uuid.uuid4(),
        session_id=f"s-{ago}",
        skill=skill,
        similarity="0.9",
        served_at=timezone.now() + timedelta(**ago),
    )


def test_an_unused_skill_is_stale_after_30_days_and_archived_after_90(clinic: Team, skill: Skill):
    assert age(clinic, days=29) == Aged(0, 0, 0)
    assert age(clinic, days=31) == Aged(0, 1, 0)
    assert age(clinic, days=31) == Aged(0, 0, 0)
    assert age(clinic, days=90) == Aged(0, 0, 0)
    assert age(clinic, days=92) == Aged(0, 0, 1)
    assert status(clinic) == "archived"
    told = AuditEvent.objects.for_tenant(clinic.tenant).filter(action="age").order_by("at")
    assert [(one.actor, one.detail["after"]) for one in told] == [
        ("engine", "stale"),
        ("engine", "archived"),
    ]


def test_a_skill_that_was_forgotten_all_at_once_is_stale_first(clinic: Team, skill: Skill):
    assert age(clinic, days=400) == Aged(0, 1, 0)
    assert age(clinic, days=459) == Aged(0, 0, 0)
    assert age(clinic, days=461) == Aged(0, 0, 1)


def test_a_serving_begins_the_time_anew(clinic: Team, skill: Skill):
    offer(clinic, skill, days=20)
    assert age(clinic, days=49).stale == 0
    assert age(clinic, days=51).stale == 1


@pytest.mark.parametrize("fields", [{"pinned": True}, {"layer": "managed"}, {"layer": "builtin"}])
def test_pinned_ones_and_those_of_people_do_not_age(
    clinic: Team, skill: Skill, fields: dict[str, Any]
):
    change(clinic, **fields)
    assert age(clinic, days=400) == Aged(0, 0, 0)


def test_an_imported_skill_does_not_age(clinic: Team):
    handed_in(clinic)
    assert age(clinic, days=400) == Aged(0, 0, 0)


def test_a_revived_skill_has_its_full_time_again(clinic: Team, skill: Skill):
    now = timezone.now()
    change(clinic, status="active", status_at=now + timedelta(days=100))
    assert age(clinic, days=129) == Aged(0, 0, 0)
    assert age(clinic, days=131) == Aged(0, 1, 0)


def test_a_request_of_the_day_that_would_have_had_it_brings_it_back(clinic: Team, skill: Skill):
    change(clinic, status="stale")
    make_trajectory(clinic.tenant, session="again", intent="Build the ward report, please")
    assert age(clinic, minutes=1) == Aged(1, 0, 0)
    assert status(clinic) == "active"
    assert age(clinic, days=29) == Aged(0, 0, 0)


def test_another_request_leaves_it_stale(clinic: Team, skill: Skill):
    change(clinic, status="stale")
    make_trajectory(clinic.tenant, session="other", intent="汇率今天是多少？")
    assert age(clinic, days=2) == Aged(0, 0, 0)
    assert status(clinic) == "stale"


def test_an_archived_skill_is_not_brought_back(clinic: Team, skill: Skill):
    change(clinic, status="archived")
    make_trajectory(clinic.tenant, session="again", intent="Build the ward report, please")
    assert age(clinic, minutes=1) == Aged(0, 0, 0)


def test_the_task_ages_each_tenant(clinic: Team, skill: Skill):
    old = timezone.now() - timedelta(days=31)
    change(clinic, status_at=old)
    age_skills_everywhere()
    assert status(clinic) == "active", "its version is young"
