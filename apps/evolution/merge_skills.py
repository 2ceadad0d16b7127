"""Archive the skills that an approved proposal merged into another, with a pointer to that one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.errors import Conflict
from apps.evolution.change_skill import move_skill
from apps.evolution.models import Layer, Skill, SkillStatus

if TYPE_CHECKING:
    from apps.evolution.models import Proposal


def retire_merged(proposal: Proposal, into: Skill, *, by: str) -> list[Skill]:
    """Take the merged skills out of service; what is archived or a person's work stays as it is.

    Raises `pinned` for one that somebody keeps in service.
    """
    rows = Skill.objects.for_tenant(proposal.tenant).select_for_update(no_key=True)
    named = rows.filter(name__in=proposal.merges, layer=Layer.LEARNED).exclude(pk=into.pk)
    living = list(named.exclude(status=SkillStatus.ARCHIVED).order_by("pk"))
    for skill in living:
        skill.tenant = proposal.tenant
        if skill.pinned:
            detail = f"'{skill.name}' is pinned: unpin it before it is merged into another."
            raise Conflict("pinned", detail)
        move_skill(skill, SkillStatus.ARCHIVED, action="archive", by=by, merged_into=into.name)
        skill.merged_into = into
        skill.save(update_fields=["merged_into"])
    return living
