"""Have skills improved that most signals speak against: a line in their log, once a version."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Count, Exists, OuterRef, Subquery

from apps.evolution.domain.trust import LEAST_SIGNALS, POOR_TRUST
from apps.evolution.improve_skill import note_improvement
from apps.evolution.improvement_sentences import LOW_TRUST
from apps.evolution.models import ChangeTrigger, Improvement, Skill
from apps.feedback.models import Polarity, Signal, TargetKind

if TYPE_CHECKING:
    import uuid
    from collections.abc import Collection

    from apps.tenants.models import Tenant


def note_doubts(tenant: Tenant, skills: Collection[uuid.UUID] | None = None) -> int:
    """Note each of these skills, or of all, that is distrusted; answers how many are noted anew.

    Distrusted is one with a trust below 0.35 by three signals or more. The run of the latest signal
    against it stands in the log.
    """
    rows = Skill.objects.for_tenant(tenant).of_team().active().without_vectors()
    rows = rows.filter(trust__lt=POOR_TRUST)
    rows = rows if skills is None else rows.filter(pk__in=skills)
    signals = Signal.objects.for_tenant(tenant).filter(
        target_kind=TargetKind.SKILL, target_id=OuterRef("pk")
    )
    counted = signals.exclude(polarity=Polarity.NEUTRAL).order_by().values("target_id")
    against = signals.filter(polarity=Polarity.NEGATIVE, trajectory__isnull=False)
    noted = Improvement.objects.for_tenant(tenant).filter(
        skill=OuterRef("pk"),
        trigger=ChangeTrigger.REFLECTION,
        created_at__gte=OuterRef("current__created_at"),
    )
    doubted = rows.filter(~Exists(noted)).annotate(
        signals=Subquery(counted.annotate(n=Count("pk")).values("n")),
        run_id=Subquery(against.order_by("-created_at").values("trajectory_id")[:1]),
    )
    found = list(doubted.filter(signals__gte=LEAST_SIGNALS, run_id__isnull=False))
    for skill in found:
        detail = LOW_TRUST % {"trust": skill.trust, "signals": skill.signals}
        note_improvement(skill, ChangeTrigger.REFLECTION, run_id=skill.run_id, detail=detail)
    return len(found)
