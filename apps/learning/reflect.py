"""Look back over the runs since the last look: counts, tools, errors, trend, what was proposed."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction

from apps.learning.announce_reflection import announce_reflection
from apps.learning.count_days import days_of
from apps.learning.models import Reflection
from apps.learning.roll_up import lock_roll_ups, roll_up
from apps.learning.write_report import write_report
from apps.tenants.each_tenant import for_each_tenant
from apps.tenants.isolation import tenant_context
from apps.trajectories.models import Trajectory

if TYPE_CHECKING:
    from datetime import datetime

    from apps.tenants.models import Tenant


@transaction.atomic
def reflect(tenant: Tenant, *, now: datetime, trigger: str) -> Reflection:
    """Write a reflection over every run that ended since the last one.

    It is stored first: where it ends, the next period of the roll-ups begins.
    """
    lock_roll_ups(tenant)
    last = _last(tenant)
    since = last.until if last else None
    until = max(now, since) if since else now
    written = Reflection.objects.create(
        tenant=tenant, since=since, until=until, trigger=trigger, report={}
    )
    ended_after = Trajectory.objects.for_tenant(tenant).filter(closed_at__gte=until)
    roll_up(tenant, now=now, also=days_of(ended_after))
    written.report = write_report(written)
    written.save(update_fields=["report"])
    announce_reflection(written)
    return written


def reflect_where_due(*, now: datetime) -> int:
    """Write the reflections whose tenants' interval has passed; answers how many."""
    written: list[Reflection] = []

    def look_back(tenant: Tenant) -> None:
        with tenant_context(tenant.pk):
            if is_reflection_due(tenant, now=now):
                written.append(reflect(tenant, now=now, trigger="scheduled"))

    for_each_tenant(look_back)
    return len(written)


def is_reflection_due(tenant: Tenant, *, now: datetime) -> bool:
    """Tell whether the interval since the last reflection, or since the start, has passed."""
    interval = timedelta(milliseconds=tenant.learning.reflection.interval_ms)
    last = _last(tenant)
    begun = last.until if last else tenant.created_at
    return tenant.learning.enabled and now - begun >= interval


def _last(tenant: Tenant) -> Reflection | None:
    return Reflection.objects.for_tenant(tenant).order_by("-until").first()
