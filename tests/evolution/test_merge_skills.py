"""An approved merge leaves one skill with all that both knew, and a pointer on the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from apps.errors import Conflict
from apps.evolution.decide_proposal import approve_proposal, reject_proposal
from apps.evolution.domain.skill_md import parse
from apps.evolution.gate_facts import find_neighbours, meaning_of
from apps.evolution.models import Proposal, Skill
from apps.evolution.retire_skill import archive_skill, pin_skill, revive_skill
from apps.tenants.models import AuditEvent
from apps.trajectories.models import Trajectory
from tests.evolution.proposals import make_proposal, skill_text
from tests.learning.sessions import REPORT, REPORT_TOOLS, run_of, teach

if TYPE_CHECKING:
    from apps.tenants.models import Membership
    from tests.cast import Team

pytestmark = pytest.mark.django_db


def two_skills(team: Team) -> list[Skill]:
    """Two skills of the craft that `REPORT` is about, approved one by one."""
    by = team.members["reviewer"]
    made = []
    for number, title in enumerate(("Build the weekly quality report", "Send the quality report")):
        proposal = make_proposal(team.tenant, number, title=title)
        description = f"{REPORT['en'][0]}. Use when a quality report of a ward is due."
        text = skill_text(
            proposal.name,
            f"{title} of ward seven to the head nurse",
            description=description,
            tools=(*REPORT_TOOLS, f"extra_{number}"),
            triggers=(f"own trigger {number}",),
        )
        made.append(approve_proposal(proposal, by=by, content=text, note="both are wanted").skill)
    Trajectory.objects.for_tenant(team.tenant).update(synthesized_skill="used")
    return made


def merge_of(team: Team) -> Proposal:
    for number, intent in enumerate(REPORT["en"]):
        teach(team, run_of(intent), session=f"first-{number}")
    return Proposal.objects.for_tenant(team.tenant).pending().get()


@pytest.fixture
def reviewer(clinic: Team) -> Membership:
    return clinic.members["reviewer"]


def test_runs_like_two_skills_propose_to_merge_them(clinic: Team):
    skills = two_skills(clinic)
    proposal = merge_of(clinic)
    assert (proposal.action, len(proposal.merges)) == ("merge", 1)
    assert {proposal.name, *proposal.merges} == {skill.name for skill in skills}
    document = parse(proposal.content)
    assert {"own trigger 0", "own trigger 1"} < set(document.triggers)
    assert {"extra_0", "extra_1"} < set(document.tools)
    verdicts = {one["check"]: one["verdict"] for one in proposal.gate}
    assert (verdicts["near_duplicate"], verdicts["triggers"]) == ("pass", "pass")


def test_approving_serves_one_and_archives_the_other_with_a_pointer(
    clinic: Team, reviewer: Membership
):
    two_skills(clinic)
    proposal = merge_of(clinic)
    version = approve_proposal(proposal, by=reviewer, note="one is enough")
    kept, gone = (
        Skill.objects.for_tenant(clinic.tenant).get(name=name)
        for name in (proposal.name, proposal.merges[0])
    )
    assert (kept.status, kept.current_id, version.version) == ("active", version.pk, "1.1.0")
    assert {"own trigger 0", "own trigger 1"} < set(kept.triggers)
    assert (gone.status, gone.merged_into_id) == ("archived", kept.pk)
    audit = AuditEvent.objects.for_tenant(clinic.tenant).get(action="archive")
    assert (audit.target_id, audit.detail["merged_into"]) == (str(gone.pk), kept.name)
    near = find_neighbours(clinic.tenant, meaning_of(gone.title, gone.description))
    assert gone.name not in {one.name for one in near}


def test_a_merged_skill_that_is_revived_stands_for_itself_again(clinic: Team, reviewer: Membership):
    two_skills(clinic)
    proposal = merge_of(clinic)
    approve_proposal(proposal, by=reviewer, note="one is enough")
    gone = Skill.objects.for_tenant(clinic.tenant).get(name=proposal.merges[0])
    back = revive_skill(gone, by=reviewer, reason="it was another craft after all")
    assert (back.status, back.merged_into_id) == ("active", None)


def test_a_pinned_skill_is_not_merged_away(clinic: Team, reviewer: Membership):
    two_skills(clinic)
    proposal = merge_of(clinic)
    gone = Skill.objects.for_tenant(clinic.tenant).get(name=proposal.merges[0])
    pin_skill(gone, by=reviewer, reason="the night shift uses it")
    with pytest.raises(Conflict, match="pinned"):
        approve_proposal(proposal, by=reviewer, note="one is enough")
    with pytest.raises(Conflict) as refused:
        approve_proposal(proposal, by=reviewer, note="one is enough", channel="beta")
    assert refused.value.code == "beta_refused"
    gone.refresh_from_db()
    assert (gone.status, gone.merged_into_id) == ("active", None)


def test_what_was_archived_meanwhile_stays_as_it_was(clinic: Team, reviewer: Membership):
    two_skills(clinic)
    proposal = merge_of(clinic)
    gone = Skill.objects.for_tenant(clinic.tenant).get(name=proposal.merges[0])
    archive_skill(gone, by=reviewer, reason="nobody uses it")
    approve_proposal(proposal, by=reviewer, note="one is enough")
    gone.refresh_from_db()
    assert (gone.status, gone.merged_into_id) == ("archived", None)


def test_what_people_wrote_takes_in_others_and_never_goes_into_one(clinic: Team):
    two_skills(clinic)
    Skill.objects.for_tenant(clinic.tenant).update(layer="managed")
    proposal = merge_of(clinic)
    assert (proposal.action, proposal.merges) == ("improve", [])


def test_a_rejected_merge_leaves_both(clinic: Team, reviewer: Membership):
    two_skills(clinic)
    reject_proposal(merge_of(clinic), by=reviewer, reason="they differ")
    assert set(Skill.objects.for_tenant(clinic.tenant).values_list("status", flat=True)) == {
        "active"
    }
