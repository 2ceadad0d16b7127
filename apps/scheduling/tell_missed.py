"""Tell webhooks of firings that were missed: one event for each schedule and tick."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q

from apps.webhooks.domain.event import Event
from apps.webhooks.models import Webhook
from apps.webhooks.queue_deliveries import queue_deliveries

if TYPE_CHECKING:
    import uuid
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from apps.scheduling.models import Schedule
    from apps.tenants.models import Tenant


def tell_missed(
    tenant: Tenant, schedules: Iterable[Schedule], missed: Mapping[uuid.UUID, Sequence[datetime]]
) -> None:
    """Queue the events in the tick's transaction; where nobody asks for them, one look is all."""
    if not missed:
        return
    wanted = Q(events__len=0) | Q(events__contains=[Event.SCHEDULE_MISSED])
    if not Webhook.objects.for_tenant(tenant).filter(wanted, is_active=True).exists():
        return
    for schedule in schedules:
        if times := missed.get(schedule.pk):
            payload = {
                "schedule": str(schedule.pk),
                "name": str(schedule)[:200],
                "missed": len(times),
                "first": times[0].isoformat(),
                "last": times[-1].isoformat(),
                "policy": schedule.misfire,
            }
            key = f"schedule-missed:{schedule.pk}:{times[-1].isoformat()}"
            queue_deliveries(tenant, Event.SCHEDULE_MISSED, payload, key=key)
