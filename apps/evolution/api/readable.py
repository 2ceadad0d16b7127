"""Which skills a request may read: the team's, or with `?owner=` those of that person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drf_spectacular.utils import OpenApiParameter

from apps.evolution.models import Skill
from apps.tenants.authentication import principal_of
from apps.trajectories.domain.cleaning import clean_text

if TYPE_CHECKING:
    from rest_framework.request import Request

    from apps.evolution.querysets import SkillQuerySet

OF_OWNER = OpenApiParameter("owner", str, description="The person whose own skills are meant.")


def readable_skills(request: Request) -> SkillQuerySet[Skill]:
    """Give the skills that the asked reader is served; one session's are in no list."""
    rows = Skill.objects.for_tenant(principal_of(request).tenant).without_vectors()
    owner = clean_text(request.query_params.get("owner", ""))
    return rows.filter(owner__external_id=owner) if owner else rows.of_team()
