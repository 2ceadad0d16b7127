"""Hear that messages wait, and have workers send them; nothing else happens here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.dispatch import receiver

from apps.tenants.enqueue import enqueue
from apps.webhooks.signals import deliveries_queued
from apps.webhooks.tasks import deliver_to_webhook

if TYPE_CHECKING:
    import uuid
    from collections.abc import Iterable


@receiver(deliveries_queued)
def wake_workers(*, tenant_id: uuid.UUID, delivery_ids: Iterable[uuid.UUID], **_: Any) -> None:
    """Ask a worker to send each message once the transaction has committed."""
    for delivery_id in delivery_ids:
        enqueue(deliver_to_webhook, str(tenant_id), str(delivery_id))
