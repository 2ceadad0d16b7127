"""Read what people answer, in their own conversation, when asked whether to keep a skill.

Only the first two messages after the one that carried the question are read. One that answers is
no feedback on the run before it: it is marked as read.
"""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

import structlog

from apps.errors import Conflict, NotFound
from apps.evolution.answer_question import PERSON, answer_question
from apps.evolution.domain.keep_answer import read_keep_answer
from apps.evolution.models import Question
from apps.scheduling.models import ScheduleProposal
from apps.tenants.isolation import tenant_context
from apps.trajectories.domain.injected import strip_injected
from apps.trajectories.models import Trajectory

if TYPE_CHECKING:
    import uuid
    from datetime import datetime

    from apps.tenants.models import Tenant

log = structlog.get_logger(__name__)
QUESTIONS_A_ROUND = 200
ANSWERED_WITHIN = timedelta(days=7)
MOST_MESSAGES = 2


def read_answers(tenant: Tenant, *, now: datetime) -> int:
    """Read the answers to the questions that wait; answers how many. Not inside a transaction."""
    with tenant_context(tenant.pk):
        rows = Question.objects.for_tenant(tenant).waiting()
        fresh = rows.filter(asked_at__gt=now - ANSWERED_WITHIN)
        ids = list(fresh.values_list("pk", flat=True)[:QUESTIONS_A_ROUND])
    return sum(_read(tenant, question_id, now) for question_id in ids)


def _read(tenant: Tenant, question_id: uuid.UUID, now: datetime) -> bool:
    try:
        with tenant_context(tenant.pk):
            rows = Question.objects.for_tenant(tenant).waiting().filter(pk=question_id)
            question = rows.select_related("tenant", "end_user", "proposal").first()
            return question is not None and _settle(question, now)
    except (Conflict, NotFound):  # the agent told us first, or the person is erased
        return False
    except Exception:
        log.exception("answer_failed", question=str(question_id))
        return False


def _settle(question: Question, now: datetime) -> bool:
    runs = _conversation(question)
    for before, said in pairwise(runs):
        if was_asked_of_a_schedule(question, said.started_at):
            return False  # what is said from here on may answer that
        answer = read_keep_answer(
            strip_injected(said.intent), reply=before.final_response, title=question.proposal.title
        )
        if answer:
            answer_question(question, answer.answer, by=PERSON, words=answer.words)
            mine = Trajectory.objects.for_tenant(question.tenant).filter(pk=said.pk)
            mine.filter(request_read_at=None).update(request_read_at=now)
            return True
    return False


def was_asked_of_a_schedule(question: Question, before: datetime) -> bool:
    """Tell whether a schedule was the last that the session was asked about."""
    rows = ScheduleProposal.objects.for_tenant(question.tenant)
    later = rows.filter(session_id=question.session_id, end_user=question.end_user_id)
    return later.filter(created_at__gt=question.asked_at, created_at__lt=before).exists()


def _conversation(question: Question) -> list[Trajectory]:
    """The run that carried the question, the first of its session, and the messages after it."""
    rows = Trajectory.objects.for_tenant(question.tenant).by_people().without_search()
    said = rows.filter(
        session__external_id=question.session_id, end_user_id=question.end_user_id
    ).order_by("started_at", "pk")
    return list(said[: MOST_MESSAGES + 1])
