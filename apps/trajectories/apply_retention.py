"""Remove what is older than a tenant keeps: whole partitions where no tenant needs them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import connection
from django.db.models import Q

from apps.tenants.each_tenant import for_each_tenant
from apps.tenants.isolation import tenant_context
from apps.trajectories.models import Receipt, Session, Trajectory
from apps.trajectories.note_tool_sets import forget_unused_sets
from apps.trajectories.partitions import WEEK, drop_partitions_before, list_partitions

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from apps.tenants.models import Tenant

BATCH = 5000
LEAST_KEPT = timedelta(days=7)
RECEIPTS_LONGER = timedelta(days=30)


@dataclass(slots=True)
class Removed:
    """How much retention took away."""

    trajectories: int = 0
    sessions: int = 0
    partitions: int = 0


def apply_retention(*, now: datetime) -> Removed:
    """Keep every tenant's limits; quotes that learning rests on live in rows of their own.

    Whole partitions go first: what goes with them need not be deleted row by row.
    """
    removed = Removed(partitions=_drop_what_nobody_needs(now))

    def remove_old(tenant: Tenant) -> None:
        kept = tenant.learning.trajectory
        found = remove_old_trajectories(tenant, before=now - timedelta(days=kept.retention_days))
        removed.trajectories += found.trajectories
        removed.sessions += found.sessions
        remove_old_steps(tenant, before=now - timedelta(days=kept.step_retention_days))

    for_each_tenant(remove_old, also_inactive=True)
    return removed


def _drop_what_nobody_needs(now: datetime) -> int:
    """Drop what is past the longest limit; nothing while some tenant's limit cannot be read."""
    limits = [LEAST_KEPT]

    def read_limit(tenant: Tenant) -> None:
        limits.append(timedelta(days=tenant.learning.trajectory.step_retention_days))

    if for_each_tenant(read_limit, also_inactive=True):
        return 0
    return len(drop_partitions_before(now - max(limits)))


def remove_old_trajectories(tenant: Tenant, *, before: datetime) -> Removed:
    """Remove a tenant's trajectories opened before a moment, with their steps, in batches."""
    removed = Removed()
    while True:
        with tenant_context(tenant.pk):
            rows = Trajectory.objects.for_tenant(tenant).filter(opened_at__lt=before)
            batch = list(rows.order_by("opened_at").values_list("opened_at", "pk")[:BATCH])
            if not batch:
                break
            _delete_steps_of(tenant, batch)
            _delete_trajectories([pk for _, pk in batch])
            removed.trajectories += len(batch)
    with tenant_context(tenant.pk):
        forget_unused_sets(tenant)
        old = Session.objects.for_tenant(tenant).filter(received_at__lt=before)
        empty = old.filter(trajectories=None).only("pk")
        removed.sessions = empty.delete()[1].get("trajectories.Session", 0)
        Receipt.objects.for_tenant(tenant).filter(
            received_on__lt=(before - RECEIPTS_LONGER).date()
        ).delete()
    return removed


def remove_old_steps(tenant: Tenant, *, before: datetime) -> None:
    """Remove a tenant's steps in the partitions that lie wholly before a moment, in batches.

    They are found through their trajectories: a partition has no index by tenant.
    """
    for _, week in list_partitions():
        if week + WEEK <= before:
            _remove_steps_of_week(tenant, week)


def _remove_steps_of_week(tenant: Tenant, week: datetime) -> None:
    last = (week, UUID(int=0))
    while True:
        with tenant_context(tenant.pk):
            rows = Trajectory.objects.for_tenant(tenant).filter(
                Q(opened_at__gt=last[0]) | Q(pk__gt=last[1]),
                opened_at__gte=last[0],
                opened_at__lt=week + WEEK,
            )
            batch = list(rows.order_by("opened_at", "pk").values_list("opened_at", "pk")[:BATCH])
            if not batch:
                return
            _delete_steps_of(tenant, batch)
            last = batch[-1]


def _delete_trajectories(ids: list[UUID]) -> None:
    """Delete by hand, as their scores go with them in the database: nothing is loaded first."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM trajectories_trajectory WHERE id = ANY(%s)", [ids])


def _delete_steps_of(tenant: Tenant, trajectories: Sequence[tuple[datetime, UUID]]) -> None:
    """Delete by opening and id, which is how the partitions are laid out.

    The trajectories are in order of their opening: between the first and the last lies little, and
    nothing else is read.
    """
    openings, ids = map(list, zip(*trajectories, strict=True))
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM trajectories_step AS step USING unnest(%s::timestamptz[], %s::uuid[]) "
            "AS old(opened_at, id) WHERE step.trajectory_opened_at = old.opened_at "
            "AND step.trajectory_id = old.id AND step.tenant_id = %s "
            "AND step.trajectory_opened_at BETWEEN %s AND %s",
            [openings, ids, tenant.pk, openings[0], openings[-1]],
        )
