"""Let the ledger forget calls about what its tenant no longer keeps."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from apps.llm.models import ModelCall
from apps.tenants.remove_in_batches import remove_in_batches

if TYPE_CHECKING:
    from datetime import datetime

    from apps.tenants.models import Tenant


def forget_calls(tenant: Tenant, *, now: datetime) -> int:
    """Remove calls older than trajectories are kept, in batches; answers how many.

    What such a call was about is gone by then, so that nothing is asked a second time.
    """
    before = now - timedelta(days=tenant.learning.trajectory.retention_days)
    old = ModelCall.objects.for_tenant(tenant).filter(created_at__lt=before)
    return remove_in_batches(tenant, old.order_by("created_at"))
