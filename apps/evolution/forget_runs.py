"""Let go of runs, and of what members were told, when their time is over."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from apps.evolution.models import PipelineRun
from apps.tenants.isolation import tenant_context
from apps.tenants.models import Notice

if TYPE_CHECKING:
    from datetime import datetime

    from apps.tenants.models import Tenant

BATCH = 1000


def forget_runs(tenant: Tenant, *, now: datetime) -> int:
    """Remove finished runs and notices older than trajectories are kept; answers how many.

    An idempotency key is forgotten with its run.
    """
    before = now - timedelta(days=tenant.learning.trajectory.retention_days)
    removed = 0
    while True:
        with tenant_context(tenant.pk):
            runs = PipelineRun.objects.for_tenant(tenant).filter(finished_at__lt=before)
            notices = Notice.objects.for_tenant(tenant).filter(created_at__lt=before)
            old = runs.values_list("pk", flat=True)[:BATCH]
            told = notices.values_list("pk", flat=True)[:BATCH]
            found = len(old) + len(told)
            PipelineRun.objects.for_tenant(tenant).filter(pk__in=list(old)).delete()
            Notice.objects.for_tenant(tenant).filter(pk__in=list(told)).delete()
        removed += found
        if found < BATCH:
            return removed
