"""Let go of firings and proposals when their time is over."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db.models import Q

from apps.scheduling.models import ScheduleProposal, ScheduleRun
from apps.tenants.remove_in_batches import remove_in_batches

if TYPE_CHECKING:
    from datetime import datetime

    from apps.tenants.models import Tenant

# So long whoever says yes too late is told that it is too late.
TOLD_FOR = timedelta(days=1)


def forget_firings(tenant: Tenant, *, now: datetime) -> int:
    """Remove what is over, in batches; answers how many rows.

    Finished firings and confirmed proposals are kept as long as trajectories; a proposal that
    nobody confirmed until a day after its token ran out.
    """
    before = now - timedelta(days=tenant.learning.trajectory.retention_days)
    runs = ScheduleRun.objects.for_tenant(tenant).filter(finished_at__lt=before)
    nobodys = Q(confirmed_at=None, expires_at__lt=now - TOLD_FOR)
    proposals = ScheduleProposal.objects.for_tenant(tenant).filter(
        nobodys | Q(expires_at__lt=before)
    )
    return remove_in_batches(tenant, runs.order_by("finished_at")) + remove_in_batches(
        tenant, proposals.order_by("expires_at")
    )
