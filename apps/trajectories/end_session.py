"""End sessions: by call, or because nothing was heard of them for a tenant's idle limit."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction

from apps.tenants.isolation import tenant_context
from apps.trajectories.models import Session, SessionStatus, Trajectory, TrajectoryStatus
from apps.trajectories.signals import trajectory_completed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from apps.tenants.models import Tenant

BATCH = 200


@transaction.atomic
def end_session(session: Session, *, now: datetime) -> Session:
    """End one session; ending it again changes nothing."""
    locked = Session.objects.for_tenant(session.tenant).select_for_update().get(pk=session.pk)
    if locked.status == SessionStatus.OPEN:
        _end(locked.tenant, [locked], now)
        locked.refresh_from_db()
    return locked


def end_idle_sessions(tenant: Tenant, *, now: datetime) -> int:
    """End every session that was idle too long, a batch a transaction; answers how many."""
    limit = now - timedelta(minutes=tenant.learning.trajectory.idle_minutes)
    ended = 0
    while True:
        with tenant_context(tenant.pk):
            idle = Session.objects.for_tenant(tenant).idle_since(limit)
            claimed = list(idle.select_for_update(skip_locked=True)[:BATCH])
            if claimed:
                _end(tenant, claimed, now)
        ended += len(claimed)
        if len(claimed) < BATCH:
            return ended


def end_sub_sessions(tenant: Tenant, parents: Sequence[UUID], *, now: datetime) -> None:
    """End the open sessions of sub-agents whose parents ended: nobody says so for them."""
    while parents:
        rows = Session.objects.for_tenant(tenant).filter(
            parent_id__in=parents, status=SessionStatus.OPEN
        )
        children = list(rows.select_for_update(of=("self",)).order_by("external_id"))
        if children:
            _close(tenant, children, now)
        parents = [child.pk for child in children]


def _end(tenant: Tenant, sessions: Sequence[Session], now: datetime) -> None:
    """End these locked sessions and those of their sub-agents."""
    _close(tenant, sessions, now)
    end_sub_sessions(tenant, [session.pk for session in sessions], now=now)


def _close(tenant: Tenant, sessions: Sequence[Session], now: datetime) -> None:
    """Close what is open in these locked sessions, and say that they can be learned from."""
    still_open = Trajectory.objects.for_tenant(tenant).filter(
        session__in=sessions, status=TrajectoryStatus.OPEN
    )
    closing = list(still_open.without_search())
    for trajectory in closing:
        trajectory.status = (
            TrajectoryStatus.COMPLETED if trajectory.final_response else TrajectoryStatus.PARTIAL
        )
        trajectory.completed_at = max(trajectory.last_event_at, trajectory.started_at)
        trajectory.closed_at = now
    Trajectory.objects.bulk_update(closing, ["status", "completed_at", "closed_at"])
    for session in sessions:
        session.status = SessionStatus.ENDED
        session.ended_at = now
    Session.objects.bulk_update(list(sessions), ["status", "ended_at"])
    tenant_id, ids = tenant.pk, [one.pk for one in closing]
    transaction.on_commit(
        lambda: trajectory_completed.send(Trajectory, tenant_id=tenant_id, trajectory_ids=ids)
    )
