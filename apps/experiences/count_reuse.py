"""Count reuse: each distinct session that was given an experience counts once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from apps.experiences.models import Experience
from apps.tenants.ids import new_id

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence

    from apps.tenants.models import Tenant


@transaction.atomic
def count_reuse(tenant: Tenant, experiences: Sequence[Experience], *, session_id: str) -> None:
    """Note that a session was given these experiences; a second time counts nothing."""
    if not experiences:
        return
    given = sorted({one.pk for one in experiences})
    for fresh in sorted(_note_uses(tenant, given, session_id)):
        row = Experience.objects.for_tenant(tenant).filter(pk=fresh)
        row.update(reuse_count=F("reuse_count") + 1)


def _note_uses(tenant: Tenant, given: list[uuid.UUID], session_id: str) -> list[uuid.UUID]:
    """Insert the uses; answers those that are new, also when others insert the same just now.

    What is locked is locked in the order of its keys: two who do not may wait for each other.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO experiences_experienceuse "
            "(id, tenant_id, experience_id, session_id, used_at) "
            "SELECT new.id, %s, new.experience_id, %s, %s "
            "FROM unnest(%s::uuid[], %s::uuid[]) AS new(id, experience_id) "
            "ON CONFLICT DO NOTHING RETURNING experience_id",
            [tenant.pk, session_id, timezone.now(), [new_id() for _ in given], given],
        )
        return [row[0] for row in cursor.fetchall()]
