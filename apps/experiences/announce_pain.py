"""Tell webhooks that a trouble is no single case."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.webhooks.domain.event import Event
from apps.webhooks.queue_deliveries import queue_deliveries

if TYPE_CHECKING:
    from datetime import datetime

    from apps.experiences.pain_models import PainPoint


def announce_confirmed(pain: PainPoint, *, now: datetime) -> None:
    """Tell that a pain point is confirmed; one that comes back later is told of again."""
    payload = {
        "id": str(pain.pk),
        "kind": pain.kind,
        "confidence": float(pain.confidence),
        "people": pain.people,
        "path": f"/api/v1/pain-points/{pain.pk}",
    }
    key = f"{Event.PAIN_POINT_CONFIRMED}:{pain.pk}:{now.isoformat()}"
    queue_deliveries(pain.tenant, Event.PAIN_POINT_CONFIRMED, payload, key=key)
