"""Write down a decision in the transaction that makes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from psycopg.types.json import Jsonb

from apps.tenants.models import AuditEvent, Tenant

if TYPE_CHECKING:
    from django.db import models

    from apps.tenants.round_trip import Statement

_APPEND = """
INSERT INTO tenants_auditevent
    (id, tenant_id, at, actor, action, target_kind, target_id, detail)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
"""


def record_audit(
    tenant: Tenant, *, actor: str, action: str, target: models.Model, **detail: Any
) -> AuditEvent:
    """Append one audit event about a row; values in `detail` must be JSON."""
    event = _event(tenant, actor, action, target, detail)
    event.save(force_insert=True)
    return event


def audit_statement(
    tenant: Tenant, *, actor: str, action: str, target: models.Model, **detail: Any
) -> Statement:
    """Give what `record_audit` would write, to go out with other statements in one round trip."""
    event = _event(tenant, actor, action, target, detail)
    who = (event.pk, event.tenant_id, event.at, event.actor, event.action)
    return _APPEND, (*who, event.target_kind, event.target_id, Jsonb(event.detail))


def _event(
    tenant: Tenant, actor: str, action: str, target: models.Model, detail: dict[str, Any]
) -> AuditEvent:
    return AuditEvent(
        tenant=tenant,
        actor=actor[:200],
        action=action,
        target_kind=target._meta.model_name or "",
        target_id=str(target.pk),
        detail=detail,
    )
