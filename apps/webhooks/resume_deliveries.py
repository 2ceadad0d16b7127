"""Find the deliveries that lost messages and killed workers left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.tenants.isolation import tenant_context
from apps.webhooks.models import WebhookDelivery

if TYPE_CHECKING:
    import uuid
    from datetime import datetime

    from apps.tenants.models import Tenant

MOST_A_WEBHOOK = 50


def due_deliveries(tenant: Tenant, *, now: datetime) -> list[uuid.UUID]:
    """Name what is to be sent now, of each webhook the oldest: one's backlog delays no other."""
    found: list[uuid.UUID] = []
    with tenant_context(tenant.pk):
        due = WebhookDelivery.objects.for_tenant(tenant).due(now)
        for webhook_id in due.order_by().values_list("webhook_id", flat=True).distinct():
            mine = due.filter(webhook_id=webhook_id).order_by("created_at", "pk")
            found += mine.values_list("pk", flat=True)[:MOST_A_WEBHOOK]
    return found
