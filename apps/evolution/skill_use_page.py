"""What the pages of a skill and of a proposal show of use and lift."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from apps.evolution.count_use import count_use, sum_use
from apps.evolution.domain.lift import Lift
from apps.evolution.lift_picture import lift_context
from apps.evolution.measure_lift import measure_lift
from apps.evolution.measure_observed import measure_observed
from apps.evolution.show_changed_lift import show_changed_lift

if TYPE_CHECKING:
    from apps.evolution.models import Proposal, Skill

DAYS_SHOWN = 30


def use_context(skill: Skill) -> dict[str, Any]:
    """Gather what a skill brings, and what became of it in the sessions of 30 days."""
    days = count_use(skill, since=timezone.now() - timedelta(days=DAYS_SHOWN))
    lift = measure_lift(skill.tenant, skills=[skill.pk]).get(skill.pk, Lift(0, 0))
    observed = measure_observed(skill)
    return {
        "lift": lift_context(lift),
        "observed": lift_context(observed) if observed.served else None,
        "use": sum_use(days),
        "use_days": days,
    }


def changed_lift_context(proposal: Proposal) -> dict[str, Any] | None:
    """Gather what the skill that a proposal changes brings; None where there is none yet."""
    show_changed_lift(proposal.tenant, [proposal])
    return lift_context(proposal.lift)
