"""Erasing a person takes the skills that were theirs alone, and what they answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone

from apps.evolution.answer_question import answer_question
from apps.evolution.ask_person import ask_person
from apps.evolution.decide_proposal import approve_proposal
from apps.evolution.models import Proposal, Question, Skill, SkillVersion
from apps.evolution.rank_skills import Reader
from apps.feedback.models import SkillWish
from apps.learning.erase_person import erase_person
from apps.learning.erase_session import erase_session
from apps.learning.save_as_skill import save_as_skill
from apps.tenants.models import AuditEvent, EndUser
from apps.trajectories.models import Session
from tests.learning.sessions import REPORT, hold, run_loop, run_of, runs_of

if TYPE_CHECKING:
    from tests.cast import Team


def saved_by_ana(team: Team) -> Proposal:
    wish = run_of("Save this as a skill", tools=(), reply=None)
    hold(team, run_of(REPORT["en"][0]), wish, ended=False, user_id="ana")
    run_loop(team)
    return Proposal.objects.for_tenant(team.tenant).get()


def asked(team: Team) -> Question:
    saved_by_ana(team)
    put = ask_person(team.tenant, Reader("ana", "next"), language="en", now=timezone.now())
    assert put is not None
    return put.question


def test_their_own_skill_goes_with_them(clinic: Team):
    answer_question(asked(clinic), "yes", by="test")
    receipt = erase_person(clinic.tenant, "ana", by="test")
    assert (receipt.counts["skills"], receipt.counts["questions"]) == (1, 1)
    for table in (Skill, SkillVersion, Proposal, Question, SkillWish, EndUser):
        assert not table.objects.for_tenant(clinic.tenant).exists(), table


def test_what_became_the_teams_stays_without_their_name(clinic: Team):
    answer_question(asked(clinic), "yes", by="test")
    proposal = Proposal.objects.for_tenant(clinic.tenant).get()
    approve_proposal(proposal, by=clinic.members["reviewer"])
    erase_person(clinic.tenant, "ana", by="test")
    signed = SkillVersion.objects.for_tenant(clinic.tenant).values_list("approved_by", flat=True)
    assert sorted(signed) == ["person", "reviewer@clinic.example"]
    assert not proposal.comments.exists()
    events = AuditEvent.objects.for_tenant(clinic.tenant)
    assert not [one for one in events if "ana" in (one.actor, *map(str, one.detail.values()))]


def test_their_words_leave_what_others_decide(clinic: Team):
    words = "use the pelican index of ward seven"
    answer_question(asked(clinic), "change", by="test", words=words)
    run_loop(clinic)
    erase_person(clinic.tenant, "ana", by="test")
    for proposal in Proposal.objects.for_tenant(clinic.tenant):
        texts = [
            proposal.reason,
            proposal.content,
            *proposal.comments.values_list("text", flat=True),
        ]
        assert not [text for text in texts if "pelican" in text]


def test_a_skill_of_an_erased_session_goes_with_it(clinic: Team):
    hold(clinic, run_of(REPORT["en"][0]), ended=False, user_id="ana")
    assert save_as_skill(runs_of(clinic)[0], asked_by="test", temporary=True).skill
    session = Session.objects.for_tenant(clinic.tenant).get(external_id="s-1")
    erase_session(clinic.tenant, session.external_id, by="test")
    assert not Skill.objects.for_tenant(clinic.tenant).exists()
