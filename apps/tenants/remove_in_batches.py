"""Remove many old rows a batch at a time, each in a transaction of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from apps.tenants.isolation import tenant_context

if TYPE_CHECKING:
    from apps.tenants.models import Tenant
    from apps.tenants.querysets import TenantQuerySet

BATCH = 1000


def remove_in_batches(tenant: Tenant, old: TenantQuerySet[Any]) -> int:
    """Remove a tenant's rows, in the order that they come in; answers how many."""
    removed = 0
    while True:
        with tenant_context(tenant.pk):
            batch = list(old.values_list("pk", flat=True)[:BATCH])
            old.model._default_manager.filter(tenant=tenant, pk__in=batch).delete()
        removed += len(batch)
        if len(batch) < BATCH:
            return removed
