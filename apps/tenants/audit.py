"""Write down a decision in the transaction that makes it."""

from typing import Any

from django.db import models

from apps.tenants.models import AuditEvent, Tenant


def record_audit(
    tenant: Tenant, *, actor: str, action: str, target: models.Model, **detail: Any
) -> AuditEvent:
    """Append one audit event about a row; values in `detail` must be JSON."""
    return AuditEvent.objects.create(
        tenant=tenant,
        actor=actor[:200],
        action=action,
        target_kind=target._meta.model_name or "",
        target_id=str(target.pk),
        detail=detail,
    )
