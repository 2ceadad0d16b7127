"""The figures of a tenant's loop, each from one query over an index."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Avg, Count, Q

from apps.evolution.models import Proposal, Skill, SkillVersion
from apps.experiences.models import Experience
from apps.trajectories.models import Complexity, Session, Trajectory

if TYPE_CHECKING:
    from decimal import Decimal

    from apps.tenants.models import Tenant


def tenant_statistics(tenant: Tenant) -> dict[str, Any]:
    """Count trajectories, scores, skills and what waits, as `learning stats` and the API show."""
    runs = Trajectory.objects.for_tenant(tenant).aggregate(
        total=Count("pk"),
        scored=Count("pk", filter=Q(score__isnull=False)),
        average=Avg("score"),
        complex=Count("pk", filter=Q(complexity=Complexity.COMPLEX)),
    )
    total, scored = runs["total"], runs["scored"]
    learned = Skill.objects.for_tenant(tenant).of_team().filter(layer="learned").count()
    versions = SkillVersion.objects.for_tenant(tenant).filter(
        skill__owner=None, skill__session_id=""
    )
    return {
        "trajectories": total,
        "scored": scored,
        "scored_percent": _percent(scored, total),
        "average_score": _rounded(runs["average"]),
        "complex_trajectories": runs["complex"],
        "sessions": Session.objects.for_tenant(tenant).count(),
        "experiences": Experience.objects.for_tenant(tenant).active().count(),
        "synthesized_skills": learned,
        "skill_improvements": max(0, versions.count() - learned),
        "pending_proposals": Proposal.objects.for_tenant(tenant).pending().count(),
    }


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 1) if whole else 0.0


def _rounded(value: Decimal | None) -> float | None:
    return None if value is None else round(float(value), 2)
