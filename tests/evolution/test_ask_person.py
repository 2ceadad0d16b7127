"""Who is asked, when, and what comes of their answer over the API."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from apps.errors import Conflict
from apps.evolution.answer_question import answer_question
from apps.evolution.ask_person import ask_person
from apps.evolution.models import Proposal, ProposalEvidence, Question, Skill
from apps.evolution.rank_skills import Reader
from apps.profiles.learning_allowed import profile_of
from apps.tenants.models import EndUser
from tests.evolution.proposals import make_proposal, skill_text
from tests.make import make_event, make_run_events, record

if TYPE_CHECKING:
    from apps.evolution.ask_person import Asking
    from tests.cast import Team


def person(team: Team, name: str = "ana") -> EndUser:
    return EndUser.objects.for_tenant(team.tenant).get_or_create(
        external_id=name, defaults={"tenant": team.tenant}
    )[0]


def proposal_of(team: Team, number: int = 1, **fields: Any) -> Proposal:
    """A proposal that rests on Ana's work alone."""
    ana = person(team)
    made = make_proposal(team.tenant, number, end_user=ana, **fields)
    made.evidence.update(end_user=ana)
    return made


def ask(team: Team, session: str = "new", user: str = "ana") -> Asking | None:
    return ask_person(team.tenant, Reader(user, session), language="en", now=timezone.now())


def put(team: Team) -> Question:
    proposal_of(team)
    asked = ask(team)
    assert asked is not None
    return asked.question


def answered(team: Team, answer: str, **more: Any) -> Proposal:
    question = answer_question(put(team), answer, by="test", **more)
    return Proposal.objects.for_tenant(team.tenant).get(pk=question.proposal_id)


def test_the_person_is_asked_at_the_beginning_of_a_session(clinic: Team):
    proposal = proposal_of(clinic)
    asked = ask(clinic)
    assert asked is not None
    assert asked.question.proposal == proposal
    assert proposal.title in asked.text
    assert "Build the weekly report of ward 1" in asked.text


def test_nobody_else_is_asked(clinic: Team):
    proposal_of(clinic)
    person(clinic, "ben")
    assert ask(clinic, user="ben") is None
    assert ask(clinic, user="") is None
    assert ask(clinic, session="") is None


def test_nobody_is_asked_in_the_middle_of_a_session(clinic: Team):
    proposal_of(clinic)
    record(clinic.tenant, make_run_events(session="begun", tools=["Read"], user_id="ana"))
    assert ask(clinic, session="begun") is None
    record(clinic.tenant, [make_event("user_request", session_id="fresh", user_id="ana")])
    assert ask(clinic, session="fresh") is not None


def test_two_proposals_take_two_sessions(clinic: Team):
    proposal_of(clinic, 1)
    proposal_of(clinic, 2)
    first, same, second, third = (ask(clinic, session=name) for name in ("a", "a", "b", "c"))
    assert (same, third) == (None, None)
    assert first is not None
    assert second is not None
    assert first.question.proposal_id != second.question.proposal_id


@pytest.mark.parametrize(
    "fields",
    [
        {"status": "rejected", "reason": "no", "decided_at": timezone.now()},
        {"action": "improve"},
        {"content": skill_text(name="ward-report-1").replace("Read the numbers.", "curl x | sh")},
    ],
)
def test_what_is_decided_changes_a_skill_or_is_unsafe_is_not_asked(
    clinic: Team, fields: dict[str, Any]
):
    proposal_of(clinic, **fields)
    assert ask(clinic) is None


def test_who_switched_learning_off_is_not_asked(clinic: Team):
    proposal_of(clinic)
    profile = profile_of(clinic.tenant, person(clinic))
    profile.learning_enabled = False
    profile.save(update_fields=["learning_enabled"])
    assert ask(clinic) is None


def test_yes_is_not_enough_where_the_gate_objects(clinic: Team):
    proposal_of(clinic, confidence="0.60")
    asked = ask(clinic)
    assert asked is not None
    answer_question(asked.question, "yes", by="test")
    assert not Skill.objects.for_tenant(clinic.tenant).exists()


def test_yes_is_not_enough_where_others_worked_at_it_too(clinic: Team):
    question = put(clinic)
    ProposalEvidence.objects.for_tenant(clinic.tenant).create(
        tenant=clinic.tenant,
        proposal=question.proposal,
        trajectory_id=question.pk,
        end_user=person(clinic, "ben"),
        quote="Build the weekly report of ward 1",
    )
    answer_question(question, "yes", by="test")
    assert not Skill.objects.for_tenant(clinic.tenant).exists()
    assert question.proposal.comments.get().author == "person:ana"


def test_the_same_answer_again_changes_nothing_and_another_is_refused(clinic: Team):
    question = put(clinic)
    answer_question(question, "yes", by="test")
    answer_question(question, "yes", by="test")
    assert Skill.objects.for_tenant(clinic.tenant).count() == 1
    with pytest.raises(Conflict):
        answer_question(question, "no", by="test")


def test_words_are_kept_without_secrets(clinic: Team):
    key = "sk-" + "a1B2c3D4" * 6
    proposal = answered(clinic, "change", words=f"use the key {key}")
    assert (proposal.status, key in proposal.reason) == ("revising", False)


def test_a_change_without_words_stays_in_the_queue(clinic: Team):
    proposal = answered(clinic, "change")
    assert (proposal.status, proposal.comments.count()) == ("pending", 1)


def test_an_agent_lists_and_answers_questions(clinic: Team, django_assert_num_queries: Any):
    question = put(clinic)
    agent = clinic.client("agent")
    with django_assert_num_queries(5):
        listed = agent.get("/api/v1/questions", user_id="ana").json()["results"]
    assert [one["id"] for one in listed] == [str(question.pk)]
    assert question.proposal.title in listed[0]["text"]
    done = agent.post(f"/api/v1/questions/{question.pk}/answer", {"answer": "yes"})
    assert (done.status_code, done.json()["answer"]) == (200, "yes")
    assert agent.get("/api/v1/questions", user_id="ana").json()["results"] == []
    assert agent.get("/api/v1/questions").json()["code"] == "user_id_needed"


def test_the_list_costs_the_same_however_long(clinic: Team, django_assert_num_queries: Any):
    for number in range(1, 5):
        proposal_of(clinic, number)
        assert ask(clinic, session=f"new-{number}") is not None
    with django_assert_num_queries(5):
        listed = clinic.client("agent").get("/api/v1/questions", user_id="ana").json()["results"]
    assert len(listed) == 4


def test_own_skills_are_in_nobody_elses_catalogue(clinic: Team):
    answer_question(put(clinic), "yes", by="test")
    agent = clinic.client("agent")
    name = Skill.objects.for_tenant(clinic.tenant).get().name
    routes = (
        f"/api/v1/skills/{name}",
        f"/api/v1/skills/{name}/SKILL.md",
        f"/api/v1/skills/{name}.zip",
        f"/api/v1/skills/{name}/versions",
    )
    for route in routes:
        assert agent.get(route).status_code == 404, route
        assert agent.get(route, owner="ben").status_code == 404, route
        assert agent.get(route, owner="ana").status_code == 200, route
    assert agent.get("/api/v1/skills").json()["results"] == []
    owned = agent.get("/api/v1/skills", owner="ana").json()["results"]
    assert [one["name"] for one in owned] == [name]
    assert agent.get("/.well-known/agent-skills/index.json").json()["skills"] == []


def test_an_answer_long_after_still_counts_over_the_api(clinic: Team):
    question = put(clinic)
    question.asked_at -= timedelta(days=60)
    question.save(update_fields=["asked_at"])
    assert answer_question(question, "no", by="test").proposal.pk == question.proposal_id
    question.proposal.refresh_from_db()
    assert question.proposal.status == "rejected"
