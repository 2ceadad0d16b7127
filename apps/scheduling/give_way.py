"""Let a firing that waits to be tried again give way to the next one of its schedule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.scheduling.models import RunState, ScheduleRun

if TYPE_CHECKING:
    import uuid
    from collections.abc import Collection
    from datetime import datetime

    from apps.tenants.models import Tenant

TOOK_ITS_PLACE = "It failed, and the next firing took its place."


def hold_resting(
    tenant: Tenant, schedule_ids: Collection[uuid.UUID], now: datetime
) -> dict[uuid.UUID, list[uuid.UUID]]:
    """Keep workers from what waits to be tried again until the commit; by schedule, held too."""
    runs = ScheduleRun.objects.for_tenant(tenant).resting(now).filter(schedule__in=schedule_ids)
    held = runs.select_for_update(no_key=True).order_by("pk")
    found: dict[uuid.UUID, list[uuid.UUID]] = {}
    for schedule_id, run_id in held.values_list("schedule_id", "pk"):
        found.setdefault(schedule_id, []).append(run_id)
    return found


def give_way(tenant: Tenant, run_ids: Collection[uuid.UUID], now: datetime) -> None:
    """Give up firings that are held, as the next one is carried out in their place."""
    if run_ids:
        rows = ScheduleRun.objects.for_tenant(tenant).filter(pk__in=run_ids)
        rows.update(state=RunState.DEAD, detail=TOOK_ITS_PLACE, finished_at=now, not_before=None)
