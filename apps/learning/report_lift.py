"""Tell in a reflection what skills and experiences bring: the best, the worst, and the unproven."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from apps.evolution.domain.lift import Lift
from apps.evolution.measure_lift import measure_lift
from apps.evolution.models import Serving, Skill
from apps.experiences.models import Experience

if TYPE_CHECKING:
    import uuid
    from collections.abc import Mapping

    from apps.tenants.models import Tenant

MOST_MEASURED, MOST_TOLD = 500, 5
_FIGURES = ("mean", "low", "high")


def report_lift(tenant: Tenant) -> dict[str, list[dict[str, Any]]]:
    """Measure all that any session went without, and tell the best and the worst of the proven.

    Of those without evidence yet the ones with most sessions are told.
    """
    names = _measured_items(tenant)
    lifts = measure_lift(
        tenant,
        skills=[pk for pk, (kind, _) in names.items() if kind == "skill"],
        experiences=[pk for pk, (kind, _) in names.items() if kind == "experience"],
    )
    found = [(pk, lifts.get(pk, Lift(0, 0))) for pk in names]
    found.sort(key=lambda one: (one[1].mean or Decimal(0), one[1].served, one[0]), reverse=True)
    by_sessions = sorted(found, key=lambda one: one[1].served + one[1].withheld, reverse=True)
    return {
        "best": _told(found, names, "helpful"),
        "worst": _told(found[::-1], names, "harmful"),
        "no_evidence": _told(by_sessions, names, "no evidence yet"),
    }


def _measured_items(tenant: Tenant) -> dict[uuid.UUID, tuple[str, str]]:
    """What any session went without, each with its kind and what it is called."""
    withheld = Serving.objects.for_tenant(tenant).filter(withheld=True)
    skills = Skill.objects.for_tenant(tenant).of_team().active()
    measured = skills.filter(pk__in=withheld.exclude(skill=None).values("skill_id"))
    experiences = Experience.objects.for_tenant(tenant).active()
    known = experiences.filter(pk__in=withheld.exclude(experience=None).values("experience_id"))
    named = {
        pk: ("skill", name)
        for pk, name in measured.order_by("-uses", "pk").values_list("pk", "name")[:MOST_MEASURED]
    }
    patterns = known.order_by("-reuse_count", "pk").values_list("pk", "pain_pattern")
    return named | {pk: ("experience", name) for pk, name in patterns[:MOST_MEASURED]}


def _told(
    found: list[tuple[uuid.UUID, Lift]],
    names: Mapping[uuid.UUID, tuple[str, str]],
    verdict: str,
) -> list[dict[str, Any]]:
    return [
        {
            "id": str(pk),
            "kind": names[pk][0],
            "name": names[pk][1],
            **{figure: _number(getattr(lift, figure)) for figure in _FIGURES},
            "served": lift.served,
            "withheld": lift.withheld,
            "verdict": lift.verdict,
        }
        for pk, lift in found
        if lift.verdict == verdict
    ][:MOST_TOLD]


def _number(value: Decimal | None) -> float | None:
    return None if value is None else float(value)
