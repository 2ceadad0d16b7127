"""Gather what a demotion is judged by: the skill's lift, who was offered it, and its text."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils import timezone

from apps.evolution.domain.demotion import judge_demotion
from apps.evolution.measure_lift import measure_lift
from apps.evolution.models import Serving, SkillVersion

if TYPE_CHECKING:
    from apps.evolution.domain.quality_gate import Finding
    from apps.evolution.models import Proposal

USED_WITHIN = timedelta(days=30)


def judge_as_demotion(proposal: Proposal) -> list[Finding]:
    """Run the gate of a demotion over its skill, as things are now."""
    tenant, skill_id = proposal.tenant, proposal.skill_id
    assert skill_id is not None  # noqa: S101 - only what is there is demoted
    offered = Serving.objects.for_tenant(tenant).filter(
        skill=skill_id, served_at__gt=timezone.now() - USED_WITHIN
    )
    current = SkillVersion.objects.for_tenant(tenant).filter(current_of=skill_id).first()
    return judge_demotion(
        proposal.trigger,
        lift=measure_lift(tenant, skills=[skill_id]).get(skill_id),
        offered=offered.count(),
        content=current.content if current else "",
    )
