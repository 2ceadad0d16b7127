"""What lowers scores or lies unused is proposed for demotion, once, and a person decides."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from apps.errors import Conflict, DomainError
from apps.evolution.age_skills import age_skills
from apps.evolution.decide_many import decide_many
from apps.evolution.decide_proposal import approve_proposal, edit_proposal, reject_proposal
from apps.evolution.judge_skills import judge_skills
from apps.evolution.models import Proposal, Serving, Skill
from apps.evolution.quarantine_proposal import quarantine_proposal, reopen_proposal
from apps.evolution.revise_proposal import revise_proposal
from apps.experiences.models import Experience
from apps.tenants.models import AuditEvent
from tests.evolution.arms import offer_many
from tests.evolution.improvements import improvement
from tests.evolution.proposals import make_proposal, skill_text

if TYPE_CHECKING:
    from apps.tenants.models import Membership
    from tests.cast import Team

WORSE, BETTER = ["0.4", "0.5"] * 20, ["0.8", "0.9"] * 5


@pytest.fixture
def skill(clinic: Team) -> Skill:
    proposal = make_proposal(clinic.tenant, title="Build the ward report")
    return approve_proposal(proposal, by=clinic.members["reviewer"], note="fine").skill


@pytest.fixture
def reviewer(clinic: Team) -> Membership:
    return clinic.members["reviewer"]


def judge(team: Team, **later: int) -> list[Proposal]:
    judge_skills(team.tenant, now=timezone.now() + timedelta(**later))
    return list(Proposal.objects.for_tenant(team.tenant).filter(action="demote").order_by("pk"))


def harmed(team: Team, skill: Skill) -> Proposal:
    offer_many(team, skill, WORSE, BETTER)
    (proposal,) = judge(team)
    return proposal


def unused(team: Team) -> Proposal:
    change(team, status="stale")
    (proposal,) = judge(team)
    return proposal


def change(team: Team, **fields: Any) -> None:
    Skill.objects.for_tenant(team.tenant).update(**fields)


def state(team: Team) -> str:
    return Skill.objects.for_tenant(team.tenant).get().status


def test_a_proven_harm_is_proposed_once(clinic: Team, skill: Skill):
    proposal = harmed(clinic, skill)
    assert (proposal.kind, proposal.trigger, proposal.skill_id) == (
        "skill",
        "negative_lift",
        skill.pk,
    )
    assert [one["verdict"] for one in proposal.gate] == ["pass", "pass", "pass"]
    assert "(sessions with it: 40, without: 10): harmful." in proposal.gate[0]["detail"]
    assert judge(clinic) == [proposal]


def test_nothing_is_proposed_before_it_is_proven(clinic: Team, skill: Skill):
    offer_many(clinic, skill, ["0.4"] * 5, ["0.9"] * 3)
    assert judge(clinic) == []


def test_a_stale_skill_is_proposed(clinic: Team, skill: Skill):
    age_skills(clinic.tenant, now=timezone.now() + timedelta(days=31))
    (proposal,) = judge(clinic, days=31)
    assert proposal.trigger == "unused"
    assert proposal.gate[1]["detail"] == "No session was offered it for 30 days."


@pytest.mark.parametrize("fields", [{"pinned": True}, {"layer": "builtin"}])
def test_pinned_and_shipped_ones_are_left_alone(clinic: Team, skill: Skill, fields: dict[str, Any]):
    offer_many(clinic, skill, WORSE, BETTER)
    change(clinic, status="stale", **fields)
    assert judge(clinic) == []


def test_what_people_wrote_is_proposed_for_its_lift_alone(clinic: Team, skill: Skill):
    change(clinic, layer="managed", status="stale")
    assert judge(clinic) == []
    change(clinic, status="active")
    assert harmed(clinic, skill).trigger == "negative_lift"


def test_the_diff_says_what_is_lost(clinic: Team, skill: Skill):
    lines = harmed(clinic, skill).diff.split("\n")
    assert "-1. Read the numbers." in lines
    assert not [line for line in lines[2:] if line.startswith("+")]


def test_approving_archives_the_skill_and_keeps_what_it_knew(
    clinic: Team, skill: Skill, reviewer: Membership
):
    version = approve_proposal(harmed(clinic, skill), by=reviewer, note="it harms")
    assert (version.skill_id, version.version, state(clinic)) == (skill.pk, "1.0.0", "archived")
    kept = Experience.objects.for_tenant(clinic.tenant).get(pain_pattern="Build the ward report")
    assert kept.solution_steps == ["Read the numbers.", "Write the sheet."]
    assert kept.tools == ["read_csv", "write_sheet"]
    assert kept.synthesized_skill == "", "so that it may teach the skill again"
    assert [one.quote for one in kept.evidence.all()] == ["Build the weekly report of ward 1"]
    event = AuditEvent.objects.for_tenant(clinic.tenant).get(action="demote")
    assert event.detail["experience"] == str(kept.pk)
    assert judge(clinic)[0].status == "approved"


def test_what_is_known_already_is_not_written_twice(
    clinic: Team, skill: Skill, reviewer: Membership
):
    approve_proposal(unused(clinic), by=reviewer)
    Experience.objects.for_tenant(clinic.tenant).update(status="archived", synthesized_skill="-")
    change(clinic, status="stale")
    (_, again) = judge(clinic)
    approve_proposal(again, by=reviewer)
    kept = Experience.objects.for_tenant(clinic.tenant).get(pain_pattern="Build the ward report")
    assert (kept.status, kept.synthesized_skill, kept.evidence.count()) == ("active", "", 1)


def test_rejecting_keeps_it_and_asks_again_after_30_days(
    clinic: Team, skill: Skill, reviewer: Membership
):
    reject_proposal(harmed(clinic, skill), by=reviewer, reason="we need it")
    assert state(clinic) == "active"
    assert len(judge(clinic, days=29)) == 1
    assert len(judge(clinic, days=31)) == 2


def test_rejecting_asks_again_with_eight_more_sessions_of_each_kind(
    clinic: Team, skill: Skill, reviewer: Membership
):
    reject_proposal(harmed(clinic, skill), by=reviewer, reason="we need it")
    offer_many(clinic, skill, WORSE[:8], BETTER[:7])
    assert len(judge(clinic)) == 1
    offer_many(clinic, skill, [], BETTER[:1])
    assert len(judge(clinic)) == 2


def test_a_rejected_unused_one_is_served_again(clinic: Team, skill: Skill, reviewer: Membership):
    reject_proposal(unused(clinic), by=reviewer, reason="next quarter")
    assert state(clinic) == "active"
    change(clinic, status="stale")
    assert len(judge(clinic, days=29)) == 1


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"status": "active"}, "It is served again."),
        ({"status": "archived"}, "It has been archived meanwhile."),
        ({"pinned": True}, "It is pinned."),
    ],
)
def test_what_time_has_overtaken_is_withdrawn_and_may_come_again(
    clinic: Team, skill: Skill, fields: dict[str, Any], reason: str
):
    unused(clinic)
    change(clinic, **fields)
    (withdrawn,) = judge(clinic)
    assert (withdrawn.status, withdrawn.reason, withdrawn.decided_by) == ("rejected", reason, None)
    change(clinic, status="stale", pinned=False)
    assert len(judge(clinic)) == 2


def test_a_new_text_is_measured_anew(clinic: Team, skill: Skill, reviewer: Membership):
    harmed(clinic, skill)
    approve_proposal(improvement(clinic, skill, 2), by=reviewer, note="better")
    (withdrawn,) = judge(clinic)
    assert (withdrawn.status, withdrawn.reason) == ("rejected", "It has another text by now.")


def test_there_is_nothing_to_edit_nor_to_send_back(
    clinic: Team, skill: Skill, reviewer: Membership
):
    proposal = harmed(clinic, skill)
    for attempt in (
        lambda: edit_proposal(proposal, by=reviewer, content=skill_text()),
        lambda: revise_proposal(proposal, by=reviewer, wish="shorter"),
        lambda: approve_proposal(proposal, by=reviewer, content=skill_text()),
    ):
        with pytest.raises(Conflict) as refused:
            attempt()
        assert refused.value.code == "nothing_to_edit"


def test_a_pinned_skill_is_not_demoted(clinic: Team, skill: Skill, reviewer: Membership):
    proposal = harmed(clinic, skill)
    change(clinic, pinned=True)
    with pytest.raises(Conflict) as refused:
        approve_proposal(proposal, by=reviewer)
    assert refused.value.code == "pinned"


def test_a_demotion_that_lost_its_reason_needs_one(
    clinic: Team, skill: Skill, reviewer: Membership
):
    proposal = unused(clinic)
    offer_many(clinic, skill, ["0.9"], [])
    with pytest.raises(DomainError) as refused:
        approve_proposal(proposal, by=reviewer)
    assert refused.value.code == "reason_needed"
    approve_proposal(proposal, by=reviewer, note="all the same")
    assert state(clinic) == "archived"


def test_it_can_be_set_aside_and_taken_up_again(clinic: Team, skill: Skill, reviewer: Membership):
    proposal = harmed(clinic, skill)
    quarantine_proposal(proposal, by=reviewer, reason="ask the ward")
    assert len(judge(clinic)) == 1
    assert reopen_proposal(proposal, by=reviewer).status == "pending"


def test_many_are_decided_at_once(clinic: Team, skill: Skill, reviewer: Membership):
    proposal = harmed(clinic, skill)
    (done,) = decide_many([proposal.pk], "approve", by=reviewer, reason="")
    assert (done.done, done.version, state(clinic)) == (True, "1.0.0", "archived")


def test_not_at_once_what_the_gate_warns_of(clinic: Team, skill: Skill, reviewer: Membership):
    proposal = harmed(clinic, skill)
    Serving.objects.for_tenant(clinic.tenant).filter(withheld=True).delete()
    (left,) = decide_many([proposal.pk], "approve", by=reviewer, reason="")
    assert (left.done, left.code, state(clinic)) == (False, "not_low_risk", "active")


def test_the_page_tells_all_and_offers_no_edit(clinic: Team, skill: Skill):
    page = f"/admin/evolution/proposal/{harmed(clinic, skill).pk}/change/"
    shown = clinic.browser("reviewer").get(page).content.decode()
    assert "What would no longer be served" in shown
    assert 'class="jm-lift jm-fail" role="img"' in shown
    for absent in ('value="approve_edited"', 'value="revise"', 'name="channel"'):
        assert absent not in shown
    for offered in ('value="approve"', 'value="reject"', 'value="quarantine"'):
        assert offered in shown


def test_the_page_decides_it(clinic: Team, skill: Skill):
    page = f"/admin/evolution/proposal/{harmed(clinic, skill).pk}/change/"
    clinic.browser("reviewer").post(page, {"decision": "approve", "note": ""})
    assert state(clinic) == "archived"
