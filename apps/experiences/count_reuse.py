"""Count reuse: each distinct session that was given an experience counts once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone

from apps.tenants.ids import new_id
from apps.tenants.round_trip import ask

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.experiences.models import Experience
    from apps.tenants.models import Tenant

# Uses that others note just now are waited for, and counts locked, in the order of the keys: two
# that do not keep one order may wait for each other.
_NOTE = """
WITH fresh AS (
    INSERT INTO experiences_experienceuse (id, tenant_id, experience_id, session_id, used_at)
    SELECT new.id, %s, new.experience_id, %s, %s
    FROM unnest(%s::uuid[], %s::uuid[]) AS new(id, experience_id)
    ON CONFLICT DO NOTHING RETURNING experience_id
), locked AS (
    SELECT id FROM experiences_experience WHERE id IN (SELECT experience_id FROM fresh)
    ORDER BY id FOR NO KEY UPDATE
)
UPDATE experiences_experience SET reuse_count = reuse_count + 1
WHERE id IN (SELECT id FROM locked)
"""


def count_reuse(tenant: Tenant, experiences: Sequence[Experience], *, session_id: str) -> None:
    """Note that a session was given these experiences; a second time counts nothing."""
    if not experiences:
        return
    given = sorted({one.pk for one in experiences})
    ids = [new_id() for _ in given]
    ask((_NOTE, [tenant.pk, session_id, timezone.now(), ids, given]))
