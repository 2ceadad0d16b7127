"""Write down what a session was given: once an item and session."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import F

from apps.evolution.models import Serving, Skill

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence

    from apps.evolution.rank_skills import RankedSkill
    from apps.experiences.recall import Recalled
    from apps.tenants.models import Tenant

_PLACES = Decimal("0.001")


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
    before = Serving.objects.for_tenant(tenant).filter(session_id=session_id)
    known = {item for pair in before.values_list("skill_id", "experience_id") for item in pair}
    shared = {"tenant": tenant, "session_id": session_id, "request_id": request_id}
    fresh = [one for one in skills if one.skill.pk not in known]
    rows = [
        Serving(skill=one.skill, similarity=_rounded(one.match.similarity), **shared)
        for one in fresh
    ] + [
        Serving(experience=one.experience, similarity=_rounded(one.match.similarity), **shared)
        for one in experiences
        if one.experience.pk not in known
    ]
    if rows:
        Serving.objects.bulk_create(rows, ignore_conflicts=True)
    if fresh:
        used = Skill.objects.for_tenant(tenant).filter(pk__in=[one.skill.pk for one in fresh])
        used.update(uses=F("uses") + 1)


def _rounded(similarity: float) -> Decimal:
    return Decimal(similarity).quantize(_PLACES)
