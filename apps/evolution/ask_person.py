"""Put a proposal to the person whose work it came from, where a session of theirs begins.

Once a proposal and person, and at most one a session. What they say is read by
`apps/learning/read_answers.py`, or told by the agent.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Exists, OuterRef

from apps.evolution.domain.question_text import write_question
from apps.evolution.models import Action, Kind, Proposal, Question
from apps.profiles.models import Profile
from apps.tenants.models import EndUser
from apps.trajectories.models import Session, Trajectory, TrajectoryStatus

if TYPE_CHECKING:
    from datetime import datetime

    from apps.evolution.rank_skills import Reader
    from apps.tenants.models import Tenant

CANDIDATES = 5


@dataclass(frozen=True, slots=True)
class Asking:
    """A question that is put, as the agent is told it."""

    question: Question
    text: str


def ask_person(tenant: Tenant, reader: Reader, *, language: str, now: datetime) -> Asking | None:
    """Choose what to ask a person whose session begins, and note that it is asked.

    None for most: nothing of theirs waits, they were asked, learning is off for them, or the
    session is under way.
    """
    settings = tenant.learning
    if not (settings.enabled and settings.evolution.ask_person):
        return None
    if not (reader.user_id and reader.session_id):
        return None
    waiting = _waiting(tenant, reader.user_id)
    if not waiting or not _begins(tenant, reader.session_id):
        return None
    with transaction.atomic():
        people = EndUser.objects.for_tenant(tenant).select_for_update(no_key=True)
        person = people.filter(external_id=reader.user_id).first()
        chosen = _choose(person, waiting, reader.session_id) if person else None
        if person is None or chosen is None:
            return None
        question = Question.objects.create(
            tenant=tenant,
            proposal=chosen,
            end_user=person,
            session_id=reader.session_id,
            asked_at=now,
        )
        return Asking(question, told_as(question, language))


def _waiting(tenant: Tenant, user_id: str) -> list[Proposal]:
    """The new skills that wait for a decision, were drawn from this person's work, the last first.

    What the security check forbids is not put before anybody but a reviewer.
    """
    asked = Question.objects.filter(
        tenant_id=OuterRef("tenant_id"), proposal=OuterRef("pk"), end_user=OuterRef("end_user")
    )
    rows = Proposal.objects.for_tenant(tenant).filter(
        ~Exists(asked),
        status="pending",
        kind=Kind.SKILL,
        action=Action.CREATE,
        end_user__external_id=user_id,
    )
    latest = rows.order_by("-created_at", "-pk")[:CANDIDATES]
    return [one for one in latest if not _is_unsafe(one)]


def _is_unsafe(proposal: Proposal) -> bool:
    return any(one["check"] == "security" and one["verdict"] == "fail" for one in proposal.gate)


def _begins(tenant: Tenant, session_id: str) -> bool:
    """Tell whether a session is at its first request, reported already or not."""
    session = Session.objects.for_tenant(tenant).filter(external_id=session_id).first()
    if session is None or session.trajectory_count == 0:
        return True
    if session.trajectory_count > 1 or session.parent_id is not None:
        return False
    first = Trajectory.objects.for_tenant(tenant).filter(session=session)
    return first.filter(status=TrajectoryStatus.OPEN, step_count__lte=1).exists()


def _choose(person: EndUser, waiting: list[Proposal], session_id: str) -> Proposal | None:
    """Choose what this locked person was not asked yet; None where they are not to be asked."""
    profiles = Profile.objects.for_tenant(person.tenant).filter(end_user=person)
    if profiles.filter(learning_enabled=False).exists():
        return None
    asked = Question.objects.for_tenant(person.tenant).filter(end_user=person)
    if asked.filter(session_id=session_id).exists():
        return None
    known = set(asked.filter(proposal__in=waiting).values_list("proposal_id", flat=True))
    return next((one for one in waiting if one.pk not in known), None)


def told_as(question: Question, language: str) -> str:
    """Write a question as an agent is told it."""
    proposal = question.proposal
    quotes = sorted(proposal.evidence.all(), key=lambda one: one.pk)
    return write_question(quotes[0].quote if quotes else proposal.title, proposal.title, language)
