"""Questions about a tenant's rows; every read of them begins with `for_tenant`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self, TypeVar

from django.db import models

if TYPE_CHECKING:
    from apps.tenants.models import Tenant

Row_co = TypeVar("Row_co", bound=models.Model, covariant=True)


class TenantQuerySet(models.QuerySet[Row_co]):
    """Rows of one tenant, once `for_tenant` was called."""

    def for_tenant(self, tenant: Tenant) -> Self:
        """Keep the rows that this tenant owns."""
        return self.filter(tenant_id=tenant.pk)
