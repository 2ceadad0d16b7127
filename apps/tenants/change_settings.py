"""Change a tenant's learning settings: validated, and written down with what they were before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction

from apps.errors import DomainError
from apps.tenants.audit import record_audit
from apps.tenants.grants import BY_ROLE, Grant
from apps.tenants.learning_settings import read_settings
from apps.tenants.models import Tenant

if TYPE_CHECKING:
    from apps.tenants.models import Membership


@transaction.atomic
def change_settings(by: Membership, *, settings: dict[str, Any]) -> Tenant:
    """Replace the settings of the member's tenant; raises `invalid_settings`, `permission_denied`.

    What is left out has its default. The same settings again change nothing.
    """
    if Grant.ADMIN not in BY_ROLE[by.role]:
        raise DomainError("permission_denied", "Only administrators change settings.")
    read_settings(settings)
    tenant = Tenant.objects.select_for_update().get(pk=by.tenant_id)
    before, tenant.settings = tenant.settings, settings
    if before != settings:
        tenant.save(update_fields=["settings"])
        record_audit(
            tenant,
            actor=by.user.email,
            action="change_settings",
            target=tenant,
            before=before,
            after=settings,
        )
    return tenant
