"""Put beside proposals what the skills they change bring: all of them measured at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.evolution.domain.lift import Lift
from apps.evolution.measure_lift import measure_lift

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.evolution.models import Proposal
    from apps.tenants.models import Tenant


def show_changed_lift(tenant: Tenant, proposals: Sequence[Proposal]) -> None:
    """Set `lift` of each: of the text that is served now, for an approved one since then.

    None where there is no skill yet; one that nothing is known of has no evidence yet.
    """
    skills = {one.skill_id for one in proposals if one.skill_id}
    lifts = measure_lift(tenant, skills=list(skills))
    for one in proposals:
        one.lift = lifts.get(one.skill_id, Lift(0, 0)) if one.skill_id else None
