"""Tell webhooks that a report can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.webhooks.domain.event import Event
from apps.webhooks.queue_deliveries import queue_deliveries

if TYPE_CHECKING:
    from apps.learning.models import Reflection


def announce_reflection(reflection: Reflection) -> None:
    """Tell, once a reflection, where it is."""
    payload = {
        "id": str(reflection.pk),
        "since": reflection.since.isoformat() if reflection.since else None,
        "until": reflection.until.isoformat(),
        "trigger": reflection.trigger,
        "path": f"/api/v1/reflections/{reflection.pk}",
    }
    key = f"{Event.REFLECTION_READY}:{reflection.pk}"
    queue_deliveries(reflection.tenant, Event.REFLECTION_READY, payload, key=key)
