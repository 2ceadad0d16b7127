"""A text on trial: what beta readers get, what all others keep, and how the trial ends."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from apps.errors import DomainError
from apps.evolution.age_skills import age_skills
from apps.evolution.decide_proposal import approve_proposal
from apps.evolution.measure_lift import measure_lift
from apps.evolution.models import Kind, Proposal, Skill, SkillVersion
from apps.evolution.promote_beta import promote_beta, withdraw_beta
from apps.evolution.rollback_skill import rollback_skill
from apps.tenants.models import AuditEvent, EndUser
from tests.evolution.arms import offer
from tests.evolution.improvements import improvement
from tests.evolution.proposals import make_proposal, skill_text

if TYPE_CHECKING:
    from apps.tenants.models import Membership
    from tests.cast import Team


@pytest.fixture
def by(clinic: Team) -> Membership:
    return clinic.members["reviewer"]


@pytest.fixture
def skill(clinic: Team, by: Membership) -> Skill:
    return approve_proposal(make_proposal(clinic.tenant), by=by).skill


@pytest.fixture
def on_trial(clinic: Team, by: Membership, skill: Skill) -> Skill:
    text = skill_text(skill.name, "Weigh the ward", version="1.1.0")
    approve_proposal(improvement(clinic, skill, 2), by=by, content=text, note="x", channel="beta")
    return fresh(skill)


def fresh(skill: Skill) -> Skill:
    return Skill.objects.for_tenant(skill.tenant).select_related("current", "beta").get(id=skill.pk)


def texts(skill: Skill) -> tuple[str | None, str | None]:
    found = fresh(skill)
    return (
        found.current.version if found.current else None,
        found.beta.version if found.beta else None,
    )


def test_a_beta_changes_nothing_for_the_others(skill: Skill, on_trial: Skill):
    assert texts(skill) == ("1.0.0", "1.1.0")
    for field in ("title", "description", "words", "triggers", "status"):
        assert getattr(on_trial, field) == getattr(skill, field), field
    assert (on_trial.on("stable"), on_trial.on("beta")) == (on_trial.current, on_trial.beta)


def test_the_channel_is_audited(clinic: Team, on_trial: Skill):
    events = AuditEvent.objects.for_tenant(clinic.tenant).filter(action="approve").order_by("at")
    assert [one.detail["channel"] for one in events] == ["stable", "beta"]


def test_promoting_moves_the_pointer_and_makes_no_version(
    clinic: Team, by: Membership, on_trial: Skill
):
    promoted = promote_beta(on_trial, by=by, reason="it went well")
    assert (promoted.version, texts(on_trial)) == ("1.1.0", ("1.1.0", None))
    assert SkillVersion.objects.for_tenant(clinic.tenant).count() == 2
    assert fresh(on_trial).title == "Weigh the ward"
    event = AuditEvent.objects.for_tenant(clinic.tenant).get(action="promote")
    assert (event.actor, event.detail["before"]) == ("reviewer@clinic.example", "1.0.0")


def test_withdrawing_keeps_the_version(clinic: Team, by: Membership, on_trial: Skill):
    withdraw_beta(on_trial, by=by, reason="it went badly")
    assert texts(on_trial) == ("1.0.0", None)
    assert SkillVersion.objects.for_tenant(clinic.tenant).count() == 2
    assert AuditEvent.objects.for_tenant(clinic.tenant).get(action="withdraw")


@pytest.mark.parametrize("operation", [promote_beta, withdraw_beta])
def test_a_trial_ends_once_by_a_reviewer_with_a_reason(
    clinic: Team, by: Membership, on_trial: Skill, operation: object
):
    for member, reason, code in (
        (clinic.members["viewer"], "so", "permission_denied"),
        (by, " ", "reason_needed"),
    ):
        with pytest.raises(DomainError, check=lambda one, code=code: one.code == code):
            operation(on_trial, by=member, reason=reason)
    operation(on_trial, by=by, reason="so")
    with pytest.raises(DomainError, check=lambda one: one.code == "no_beta"):
        operation(on_trial, by=by, reason="so")


def test_a_new_skill_may_begin_on_the_beta_channel(clinic: Team, by: Membership):
    new = approve_proposal(make_proposal(clinic.tenant), by=by, channel="beta").skill
    assert (texts(new), new.title) == ((None, "1.0.0"), "Build the ward report 1")
    rows = Skill.objects.for_tenant(clinic.tenant)
    assert (rows.active().count(), rows.in_channel("stable").count()) == (0, 0)
    assert rows.in_channel("beta").get() == new
    with pytest.raises(DomainError, check=lambda one: one.code == "only_beta"):
        withdraw_beta(new, by=by, reason="so")
    promote_beta(new, by=by, reason="so")
    assert rows.active().get() == new


def test_a_second_beta_follows_the_first(clinic: Team, by: Membership, on_trial: Skill):
    approve_proposal(improvement(clinic, on_trial, 3), by=by, note="x", channel="beta")
    assert texts(on_trial) == ("1.0.0", "1.2.0")


def test_a_later_stable_text_ends_the_trial(clinic: Team, by: Membership, on_trial: Skill):
    made = approve_proposal(improvement(clinic, on_trial, 3), by=by, note="x")
    assert (made.version, texts(on_trial)) == ("1.2.0", ("1.2.0", None))


def test_an_earlier_stable_text_does_not(clinic: Team, by: Membership, on_trial: Skill):
    rows = SkillVersion.objects.for_tenant(clinic.tenant)
    far = rows.create(
        tenant=clinic.tenant, skill=on_trial, version="2.0.0", content="x", digest="x"
    )
    Skill.objects.for_tenant(clinic.tenant).update(beta=far)
    approve_proposal(improvement(clinic, on_trial, 3), by=by, note="x")
    assert texts(on_trial) == ("1.2.0", "2.0.0")


def test_a_roll_back_is_one_of_them(by: Membership, on_trial: Skill):
    promote_beta(on_trial, by=by, reason="so")
    rollback_skill(on_trial, "1.0.0", by=by, reason="worse")
    assert texts(on_trial) == ("1.2.0", None)


@pytest.mark.parametrize(
    "change", [{"status": "stale"}, {"status": "archived"}, {"owner": "nurse-7"}]
)
def test_what_a_beta_would_bring_to_others_is_refused(
    clinic: Team, by: Membership, skill: Skill, change: dict[str, object]
):
    if "owner" in change:
        change = {"owner": EndUser.objects.create(tenant=clinic.tenant, external_id="nurse-7")}
    Skill.objects.for_tenant(clinic.tenant).update(**change)
    waiting = improvement(clinic, skill, 2)
    with pytest.raises(DomainError, check=lambda one: one.code == "beta_refused"):
        approve_proposal(waiting, by=by, note="x", channel="beta")
    assert Proposal.objects.for_tenant(clinic.tenant).get(id=waiting.pk).status == "pending"


def test_a_pipeline_has_no_beta(clinic: Team, by: Membership, monkeypatch: pytest.MonkeyPatch):
    waiting = make_proposal(clinic.tenant, kind=Kind.PIPELINE)
    monkeypatch.setattr("apps.evolution.decide_proposal.judge_text", lambda *_: [])
    with pytest.raises(DomainError, check=lambda one: one.code == "beta_refused"):
        approve_proposal(waiting, by=by, channel="beta")


def test_the_database_refuses_a_beta_that_is_current(skill: Skill):
    with pytest.raises(IntegrityError, match="skill_beta_is_another"), transaction.atomic():
        Skill.objects.for_tenant(skill.tenant).update(beta=skill.current)


def test_what_the_former_text_brought_says_nothing_of_a_promoted_one(
    clinic: Team, by: Membership, on_trial: Skill
):
    offer(clinic, on_trial, "0.9")
    assert measure_lift(clinic.tenant, skills=[on_trial.pk])
    promote_beta(on_trial, by=by, reason="so")
    assert not measure_lift(clinic.tenant, skills=[on_trial.pk])
    offer(clinic, on_trial, "0.9")
    assert measure_lift(clinic.tenant, skills=[on_trial.pk])


def test_a_promoted_skill_does_not_age_as_if_it_were_old(clinic: Team, skill: Skill):
    later, rows = timezone.now() + timedelta(days=40), Skill.objects.for_tenant(clinic.tenant)
    rows.update(promoted_at=later - timedelta(days=5))
    assert age_skills(clinic.tenant, now=later).stale == 0
    rows.update(promoted_at=None)
    assert age_skills(clinic.tenant, now=later).stale == 1
