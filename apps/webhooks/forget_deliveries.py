"""Let go of finished deliveries when their time is over."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from apps.tenants.isolation import tenant_context
from apps.webhooks.models import WebhookDelivery

if TYPE_CHECKING:
    from datetime import datetime

    from apps.tenants.models import Tenant

KEPT_DAYS = 30
BATCH = 1000


def forget_deliveries(tenant: Tenant, *, now: datetime) -> int:
    """Remove deliveries that were finished 30 days ago; answers how many.

    Earlier where the tenant keeps its trajectories for a shorter time. A key is forgotten with its
    delivery.
    """
    days = min(KEPT_DAYS, tenant.learning.trajectory.retention_days)
    removed = 0
    while True:
        with tenant_context(tenant.pk):
            rows = WebhookDelivery.objects.for_tenant(tenant)
            old = rows.filter(finished_at__lt=now - timedelta(days=days))
            batch = old.order_by("finished_at").values_list("pk", flat=True)[:BATCH]
            count, _ = rows.filter(pk__in=list(batch)).delete()
        removed += count
        if count < BATCH:
            return removed
