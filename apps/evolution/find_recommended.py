"""Find the skills that are put before others: trusted, used, served, and not proven harmful."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from apps.evolution.domain.trust import may_be_recommended
from apps.evolution.note_lift import find_harmful

if TYPE_CHECKING:
    import uuid
    from collections.abc import Iterable

    from apps.evolution.models import Skill
    from apps.tenants.models import Tenant


def find_recommended(tenant: Tenant, skills: Iterable[Skill]) -> set[uuid.UUID]:
    """Name the recommended ones among some skills; a query where their figures allow any."""
    able = [skill for skill in skills if _may_be(skill)]
    return {skill.pk for skill in able} - find_harmful(tenant, able)


def _may_be(skill: Skill) -> bool:
    trust = Decimal(skill.trust)  # of a row that was just made it is its default, a text
    return may_be_recommended(trust=trust, uses=skill.uses, status=skill.status)
