"""Write down what a session was given: once an item and session."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from apps.evolution.models import Skill
from apps.tenants.ids import new_id

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence

    from apps.evolution.rank_skills import RankedSkill
    from apps.experiences.recall import Recalled
    from apps.tenants.models import Tenant

_PLACES = Decimal("0.001")
_Item = tuple["uuid.UUID | None", "uuid.UUID | None", Decimal]


@transaction.atomic
def record_servings(
    tenant: Tenant,
    *,
    session_id: str,
    request_id: uuid.UUID,
    skills: Sequence[RankedSkill],
    experiences: Sequence[Recalled],
) -> None:
    """Note the items of one answer; what the session was given before is not noted again."""
    ranked = sorted(skills, key=lambda one: one.skill.pk)
    recalled = sorted(experiences, key=lambda one: one.experience.pk)
    items: list[_Item] = [
        (one.skill.pk, None, _rounded(one.match.similarity)) for one in ranked
    ] + [(None, one.experience.pk, _rounded(one.match.similarity)) for one in recalled]
    if not items:
        return
    for fresh in sorted(_note_servings(tenant, items, session_id, request_id)):
        row = Skill.objects.for_tenant(tenant).filter(pk=fresh)
        row.update(uses=F("uses") + 1)


def _note_servings(
    tenant: Tenant, items: Sequence[_Item], session_id: str, request_id: uuid.UUID
) -> list[uuid.UUID]:
    """Insert the items; answers the skills that are new, also when others insert them just now.

    What is locked is locked in the order of its keys: two who do not may wait for each other.
    """
    columns = [list(column) for column in zip(*items, strict=True)]
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO evolution_serving (id, tenant_id, session_id, request_id, served_at, "
            "skill_id, experience_id, similarity) "
            "SELECT new.id, %s, %s, %s, %s, new.skill_id, new.experience_id, new.similarity "
            "FROM unnest(%s::uuid[], %s::uuid[], %s::uuid[], %s::numeric[]) "
            "AS new(id, skill_id, experience_id, similarity) "
            "ON CONFLICT DO NOTHING RETURNING skill_id",
            [
                tenant.pk,
                session_id,
                request_id,
                timezone.now(),
                [new_id() for _ in items],
                *columns,
            ],
        )
        return [row[0] for row in cursor.fetchall() if row[0]]


def _rounded(similarity: float) -> Decimal:
    return Decimal(similarity).quantize(_PLACES)
