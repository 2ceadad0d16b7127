"""Let go of runs, and of what members were told, when their time is over."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from apps.evolution.models import PipelineRun
from apps.tenants.models import Notice
from apps.tenants.remove_in_batches import remove_in_batches

if TYPE_CHECKING:
    from datetime import datetime

    from apps.tenants.models import Tenant


def forget_runs(tenant: Tenant, *, now: datetime) -> int:
    """Remove finished runs and notices older than trajectories are kept; answers how many.

    An idempotency key is forgotten with its run.
    """
    before = now - timedelta(days=tenant.learning.trajectory.retention_days)
    runs = PipelineRun.objects.for_tenant(tenant).filter(finished_at__lt=before)
    notices = Notice.objects.for_tenant(tenant).filter(created_at__lt=before)
    return remove_in_batches(tenant, runs) + remove_in_batches(tenant, notices)
