"""Remove what is older than a tenant keeps: whole partitions where no tenant needs them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import connection

from apps.tenants.isolation import tenant_context
from apps.tenants.models import Tenant
from apps.trajectories.models import Receipt, Session, Trajectory
from apps.trajectories.partitions import WEEK, drop_partitions_before, list_partitions

if TYPE_CHECKING:
    import uuid
    from datetime import datetime

BATCH = 5000
RECEIPTS_LONGER = timedelta(days=30)


@dataclass(slots=True)
class Removed:
    """How much retention took away."""

    trajectories: int = 0
    sessions: int = 0
    partitions: int = 0


def apply_retention(*, now: datetime) -> Removed:
    """Keep every tenant's limits; quotes that learning rests on live in rows of their own."""
    removed = Removed()
    longest = timedelta(days=7)
    for tenant in Tenant.objects.all():
        kept = tenant.learning.trajectory
        longest = max(longest, timedelta(days=kept.step_retention_days))
        found = remove_old_trajectories(tenant, before=now - timedelta(days=kept.retention_days))
        removed.trajectories += found.trajectories
        removed.sessions += found.sessions
        remove_old_steps(tenant, before=now - timedelta(days=kept.step_retention_days))
    removed.partitions = len(drop_partitions_before(now - longest))
    return removed


def remove_old_trajectories(tenant: Tenant, *, before: datetime) -> Removed:
    """Remove a tenant's trajectories opened before a moment, with their steps, in batches."""
    removed = Removed()
    while True:
        with tenant_context(tenant.pk):
            rows = Trajectory.objects.for_tenant(tenant).filter(opened_at__lt=before)
            batch = dict(rows.order_by("opened_at").values_list("pk", "opened_at")[:BATCH])
            if not batch:
                break
            _delete_steps_of(batch)
            rows.filter(pk__in=batch).delete()
            removed.trajectories += len(batch)
    remove_old_steps(tenant, before=before)
    with tenant_context(tenant.pk):
        empty = Session.objects.for_tenant(tenant).filter(trajectories=None, received_at__lt=before)
        removed.sessions = empty.delete()[1].get("trajectories.Session", 0)
        Receipt.objects.for_tenant(tenant).filter(
            received_on__lt=(before - RECEIPTS_LONGER).date()
        ).delete()
    return removed


def _delete_steps_of(trajectories: dict[uuid.UUID, datetime]) -> None:
    """Delete by opening and id, which is how the partitions are laid out."""
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM trajectories_step AS step USING unnest(%s::uuid[], %s::timestamptz[]) "
            "AS old(id, opened_at) WHERE step.trajectory_opened_at = old.opened_at "
            "AND step.trajectory_id = old.id",
            [list(trajectories), list(trajectories.values())],
        )


def remove_old_steps(tenant: Tenant, *, before: datetime) -> None:
    """Remove a tenant's steps in the partitions that lie wholly before a moment."""
    for name, week in list_partitions():
        if week + WEEK <= before:
            with tenant_context(tenant.pk), connection.cursor() as cursor:
                # The name is ours: list_partitions reads it from the catalogue.
                cursor.execute(f"DELETE FROM {name} WHERE tenant_id = %s", [tenant.pk])  # noqa: S608
