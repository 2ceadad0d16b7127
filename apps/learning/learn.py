"""Take a tenant's waiting work through the loop: score, read feedback, propagate, learn, propose.

Each stage claims its rows and commits by itself; one that fails says so on the row and leaves the
others alone. Running it twice, or twice at once, does nothing twice.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import structlog
from django.db.models import F

from apps.errors import DomainError
from apps.evolution.judge_skills import judge_skills
from apps.evolution.temporary_skill import remove_temporary_skills
from apps.feedback.propagate_scores import propagate_waiting
from apps.feedback.read_requests import read_requests
from apps.feedback.score_sessions import rescore_sessions
from apps.feedback.score_trajectories import BATCH, score_trajectories
from apps.learning.answer_revisions import answer_revisions
from apps.learning.draft_with_model import draft_with_model
from apps.learning.grant_wishes import grant_wishes
from apps.learning.learn_session import learn_session
from apps.learning.learn_signals import learn_signals
from apps.learning.note_improvements import note_improvements
from apps.learning.propose import (
    propose_from_patterns,
    propose_from_repeats,
    propose_from_reuse,
)
from apps.learning.propose_improvements import propose_improvements
from apps.learning.read_answers import read_answers
from apps.learning.read_with_model import read_session
from apps.learning.roll_up import roll_up_when_due
from apps.llm.embedding import embedder
from apps.tenants.isolation import tenant_context
from apps.trajectories.models import Session, SessionStatus, Trajectory

if TYPE_CHECKING:
    import uuid
    from collections.abc import Callable
    from datetime import datetime

    from apps.tenants.models import Tenant

log = structlog.get_logger(__name__)
MOST_ATTEMPTS = 3
SESSIONS_A_ROUND = 500
MOST_SECONDS = 240.0  # a model may take its time; the task must end before its limit


def learn(tenant: Tenant, *, now: datetime) -> None:
    """Do all that is waiting for one tenant."""
    _in_batches(tenant, lambda: score_trajectories(tenant, now=now))
    read_answers(tenant, now=now)
    _in_batches(tenant, lambda: read_requests(tenant, now=now, vectors=embedder()))
    answer_revisions(tenant)
    with tenant_context(tenant.pk):
        roll_up_when_due(tenant, now=now)
        remove_temporary_skills(tenant, now=now)
    if not tenant.learning.enabled:
        return
    _in_batches(tenant, lambda: _propagate(tenant, now))
    grant_wishes(tenant)
    learned = learn_ended_sessions(tenant, now=now)
    with tenant_context(tenant.pk):
        _judge(tenant, learned, now)
    propose_improvements(tenant)
    if learned:
        with tenant_context(tenant.pk):
            propose_from_patterns(tenant)
            propose_from_repeats(tenant)
    with tenant_context(tenant.pk):
        propose_from_reuse(tenant)
    draft_with_model(tenant)


def _propagate(tenant: Tenant, now: datetime) -> int:
    """Let changed scores teach of tools, and what was concluded of their sessions follow them."""
    changed = propagate_waiting(tenant, now=now)
    rows = Trajectory.objects.for_tenant(tenant).filter(
        pk__in=changed, session__status=SessionStatus.LEARNED
    )
    rescore_sessions(tenant, changed)
    sessions = list(rows.values_list("session__external_id", flat=True).distinct())
    learn_signals(tenant, sessions)
    judge_skills(tenant, now=now, sessions=sessions)
    return len(changed)


def _judge(tenant: Tenant, learned: list[uuid.UUID], now: datetime) -> None:
    """Let what these sessions showed of skills count for them."""
    rows = Session.objects.for_tenant(tenant).filter(pk__in=learned)
    judge_skills(tenant, now=now, sessions=list(rows.values_list("external_id", flat=True)))


def _in_batches(tenant: Tenant, stage: Callable[[], int]) -> None:
    """Repeat a stage, a transaction a batch, until a batch is not full."""
    taken = BATCH
    while taken >= BATCH:
        with tenant_context(tenant.pk):
            taken = stage()


def learn_ended_sessions(tenant: Tenant, *, now: datetime) -> list[uuid.UUID]:
    """Learn from the ended sessions of a tenant, a transaction each; answers which."""
    with tenant_context(tenant.pk):
        waiting = Session.objects.for_tenant(tenant).to_learn()
        ids = list(waiting.values_list("pk", flat=True)[:SESSIONS_A_ROUND])
    until = time.monotonic() + MOST_SECONDS
    return [
        session_id
        for session_id in ids
        if time.monotonic() < until  # the next sweep goes on
        and _learn_one(tenant, session_id, now)
    ]


def _learn_one(tenant: Tenant, session_id: uuid.UUID, now: datetime) -> bool:
    try:
        found = read_session(tenant, session_id)
        with tenant_context(tenant.pk):
            learned = learn_session(tenant, session_id, now=now, found=found)
            if learned:
                note_improvements(tenant, session_id, now=now)
            return learned
    except Exception as error:
        log.exception("learning_failed", session=str(session_id))
        _note_failure(tenant, session_id, error)
        return False


def _note_failure(tenant: Tenant, session_id: uuid.UUID, error: Exception) -> None:
    """Keep the reason on the session; after three attempts it is left alone until it changes."""
    detail = error.detail if isinstance(error, DomainError) else type(error).__name__
    with tenant_context(tenant.pk):
        rows = Session.objects.for_tenant(tenant).filter(pk=session_id)
        rows.update(learning_attempts=F("learning_attempts") + 1, learning_error=detail[:500])
        rows.filter(learning_attempts__gte=MOST_ATTEMPTS, status=SessionStatus.ENDED).update(
            status=SessionStatus.FAILED
        )
