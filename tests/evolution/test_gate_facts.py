"""The gate knows its tenant: what names are taken, what tools are used, what was really said."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils import timezone

from apps.evolution.decide_proposal import approve_proposal, reject_proposal
from apps.evolution.gate_facts import find_neighbours, judge_text, known_tools, taken_names
from apps.evolution.models import Proposal, Skill
from apps.llm.embedding import embedder
from apps.trajectories.apply_retention import remove_old_trajectories
from apps.trajectories.models import Trajectory
from tests.evolution.proposals import make_proposal, skill_text
from tests.make import make_trajectory

if TYPE_CHECKING:
    from tests.cast import Team


def verdict(proposal: Proposal, check: str, text: str = "") -> str:
    found = judge_text(proposal, text or proposal.content)
    return next(one["verdict"] for one in found if one["check"] == check)


def test_a_quote_that_nobody_said_is_found_out(clinic: Team):
    proposal = make_proposal(clinic.tenant)
    assert verdict(proposal, "grounding") == "pass"
    proposal.evidence.update(quote="这句话没人说过")
    assert verdict(proposal, "grounding") == "fail"


def test_a_quote_outlives_the_run_it_is_from(clinic: Team):
    proposal = make_proposal(clinic.tenant)
    remove_old_trajectories(clinic.tenant, before=timezone.now() + timedelta(days=1))
    assert not Trajectory.objects.for_tenant(clinic.tenant).exists()
    assert verdict(proposal, "grounding") == "pass"


def test_a_proposal_without_evidence_rests_on_nothing(clinic: Team):
    proposal = make_proposal(clinic.tenant)
    proposal.evidence.all().delete()
    assert verdict(proposal, "grounding") == "fail"


def test_tools_are_those_that_this_tenants_agents_used(clinic: Team, factory: Team):
    with factory.inside():
        make_trajectory(factory.tenant, tools=["weld"])
    with clinic.inside():
        make_trajectory(clinic.tenant, tools=["查床位", "Read"])
        assert known_tools(clinic.tenant) == {"查床位", "Read"}
        proposal = make_proposal(clinic.tenant)
        text = skill_text(proposal.name, proposal.title, tools=("read_csv", "weld"))
        assert verdict(proposal, "tools", text) == "fail"


def test_names_of_skills_and_of_what_waits_are_taken_until_rejected(clinic: Team):
    skill, waiting, rejected = (make_proposal(clinic.tenant, number) for number in (1, 2, 3))
    approve_proposal(skill, by=clinic.members["reviewer"])
    reject_proposal(rejected, by=clinic.members["reviewer"], reason="no")
    assert taken_names(clinic.tenant) == {skill.name, waiting.name}


def test_a_text_may_keep_its_own_name_but_not_take_anothers(clinic: Team):
    mine, other = make_proposal(clinic.tenant, 1), make_proposal(clinic.tenant, 2)
    assert verdict(mine, "name") == "pass"
    assert verdict(mine, "name", mine.content.replace(mine.name, other.name)) == "fail"


def test_archived_skills_are_neighbours_too(clinic: Team):
    version = approve_proposal(make_proposal(clinic.tenant), by=clinic.members["reviewer"])
    Skill.objects.for_tenant(clinic.tenant).update(status="archived")
    vector = embedder().embed([f"{version.skill.title}. {version.skill.description}"])[0]
    (near,) = find_neighbours(clinic.tenant, vector.tolist())
    assert (near.name, near.status, near.similarity > 0) == (version.skill.name, "archived", True)
    assert float(near.similarity) > 0.99


def test_a_twin_of_an_active_or_archived_skill_is_pointed_out(clinic: Team):
    approve_proposal(make_proposal(clinic.tenant, 1), by=clinic.members["reviewer"])
    for status in ("active", "archived"):
        Skill.objects.for_tenant(clinic.tenant).update(status=status)
        twin = make_proposal(clinic.tenant, name=f"twin-{status}", title="Build the ward report 1")
        assert verdict(twin, "near_duplicate") == "fail", status
