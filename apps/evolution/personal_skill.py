"""A proposal that its person said yes to: a skill for them alone until a reviewer decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.evolution.change_skill import add_version, lock_skill, move_skill
from apps.evolution.domain.skill_md import parse
from apps.evolution.models import (
    Action,
    Kind,
    Layer,
    ProposalStatus,
    Skill,
    SkillStatus,
    SkillVersion,
)

if TYPE_CHECKING:
    from apps.evolution.models import Proposal
    from apps.tenants.models import EndUser


def may_activate(proposal: Proposal) -> bool:
    """Tell whether a person's yes is enough: a new skill that waits and passes the whole gate."""
    return (
        proposal.tenant.learning.evolution.activate_for_person
        and proposal.kind == Kind.SKILL
        and proposal.action == Action.CREATE
        and proposal.status == ProposalStatus.PENDING
        and proposal.skill_id is None
        and not any(one["verdict"] == "fail" for one in proposal.gate)
    )


def activate_for_person(proposal: Proposal, person: EndUser, *, by: str) -> SkillVersion:
    """Make a locked proposal's text a skill that is served to one person; it stays in the queue."""
    skill = Skill(tenant=proposal.tenant, layer=Layer.LEARNED, owner=person)
    approved = SkillVersion(
        version=parse(proposal.content).version,
        content=proposal.content,
        proposal=proposal,
        approved_by=by,
    )
    version = add_version(skill, approved)
    proposal.skill = skill
    proposal.save(update_fields=["skill"])
    return version


def open_to_team(skill: Skill) -> None:
    """Let a locked skill that a reviewer approves be served to all."""
    if skill.owner_id is not None:
        skill.owner = None
        skill.save(update_fields=["owner"])


def archive_personal(proposal: Proposal, *, by: str, reason: str) -> None:
    """Stop serving the skill of a proposal that is turned down, where it is one person's still."""
    if proposal.skill is None or proposal.skill.owner_id is None:
        return
    locked = lock_skill(proposal.skill, proposal.tenant)
    if locked.owner_id is None or locked.status == SkillStatus.ARCHIVED:
        return
    move_skill(locked, SkillStatus.ARCHIVED, action="archive", by=by, reason=reason)
