"""Let go of finished deliveries when their time is over."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from apps.tenants.remove_in_batches import remove_in_batches
from apps.webhooks.models import WebhookDelivery

if TYPE_CHECKING:
    from datetime import datetime

    from apps.tenants.models import Tenant

KEPT_DAYS = 30


def forget_deliveries(tenant: Tenant, *, now: datetime) -> int:
    """Remove deliveries that were finished 30 days ago; answers how many.

    Earlier where the tenant keeps its trajectories for a shorter time. A key is forgotten with its
    delivery.
    """
    days = min(KEPT_DAYS, tenant.learning.trajectory.retention_days)
    rows = WebhookDelivery.objects.for_tenant(tenant)
    old = rows.filter(finished_at__lt=now - timedelta(days=days))
    return remove_in_batches(tenant, old.order_by("finished_at"))
