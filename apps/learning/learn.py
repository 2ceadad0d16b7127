"""Take a tenant's waiting work through the loop: score, read feedback, learn, propose.

Each stage claims its rows and commits by itself; one that fails says so on the row and leaves the
others alone. Running it twice, or twice at once, does nothing twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog
from django.db.models import F

from apps.errors import DomainError
from apps.feedback.read_requests import read_requests
from apps.feedback.score_trajectories import BATCH, score_trajectories
from apps.learning.learn_session import learn_session
from apps.learning.propose import propose_from_patterns, propose_from_reuse
from apps.tenants.isolation import tenant_context
from apps.trajectories.models import Session, SessionStatus

if TYPE_CHECKING:
    import uuid
    from collections.abc import Callable
    from datetime import datetime

    from apps.tenants.models import Tenant

log = structlog.get_logger(__name__)
MOST_ATTEMPTS = 3
SESSIONS_A_ROUND = 500


def learn(tenant: Tenant, *, now: datetime) -> None:
    """Do all that is waiting for one tenant."""
    _in_batches(tenant, lambda: score_trajectories(tenant, now=now))
    _in_batches(tenant, lambda: read_requests(tenant, now=now))
    if not tenant.learning.enabled:
        return
    learned = learn_ended_sessions(tenant, now=now)
    if learned:
        with tenant_context(tenant.pk):
            propose_from_patterns(tenant)
    with tenant_context(tenant.pk):
        propose_from_reuse(tenant)


def _in_batches(tenant: Tenant, stage: Callable[[], int]) -> None:
    """Repeat a stage, a transaction a batch, until a batch is not full."""
    taken = BATCH
    while taken >= BATCH:
        with tenant_context(tenant.pk):
            taken = stage()


def learn_ended_sessions(tenant: Tenant, *, now: datetime) -> int:
    """Learn from the ended sessions of a tenant, a transaction each; answers how many."""
    with tenant_context(tenant.pk):
        waiting = Session.objects.for_tenant(tenant).to_learn()
        ids = list(waiting.values_list("pk", flat=True)[:SESSIONS_A_ROUND])
    return sum(_learn_one(tenant, session_id, now) for session_id in ids)


def _learn_one(tenant: Tenant, session_id: uuid.UUID, now: datetime) -> bool:
    try:
        with tenant_context(tenant.pk):
            return learn_session(tenant, session_id, now=now)
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
