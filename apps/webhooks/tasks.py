"""Background work on webhooks: ids in, one operation, nothing out."""

from __future__ import annotations

import uuid

from celery import shared_task
from django.utils import timezone

from apps.tenants.each_tenant import for_each_tenant
from apps.tenants.enqueue import enqueue
from apps.tenants.models import Tenant
from apps.webhooks.deliver import deliver
from apps.webhooks.forget_deliveries import forget_deliveries
from apps.webhooks.resume_deliveries import due_deliveries


@shared_task(name="webhooks.deliver")
def deliver_to_webhook(tenant_id: str, delivery_id: str) -> None:
    """Send one delivery, and once more soon where that is its next try."""
    wait = deliver(Tenant.objects.get(pk=tenant_id), uuid.UUID(delivery_id))
    if wait is not None:
        enqueue(deliver_to_webhook, tenant_id, delivery_id, wait_s=wait.total_seconds())


@shared_task(name="webhooks.resume_deliveries")
def resume_deliveries_everywhere() -> None:
    """Have what is due sent, whose message or worker was lost, tenant by tenant."""
    for_each_tenant(_resume)


def _resume(tenant: Tenant) -> None:
    for delivery_id in due_deliveries(tenant, now=timezone.now()):
        enqueue(deliver_to_webhook, str(tenant.pk), str(delivery_id))


@shared_task(name="webhooks.forget_deliveries")
def forget_deliveries_everywhere() -> None:
    """Remove old deliveries, tenant by tenant."""
    for_each_tenant(
        lambda tenant: forget_deliveries(tenant, now=timezone.now()), also_inactive=True
    )
