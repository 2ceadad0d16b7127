"""Builders of changes to a skill that is served already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.evolution.models import Proposal
from tests.evolution.proposals import make_proposal, skill_text

if TYPE_CHECKING:
    from apps.evolution.models import Skill
    from tests.cast import Team


def improvement(team: Team, skill: Skill, number: int, version: str = "1.1.0") -> Proposal:
    """A proposal that waits and changes one line of a skill."""
    more = f"1. Read the numbers of week {number}.\n2. Write the sheet."
    text = skill_text(skill.name, skill.title, version=version).replace(
        "1. Read the numbers.\n2. Write the sheet.", more
    )
    fields = {"action": "improve", "name": f"better-{number}", "title": skill.title}
    proposal = make_proposal(team.tenant, number, skill=skill, **fields)
    Proposal.objects.for_tenant(team.tenant).filter(pk=proposal.pk).update(
        name=skill.name, content=text
    )
    proposal.refresh_from_db()
    return proposal
