"""Read from a session what served and pulled skills and experiences were worth: signals on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.evolution.models import Serving, Skill
from apps.feedback.domain.served import ServedItem
from apps.feedback.record_signals import chosen_skills, record_signals, signals_of_servings
from apps.trajectories.models import Trajectory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.tenants.models import Tenant

# How agents call the tool that loads a skill's file.
SKILL_TOOLS = ("Skill", "skill")


def learn_signals(tenant: Tenant, session_ids: Sequence[str]) -> int:
    """Record the signals on all that these sessions were given or pulled; answers how many.

    Repeating it changes nothing, save where a run has another score by now.
    """
    rows = Serving.objects.for_tenant(tenant).filter(session_id__in=session_ids)
    offered = list(rows.select_related("skill").order_by("served_at", "pk"))
    items = [_as_item(row) for row in offered if not row.withheld]
    items += _pulled(tenant, session_ids, {(row.session_id, row.skill_id) for row in offered})
    if not items:
        return 0
    return record_signals(tenant, signals_of_servings(tenant, items, unserved={}))


def _as_item(row: Serving) -> ServedItem:
    skill = row.skill
    if skill is None:
        assert row.experience_id is not None  # noqa: S101 - the database holds it
        return ServedItem(
            "experience",
            row.experience_id,
            row.session_id,
            row.served_at,
            followed=row.followed,
        )
    return ServedItem(
        "skill",
        skill.pk,
        row.session_id,
        row.served_at,
        name=skill.name,
        tools=tuple(skill.tools),
        followed=row.followed,
    )


def _pulled(
    tenant: Tenant, session_ids: Sequence[str], offered: set[tuple[str, object]]
) -> list[ServedItem]:
    """Find the skills that sessions loaded from a file by name, without being offered them."""
    rows = Trajectory.objects.for_tenant(tenant).filter(
        session__external_id__in=session_ids, tools__overlap=list(SKILL_TOOLS)
    )
    runs = list(rows.select_related("session").without_search().order_by("opened_at", "pk"))
    chosen = chosen_skills(runs)
    names = {name for each in chosen.values() for name in each}
    known = Skill.objects.for_tenant(tenant).of_team().filter(name__in=names).without_vectors()
    skills = {skill.name: skill for skill in known} if names else {}
    found: dict[tuple[str, object], ServedItem] = {}
    for run in runs:
        session = run.session.external_id
        for skill in (skills[name] for name in chosen.get(run.pk, ()) if name in skills):
            item = ServedItem("skill", skill.pk, session, run.opened_at, name=skill.name)
            found.setdefault((session, skill.pk), item)
    return [item for key, item in found.items() if key not in offered]
