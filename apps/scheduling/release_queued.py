"""Let the next firing of a schedule go ahead once none before it is under way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.scheduling.fire_due import HEARD_WITHIN
from apps.scheduling.models import RunState, Schedule, ScheduleRun
from apps.scheduling.signals import announce_runs

if TYPE_CHECKING:
    import uuid
    from datetime import datetime

    from apps.tenants.models import Tenant


def hold_schedule(tenant: Tenant, schedule_id: uuid.UUID) -> bool:
    """Keep the tick and others from a schedule until the commit; False when there is none."""
    rows = Schedule.objects.for_tenant(tenant).filter(pk=schedule_id)
    return rows.select_for_update(no_key=True).values_list("pk").first() is not None


def release_next(tenant: Tenant, schedule_id: uuid.UUID, now: datetime) -> None:
    """Make the earliest queued firing due, unless another is; the schedule is held."""
    runs = ScheduleRun.objects.for_tenant(tenant).filter(schedule=schedule_id)
    if runs.filter(state__in=(RunState.DUE, RunState.RUNNING)).exists():
        return
    waiting = runs.filter(state=RunState.QUEUED).order_by("scheduled_for")
    first = waiting.values_list("pk", flat=True).first()
    if first is not None:
        runs.filter(pk=first).update(state=RunState.DUE, announce_at=now + HEARD_WITHIN)
        announce_runs(tenant.pk, [first])
