"""Make and revoke API keys; the whole key is shown once and never stored."""

import secrets
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from apps.tenants.audit import record_audit
from apps.tenants.models import ApiKey, Membership


@transaction.atomic
def issue_key(by: Membership, *, name: str, scope: str, expires_at: datetime | None = None) -> str:
    """Make a key of the member's tenant and answer its full text, this once."""
    secret = secrets.token_hex(24)
    key = ApiKey.objects.create(
        tenant=by.tenant,
        name=name,
        scope=scope,
        secret_digest=ApiKey.digest(secret),
        created_by=by,
        expires_at=expires_at,
    )
    record_audit(by.tenant, actor=by.user.email, action="issue_key", target=key, scope=scope)
    return f"jm_{scope}_{key.pk.hex}_{secret}"


@transaction.atomic
def revoke_key(key: ApiKey, *, by: Membership) -> None:
    """End a key's use at once; revoking twice changes nothing."""
    if key.revoked_at is None:
        key.revoked_at = timezone.now()
        key.save(update_fields=["revoked_at"])
        record_audit(by.tenant, actor=by.user.email, action="revoke_key", target=key)
