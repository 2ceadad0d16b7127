"""Sweeps over all tenants: what fails for one is logged, and the others are served."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog
from celery.exceptions import SoftTimeLimitExceeded

from apps.tenants.models import Tenant

if TYPE_CHECKING:
    from collections.abc import Callable

log = structlog.get_logger(__name__)


def for_each_tenant(
    operation: Callable[[Tenant], object], *, also_inactive: bool = False
) -> list[Tenant]:
    """Run an operation tenant by tenant; answers those for whom it failed.

    The order is drawn each time: a sweep that runs out of time leaves out others than the last.
    """
    tenants = Tenant.objects.order_by("?")
    failed = []
    for tenant in tenants if also_inactive else tenants.filter(is_active=True):
        try:
            operation(tenant)
        except SoftTimeLimitExceeded:
            raise  # it is about the sweep, not about the tenant
        except Exception:
            log.exception("tenant_failed", tenant=tenant.slug)
            failed.append(tenant)
    return failed
