"""Choose which of the items found for a message a session goes without, to measure them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.evolution.domain.holdout import is_withheld
from apps.evolution.models import Layer

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence

    from apps.evolution.rank_skills import RankedSkill
    from apps.experiences.recall import Recalled
    from apps.tenants.models import Tenant


def withhold_items(
    tenant: Tenant,
    *,
    session_id: str | None,
    skills: Sequence[RankedSkill],
    experiences: Sequence[Recalled],
) -> frozenset[uuid.UUID]:
    """Name the items that this session goes without; none for a request without a session.

    Pinned skills, shipped ones, and those of one person or session are never withheld.
    """
    settings = tenant.learning
    if not session_id or not settings.enabled or not settings.lift.enabled:
        return frozenset()
    ids = [one.skill.pk for one in skills if _may_be_withheld(one)]
    ids += [one.experience.pk for one in experiences]
    share = settings.lift.holdout_share
    return frozenset(pk for pk in ids if is_withheld(pk, session_id, share))


def _may_be_withheld(ranked: RankedSkill) -> bool:
    skill = ranked.skill
    of_all = skill.owner_id is None and skill.layer not in {Layer.BUILTIN, Layer.TEMPORARY}
    return of_all and not skill.pinned
