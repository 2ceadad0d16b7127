"""Write down what a session was given: once an item and session."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from django.utils import timezone

from apps.tenants.ids import new_id
from apps.tenants.round_trip import ask

if TYPE_CHECKING:
    import uuid
    from collections.abc import Collection, Sequence

    from apps.evolution.rank_skills import RankedSkill
    from apps.experiences.recall import Recalled
    from apps.tenants.models import Tenant

_PLACES = Decimal("0.001")
_Item = tuple["uuid.UUID | None", "uuid.UUID | None", Decimal, bool]
# Servings that others note just now are waited for, and counts locked, in the order of the keys:
# two that do not keep one order may wait for each other.
_NOTE = """
WITH fresh AS (
    INSERT INTO evolution_serving
        (id, tenant_id, session_id, request_id, served_at,
         skill_id, experience_id, similarity, withheld)
    SELECT new.id, %s, %s, %s, %s, new.skill_id, new.experience_id, new.similarity, new.withheld
    FROM unnest(%s::uuid[], %s::uuid[], %s::uuid[], %s::numeric[], %s::boolean[])
        AS new(id, skill_id, experience_id, similarity, withheld)
    ON CONFLICT DO NOTHING RETURNING skill_id, withheld
), locked AS (
    SELECT id FROM evolution_skill WHERE id IN (SELECT skill_id FROM fresh WHERE NOT withheld)
    ORDER BY id FOR NO KEY UPDATE
)
UPDATE evolution_skill SET uses = uses + 1 WHERE id IN (SELECT id FROM locked)
"""


def record_servings(
    tenant: Tenant,
    *,
    session_id: str,
    request_id: uuid.UUID,
    skills: Sequence[RankedSkill],
    experiences: Sequence[Recalled],
    withheld: Collection[uuid.UUID] = (),
) -> None:
    """Note the items of one answer; what the session was given before is not noted again.

    `withheld` names those of the items that were not told: they count no use.
    """
    ranked = sorted(skills, key=lambda one: one.skill.pk)
    recalled = sorted(experiences, key=lambda one: one.experience.pk)
    items: list[_Item] = [
        (one.skill.pk, None, _rounded(one.match.similarity), one.skill.pk in withheld)
        for one in ranked
    ] + [
        (None, one.experience.pk, _rounded(one.match.similarity), one.experience.pk in withheld)
        for one in recalled
    ]
    if items:
        columns = [list(column) for column in zip(*items, strict=True)]
        ids = [new_id() for _ in items]
        ask((_NOTE, [tenant.pk, session_id, request_id, timezone.now(), ids, *columns]))


def _rounded(similarity: float) -> Decimal:
    return Decimal(similarity).quantize(_PLACES)
