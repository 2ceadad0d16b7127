"""Draw what served sessions say of skills: lift among the signals, trust, doubts, demotions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from apps.evolution.measure_lift import measure_lift
from apps.evolution.models import Serving, Skill
from apps.evolution.note_doubts import note_doubts
from apps.evolution.note_lift import note_lift
from apps.evolution.propose_demotion import propose_demotions, withdraw_moot
from apps.evolution.update_trust import update_trust
from apps.feedback.models import Signal, TargetKind

if TYPE_CHECKING:
    import uuid
    from collections.abc import Collection
    from datetime import datetime

    from apps.tenants.models import Tenant


@transaction.atomic
def judge_skills(tenant: Tenant, *, now: datetime, sessions: Collection[str] | None = None) -> int:
    """Judge the skills that these sessions say something of, or all; answers how many changed.

    All are judged once a day, as trust fades with time. Where nothing is new nothing is written.
    """
    skills = _judged_in(tenant, sessions) if sessions is not None else None
    if skills is not None and not skills:
        return 0
    measured = _withheld(tenant, skills)
    lifts = measure_lift(tenant, skills=measured)
    note_lift(tenant, lifts, now=now)
    # In this order, as who decides: two that lock proposals and skills in another wait for each
    # other.
    propose_demotions(tenant, lifts, now=now)
    withdraw_moot(tenant)
    changed = update_trust(tenant, now=now, skills=skills)
    note_doubts(tenant, skills)
    return changed


def _judged_in(tenant: Tenant, sessions: Collection[str]) -> set[uuid.UUID]:
    """The skills that sessions were offered, or that something in them was a signal on."""
    offered = Serving.objects.for_tenant(tenant).filter(session_id__in=sessions)
    said = Signal.objects.for_tenant(tenant).filter(
        session_id__in=sessions, target_kind=TargetKind.SKILL
    )
    skills = set(offered.exclude(skill=None).values_list("skill_id", flat=True))
    return skills | set(said.values_list("target_id", flat=True))


def _withheld(tenant: Tenant, skills: Collection[uuid.UUID] | None) -> list[uuid.UUID]:
    """Those that any session went without: of the others there is no lift."""
    rows = Serving.objects.for_tenant(tenant).filter(withheld=True, skill__isnull=False)
    rows = rows if skills is None else rows.filter(skill__in=skills)
    living = Skill.objects.for_tenant(tenant).living().filter(pk__in=rows.values("skill_id"))
    return list(living.values_list("pk", flat=True))
