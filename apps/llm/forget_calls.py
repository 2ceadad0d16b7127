"""Let the ledger forget calls about what its tenant no longer keeps."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from apps.llm.models import ModelCall
from apps.tenants.isolation import tenant_context

if TYPE_CHECKING:
    from datetime import datetime

    from apps.tenants.models import Tenant

BATCH = 5000


def forget_calls(tenant: Tenant, *, now: datetime) -> int:
    """Remove calls older than trajectories are kept, in batches; answers how many.

    What such a call was about is gone by then, so that nothing is asked a second time.
    """
    before = now - timedelta(days=tenant.learning.trajectory.retention_days)
    removed = 0
    while True:
        with tenant_context(tenant.pk):
            old = ModelCall.objects.for_tenant(tenant).filter(created_at__lt=before)
            batch = old.order_by("created_at").values("pk")[:BATCH]
            count, _ = ModelCall.objects.for_tenant(tenant).filter(pk__in=batch).delete()
        removed += count
        if count < BATCH:
            return removed
