"""Erasing a person leaves none of their words in any table, and all of everybody else's."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from apps.errors import NotFound
from apps.evolution.decide_proposal import approve_proposal
from apps.evolution.domain.skill_rules import validate
from apps.evolution.models import Proposal, ProposalEvidence, Skill, SkillVersion
from apps.experiences.models import Experience, ExperienceEvidence, PainEvidence, PainPoint
from apps.feedback.models import Contribution, Score
from apps.feedback.record_feedback import record_feedback
from apps.learning.erase_person import erase_person
from apps.profiles.models import Memory
from apps.tenants.models import AuditEvent, EndUser
from apps.trajectories.apply_retention import remove_old_trajectories
from apps.trajectories.models import Session, Trajectory
from apps.trajectories.tombstone_models import Tombstone
from apps.webhooks.models import WebhookDelivery
from tests.learning.erasure import (
    MIRA,
    TOM,
    asked_in,
    end,
    find_everywhere,
    live,
    use,
    work,
)
from tests.learning.sessions import REPORT_TOOLS, run_loop, runs_of
from tests.make import make_event, record

if TYPE_CHECKING:
    from tests.cast import Team

# Where their words must have been, or the search proves nothing.
REACHED = {
    *("evolution_proposal.content", "evolution_skillversion.content", "evolution_skill.triggers"),
    *("evolution_proposalevidence.quote", "experiences_experience.pain_pattern"),
    *("experiences_experience.solution_steps", "experiences_experienceevidence.quote"),
    *("experiences_painpoint.title", "experiences_painevidence.quote"),
    *("experiences_solution.text", "feedback_score.comment", "profiles_memory.text"),
    *("profiles_fieldevidence.quote", "trajectories_compressedtrajectory.execution_chain"),
    *("trajectories_import.name", "trajectories_step.args", "trajectories_step.result"),
    *("trajectories_trajectory.search", "trajectories_session.external_id"),
    *("evolution_serving.session_id", "tenants_enduser.external_id"),
    *("scheduling_schedule.name", "scheduling_schedule.task", "scheduling_schedule.tags"),
    *("scheduling_scheduleproposal.text", "scheduling_scheduleproposal.session_id"),
    *("scheduling_agentmessage.text", "tenants_notice.title"),
    *("evolution_pipelinerun.inputs", "evolution_pipelinestep.params", "tenants_notice.text"),
    *(
        "webhooks_webhookdelivery.payload",
        "webhooks_webhookdelivery.detail",
        "webhooks_webhookdelivery.key",
    ),
}
IDS_OF_OLD_SESSIONS = {"evolution_serving.session_id", "experiences_experienceuse.session_id"}
HER_SESSION = f"mira-en-{MIRA['file']}"


@pytest.fixture
def worked(clinic: Team) -> Team:
    """A team in which both worked, and all was learned, approved and served."""
    live(clinic)
    use(clinic)
    return clinic


def rows(team: Team, model: Any) -> Any:
    return model.objects.for_tenant(team.tenant)


def test_a_search_over_every_table_finds_none_of_their_words(worked: Team):
    before = find_everywhere(*MIRA.values(), "mira", *TOM.values())
    assert set().union(*(before[word] for word in (*MIRA.values(), "mira"))) >= REACHED
    erase_person(worked.tenant, "mira", by="admin")
    after = find_everywhere(*MIRA.values(), "mira", *TOM.values())
    assert set(after) == set(TOM.values())
    drawn_anew = {
        *("experiences_experience.", "experiences_experienceevidence."),
        "experiences_experienceuse.",  # goes with the experience that was drawn from both
    }
    kept = {place for word in TOM.values() for place in before[word]}
    assert {
        place
        for place in kept - {place for places in after.values() for place in places}
        if not place.startswith(tuple(drawn_anew))
    } == set()


def test_what_others_prove_too_is_drawn_anew_from_them(worked: Team):
    erase_person(worked.tenant, "mira", by="admin")
    assert not rows(worked, Experience).exists()
    run_loop(worked)
    patterns = set(rows(worked, Experience).values_list("pain_pattern", flat=True))
    assert patterns == {asked_in("en", "tom"), asked_in("zh", "tom")}
    assert find_everywhere(*MIRA.values(), "mira") == {}


def test_a_pain_point_goes_on_in_the_words_of_others(worked: Team):
    erase_person(worked.tenant, "mira", by="admin")
    [pain] = rows(worked, PainPoint)
    assert TOM["en"] in pain.title
    assert (pain.people, pain.end_user.external_id, pain.evidence.count()) == (1, "tom", 2)
    [solution] = pain.solutions.all()
    assert TOM["en"] in " ".join(solution.steps)


def test_what_only_they_showed_goes_altogether(clinic: Team):
    live(clinic, both=False)
    assert rows(clinic, PainPoint).exists()
    assert rows(clinic, Experience).exists()
    erase_person(clinic.tenant, "mira", by="admin")
    left = (Session, Trajectory, Experience, ExperienceEvidence, PainPoint, PainEvidence, Memory)
    for model in (*left, EndUser, Score, Contribution, Proposal):
        assert not rows(clinic, model).exists(), model.__name__
    run_loop(clinic)
    assert find_everywhere(*MIRA.values(), "mira") == {}


def test_skills_stay_valid_and_wait_for_a_reviewer(worked: Team):
    receipt = erase_person(worked.tenant, "mira", by="admin")
    skills = {skill.name: skill for skill in rows(worked, Skill)}
    assert sorted(receipt.skills_to_review) == sorted(skills)
    assert "build-the-weekly-quality" in skills, "a name that tells nothing of her stays"
    assert not any("hu-po" in name for name in skills), "the sound of her words is hers as well"
    for version in rows(worked, SkillVersion).select_related("skill"):
        assert validate(version.content, directory=version.skill.name) == []
        assert version.digest == hashlib.sha256(version.content.encode()).hexdigest()
        assert "[erased]" in version.content
        assert "fill_sheet" in version.content or "write_order" in version.content
    waiting = rows(worked, Proposal).pending()
    assert {one.name for one in waiting} == set(skills)
    approved = approve_proposal(waiting[0], by=worked.members["reviewer"], note="mended")
    assert approved.version == "1.1.0"


def test_what_webhooks_were_told_calls_things_by_their_new_names(worked: Team):
    told = rows(worked, WebhookDelivery)
    assert any("hu-po" in str(one.payload) for one in told)
    erase_person(worked.tenant, "mira", by="admin")
    assert not any("hu-po" in str(one.payload) for one in told.all())
    named = {one.payload["skill"] for one in told.filter(event="skill.approved")}
    assert named == set(rows(worked, Skill).values_list("name", flat=True))


def test_a_skill_without_any_step_left_is_no_longer_served(clinic: Team):
    for number in (1, 2):
        asked = f"Preen the {MIRA['en']} list number {number}"
        tools = [
            f"{MIRA['en'].lower()}_{step}" for step in ("open", "sort", "mend", "save", "send")
        ]
        work(clinic, "mira", f"own-{number}", asked, tools)
        end(clinic, f"own-{number}")
    run_loop(clinic)
    use(clinic)
    assert rows(clinic, Skill).get().status == "active"
    erase_person(clinic.tenant, "mira", by="admin")
    skill = rows(clinic, Skill).get()
    assert (skill.status, skill.tools, skill.triggers) == ("archived", [], [])
    assert find_everywhere(*MIRA.values(), "mira") == {}


def test_what_they_taught_is_taken_back(worked: Team):
    before = rows(worked, Contribution).count()
    erase_person(worked.tenant, "mira", by="admin")
    left = rows(worked, Contribution)
    assert 0 < left.count() < before
    assert set(left.values_list("trajectory__end_user__external_id", flat=True)) == {"tom"}


def test_evidence_of_runs_that_are_no_longer_kept_goes_too(worked: Team):
    later = timezone.now() + timedelta(days=1)
    remove_old_trajectories(worked.tenant, before=later)
    assert not rows(worked, Trajectory).exists()
    assert rows(worked, ExperienceEvidence).filter(end_user__external_id="mira").exists()
    assert rows(worked, ProposalEvidence).filter(end_user__external_id="mira").exists()
    erase_person(worked.tenant, "mira", by="admin")
    left = find_everywhere(*MIRA.values(), "mira")
    # Of a session that is gone, nobody knows any more whose it was: its id, no word, is all.
    assert {place for places in left.values() for place in places} <= IDS_OF_OLD_SESSIONS
    patterns = set(rows(worked, Experience).values_list("pain_pattern", flat=True))
    assert patterns == {asked_in("en", "tom"), asked_in("zh", "tom")}


def test_other_peoples_runs_in_the_same_session_stay(clinic: Team):
    work(clinic, "mira", "ward-round", asked_in("en", "mira"))
    work(clinic, "tom", "ward-round", asked_in("en", "tom"))
    his = runs_of(clinic, "ward-round")[1]
    tom = EndUser.objects.create(tenant=clinic.tenant, external_id="tom")
    rows(clinic, Trajectory).filter(pk=his.pk).update(end_user=tom)
    end(clinic, "ward-round")
    run_loop(clinic)
    receipt = erase_person(clinic.tenant, "mira", by="admin")
    assert receipt.counts["sessions"] == 0
    session = rows(clinic, Session).get()
    assert (session.trajectory_count, session.end_user, session.status) == (1, None, "ended")
    assert [run.pk for run in runs_of(clinic, "ward-round")] == [his.pk]
    run_loop(clinic)
    assert find_everywhere(*MIRA.values(), "mira") == {}


def test_sessions_of_their_sub_agents_go_with_theirs(clinic: Team):
    work(clinic, "mira", "main", asked_in("en", "mira"))
    shared = {"session_id": "main/sub", "parent_session_id": "main", "author": "agent"}
    record(clinic.tenant, [make_event(text=f"Look into {MIRA['en']}", **shared)])
    erase_person(clinic.tenant, "mira", by="admin")
    assert not rows(clinic, Session).exists()
    late = make_event(text="more", session_id="main/sub")
    assert record(clinic.tenant, [late]).refused == {late["event_id"]}


def test_a_members_comments_on_the_runs_of_others_lose_their_words(worked: Team):
    member = worked.members["member"]
    rows(worked, EndUser).filter(external_id="mira").update(membership=member)
    run = runs_of(worked, f"tom-en-{TOM['file']}")[0]
    words = f"not like {MIRA['en']}"
    record_feedback(run, "negative", by=member.user.email, member=member, comment=words)
    erase_person(worked.tenant, "mira", by="admin")
    score = rows(worked, Score).get(trajectory=run, value=0)
    assert (score.comment, score.by, score.member) == ("", "", None)
    assert MIRA["en"] not in find_everywhere(MIRA["en"])


def test_erasing_twice_finds_nobody(clinic: Team):
    work(clinic, "mira", "s", asked_in("en", "mira"))
    erase_person(clinic.tenant, "mira", by="admin")
    for name in ("mira", "nobody"):
        with pytest.raises(NotFound):
            erase_person(clinic.tenant, name, by="admin")


def test_another_tenants_person_of_the_same_id_is_untouched(clinic: Team, factory: Team):
    work(clinic, "mira", "s", asked_in("en", "mira"))
    with factory.inside():
        work(factory, "mira", "s", asked_in("en", "mira"))
        before = find_everywhere(*MIRA.values(), "mira")
    erase_person(clinic.tenant, "mira", by="admin")
    with factory.inside():
        assert find_everywhere(*MIRA.values(), "mira") == before
        late = make_event(text="more", session_id="s", user_id="mira")
        assert record(factory.tenant, [late]).accepted == 1


def test_the_receipt_and_the_log_tell_who_and_how_much_and_no_word(worked: Team):
    hers = rows(worked, Trajectory).filter(end_user__external_id="mira")
    steps = sum(run.step_count for run in hers)
    receipt = erase_person(worked.tenant, "mira", by="admin").as_json()
    assert receipt["kind"] == "person"
    counts = receipt["counts"]
    assert (counts["people"], counts["sessions"], counts["steps"]) == (1, 5, steps)
    stone = rows(worked, Tombstone).get(kind="person")
    assert stone.receipt == receipt
    event = rows(worked, AuditEvent).get(action="erase_person")
    assert (event.actor, event.target_id) == ("admin", str(stone.pk))
    assert event.detail == {"counts": counts}


def test_work_of_others_is_not_cut(clinic: Team):
    """What Tom alone did stays as it was, though Mira used the same tools and common words."""
    for number in (1, 2):
        asked = f"Count the gloves of {TOM['en']} on shelf {number}, order what is missing"
        work(clinic, "tom", f"tom-{number}", asked, REPORT_TOOLS)
        end(clinic, f"tom-{number}")
    run_loop(clinic)
    use(clinic)
    before = list(rows(clinic, SkillVersion).values_list("content", flat=True))
    patterns = list(rows(clinic, Experience).values_list("pain_pattern", "solution_steps"))
    work(clinic, "mira", "hers", f"Order gloves for {MIRA['en']}", ["open_ward"])
    end(clinic, "hers")
    run_loop(clinic)
    receipt = erase_person(clinic.tenant, "mira", by="admin")
    assert receipt.skills_to_review == []
    assert list(rows(clinic, SkillVersion).values_list("content", flat=True)) == before
    assert list(rows(clinic, Experience).values_list("pain_pattern", "solution_steps")) == patterns


def test_a_correction_of_theirs_no_longer_counts_against_the_run_of_another(clinic: Team):
    work(clinic, "tom", "ward-round", asked_in("en", "tom"))
    work(clinic, "tom", "ward-round", f"no, the {MIRA['en']} column is wrong, use ISO dates")
    mira = EndUser.objects.create(tenant=clinic.tenant, external_id="mira")
    his, hers = runs_of(clinic, "ward-round")
    rows(clinic, Trajectory).filter(pk=hers.pk).update(end_user=mira)
    end(clinic, "ward-round")
    run_loop(clinic)
    his.refresh_from_db()
    assert his.score_source == "correction"
    erase_person(clinic.tenant, "mira", by="admin")
    his.refresh_from_db()
    assert (his.score_source, [line["reason"] for line in his.score_lines]) == (
        "auto",
        ["start", "no errors", "last step completed"],
    )
    assert MIRA["en"] not in find_everywhere(MIRA["en"])
