"""Remove runs that are erased, with all that only they have: steps and scores of them."""

from __future__ import annotations

from collections import Counter
from itertools import batched
from typing import TYPE_CHECKING

from django.db import connection

from apps.trajectories.models import CompressedTrajectory, Session, SessionStatus, Trajectory
from apps.trajectories.note_tool_sets import forget_unused_sets

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence
    from datetime import datetime

    from apps.tenants.models import Tenant

BATCH = 1000
_STEPS = (
    "trajectories_step AS step USING unnest(%s::timestamptz[], %s::uuid[]) AS gone(opened_at, id) "
    "WHERE step.trajectory_opened_at = gone.opened_at AND step.trajectory_id = gone.id "
    "AND step.tenant_id = %s AND step.trajectory_opened_at BETWEEN %s AND %s"
)
# Receipts stay, without the run: history that is copied into another session stays known.
_UNLINK = (
    "UPDATE trajectories_receipt SET trajectory_id = NULL WHERE tenant_id = %s "
    "AND event_key = ANY(%s)"
)


def remove_runs(tenant: Tenant, runs: Sequence[tuple[datetime, uuid.UUID]]) -> Counter[str]:
    """Remove runs given by opening and id, in order of their opening; answers what went.

    Their scores, and what they contributed to preferences, go with them in the database.
    """
    counts: Counter[str] = Counter()
    for some in batched(runs, BATCH):
        openings, ids = map(list, zip(*some, strict=True))
        values = [openings, ids, tenant.pk, openings[0], openings[-1]]
        with connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM {_STEPS} RETURNING step.event_key", values)  # noqa: S608
            keys = [key for (key,) in cursor.fetchall()]
            cursor.execute(_UNLINK, [tenant.pk, keys])
            cursor.execute("DELETE FROM trajectories_trajectory WHERE id = ANY(%s)", [ids])
            counts["trajectories"] += cursor.rowcount
        counts["steps"] += len(keys)
    counts["tool_sets"] += forget_unused_sets(tenant)
    return counts


def remove_sessions(tenant: Tenant, sessions: Sequence[Session]) -> Counter[str]:
    """Remove sessions whose runs are gone, with what they were squeezed to."""
    rows = Session.objects.for_tenant(tenant).filter(pk__in=[one.pk for one in sessions])
    removed = rows.delete()[1]
    return Counter(
        sessions=removed.get("trajectories.Session", 0),
        compressed_sessions=removed.get("trajectories.CompressedTrajectory", 0),
    )


def learn_sessions_again(tenant: Tenant, ids: set[uuid.UUID]) -> int:
    """Let learned sessions be learned from anew, as what was drawn from them is gone."""
    learned = Session.objects.for_tenant(tenant).filter(pk__in=ids, status=SessionStatus.LEARNED)
    return learned.update(status=SessionStatus.ENDED, learned_at=None, learning_attempts=0)


def let_go_of_person(tenant: Tenant, sessions: Sequence[Session], person_id: uuid.UUID) -> None:
    """Leave sessions that others asked for things in without the runs of one person."""
    ids = {one.pk for one in sessions}
    CompressedTrajectory.objects.for_tenant(tenant).filter(session__in=ids).delete()
    rows = Session.objects.for_tenant(tenant)
    rows.filter(pk__in=ids, end_user=person_id).update(end_user=None)
    for session in rows.filter(pk__in=ids):
        runs = Trajectory.objects.for_tenant(tenant).filter(session=session)
        rows.filter(pk=session.pk).update(trajectory_count=runs.count())
    learn_sessions_again(tenant, ids)
