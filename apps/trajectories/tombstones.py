"""Put up tombstones, and name those that a batch of events could meet."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING

from django.conf import settings

from apps.trajectories.domain.erased import erasure_key
from apps.trajectories.tombstone_models import Tombstone, TombstoneKind

if TYPE_CHECKING:
    import uuid
    from collections.abc import Iterable
    from datetime import datetime

    from apps.tenants.models import Tenant
    from apps.trajectories.domain.erased import Named


def put_up_tombstones(
    tenant: Tenant, kind: TombstoneKind, external_ids: Iterable[str], *, now: datetime
) -> list[Tombstone]:
    """Let nothing of these people or sessions come in again; a second erasure moves the time."""
    secret = _secrets(settings.SECRET_KEY)[0]
    rows = [
        Tombstone(
            tenant=tenant,
            kind=kind,
            key_digest=erasure_key(secret, tenant.pk, kind, external_id),
            erased_at=now,
        )
        for external_id in external_ids
    ]
    return Tombstone.objects.bulk_create(
        sorted(rows, key=lambda row: row.key_digest),
        update_conflicts=True,
        unique_fields=["tenant", "key_digest"],
        update_fields=["erased_at"],
    )


def tombstone_keys(
    tenant_id: uuid.UUID, *, sessions: Iterable[str], people: Iterable[str]
) -> dict[uuid.UUID, Named]:
    """Give the keys under which these names would lie, with the names."""
    named: dict[uuid.UUID, Named] = {}
    for secret in _secrets(settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        for name in sessions:
            named[erasure_key(secret, tenant_id, "session", name)] = ("session", name)
        for name in people:
            named[erasure_key(secret, tenant_id, "person", name)] = ("person", name)
    return named


@lru_cache(maxsize=4)
def _secrets(*keys: str | bytes) -> tuple[bytes, ...]:
    """Derive a key for this purpose alone from each of the installation's."""
    return tuple(
        blake2b(key if isinstance(key, bytes) else key.encode(), person=b"tombstones").digest()
        for key in keys
    )
