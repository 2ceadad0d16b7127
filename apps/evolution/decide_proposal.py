"""Decide a proposal: approve it as it is or edited, or reject it with a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from apps.errors import Conflict, DomainError
from apps.evolution.announce_changes import announce_approved
from apps.evolution.change_skill import add_version, lock_skill
from apps.evolution.demote_skill import demote_skill, keep_demoted
from apps.evolution.domain.patch_text import with_version
from apps.evolution.domain.skill_md import parse
from apps.evolution.domain.skill_rules import validate
from apps.evolution.domain.version import next_minor
from apps.evolution.gate_facts import judge_text
from apps.evolution.merge_skills import retire_merged
from apps.evolution.models import (
    Action,
    Channel,
    Kind,
    Layer,
    PipelineVersion,
    Proposal,
    Skill,
    SkillStatus,
    SkillVersion,
)
from apps.evolution.move_proposal import lock_proposal, move_proposal, require_text
from apps.evolution.personal_skill import archive_personal, open_to_team
from apps.evolution.register_pipeline import register_pipeline
from apps.tenants.audit import record_audit

if TYPE_CHECKING:
    from apps.tenants.models import Membership

# What no reviewer can wave through: a text that breaks its readers, or one that attacks them.
ABSOLUTE_CHECKS = frozenset({"format", "security", "name", "references"})

Approved = SkillVersion | PipelineVersion


@transaction.atomic
def approve_proposal(
    proposal: Proposal,
    *,
    by: Membership,
    note: str = "",
    content: str | None = None,
    channel: str = Channel.STABLE,
) -> Approved:
    """Make a proposal's text, or the edited `content`, what its skill or pipeline is now.

    The version, the pointer, what search finds and what is served change together; with the
    channel `beta`, only what its readers pull. Raises `already_decided`, `gate_failed`,
    `beta_refused`, or `reason_needed` when a lesser finding fails and the reviewer gives no reason
    to go on.
    """
    locked = lock_proposal(proposal, "approve", by=by)
    text = content if content is not None else locked.content
    if text != locked.content:
        require_text(locked)
    locked.edited = locked.edited or text != locked.content
    locked.content, locked.gate = text, judge_text(locked, text)
    _require_passable(locked.gate, note)
    version = _register(locked, by, channel, note)
    move_proposal(locked, "approve", by=by, reason=note)
    record_audit(
        locked.tenant,
        actor=by.user.email,
        action="approve",
        target=locked,
        version=version.version,
        channel=str(channel),
        edited=locked.edited,
        note=note,
    )
    return version


@transaction.atomic
def reject_proposal(proposal: Proposal, *, by: Membership, reason: str) -> Proposal:
    """Turn a proposal down; raises `reason_needed` without a reason, `already_decided`."""
    if not reason.strip():
        raise DomainError("reason_needed", "Say why it is rejected: the reason is kept.")
    locked = lock_proposal(proposal, "reject", by=by)
    move_proposal(locked, "reject", by=by, reason=reason)
    archive_personal(locked, by=by.user.email, reason=reason)
    if locked.action == Action.DEMOTE:
        keep_demoted(locked, by=by, reason=reason)
    record_audit(locked.tenant, actor=by.user.email, action="reject", target=locked, reason=reason)
    return locked


@transaction.atomic
def edit_proposal(proposal: Proposal, *, by: Membership, content: str) -> Proposal:
    """Change a waiting proposal's text and run the gate over it again."""
    locked = lock_proposal(proposal, "edit", by=by)
    require_text(locked)
    if content != locked.content:
        locked.content, locked.edited = content, True
        locked.gate = judge_text(locked, content)
        locked.save(update_fields=["content", "edited", "gate"])
        record_audit(locked.tenant, actor=by.user.email, action="edit", target=locked)
    return locked


def _require_passable(gate: list[dict[str, str]], note: str) -> None:
    failed = [one for one in gate if one["verdict"] == "fail"]
    absolute = [one for one in failed if one["check"] in ABSOLUTE_CHECKS]
    if absolute:
        raise DomainError("gate_failed", f"{absolute[0]['check']}: {absolute[0]['detail']}")
    # A warning of the scan may be a false alarm: somebody says once why it is one.
    doubted = [one for one in gate if one["check"] == "security" and one["verdict"] == "warn"]
    against = [*failed, *doubted]
    if against and not note.strip():
        raise DomainError(
            "reason_needed",
            f"The gate objects ({against[0]['check']}: {against[0]['detail']}) "
            "Give a reason to approve it all the same.",
        )


def _register(proposal: Proposal, by: Membership, channel: str, note: str) -> Approved:
    """Make the approved text what is served of its kind, or take it out of service."""
    if proposal.action == Action.DEMOTE:
        if channel == Channel.BETA:
            raise Conflict("beta_refused", "A demotion has no beta channel.")
        return demote_skill(proposal, by=by, reason=note)
    if proposal.kind == Kind.SKILL:
        return register_skill(proposal, by.user.email, channel=channel)
    if channel == Channel.BETA:
        raise Conflict("beta_refused", "A pipeline has no beta channel.")
    return register_pipeline(proposal, by=by)


def register_skill(
    proposal: Proposal, approved_by: str, *, channel: str = Channel.STABLE
) -> SkillVersion:
    """Write a locked proposal's new version; the skill, its search and its catalogue follow."""
    document = parse(proposal.content)
    problems = validate(proposal.content, directory=document.name)
    if problems:
        raise DomainError("gate_failed", f"format: {problems[0].detail}")
    if proposal.skill:
        skill = lock_skill(proposal.skill, proposal.tenant)
        if channel == Channel.BETA:
            if proposal.merges:
                raise Conflict("beta_refused", "A merge has no beta channel.")
            _require_beta_possible(skill)
        if proposal.action != Action.IMPROVE:
            open_to_team(skill)
        if document.name != skill.name:
            raise DomainError("gate_failed", f"name: agents pull this skill as '{skill.name}'.")
        taken = set(skill.versions.values_list("version", flat=True))
        if document.version in taken:
            # Another change was approved while this one waited.
            number = next_minor(skill.current.version if skill.current else None, taken)
            document = document.model_copy(update={"version": number})
            proposal.content = with_version(proposal.content, number)
    else:
        skill = Skill(tenant=proposal.tenant, layer=Layer.LEARNED)
    skill.status = SkillStatus.ACTIVE
    approved = SkillVersion(
        version=document.version,
        content=proposal.content,
        proposal=proposal,
        approved_by=approved_by,
    )
    version = add_version(skill, approved, channel=channel)
    proposal.skill = skill
    announce_approved(version, channel=channel)
    retire_merged(proposal, skill, by=approved_by)
    return version


def _require_beta_possible(skill: Skill) -> None:
    """Refuse a beta that would change what others get: it must add a text, and nothing else."""
    if skill.owner_id is not None:
        detail = "It is one person's: as stable it becomes the team's."
        raise Conflict("beta_refused", detail)
    if skill.current_id is not None and skill.status != SkillStatus.ACTIVE:
        raise Conflict("beta_refused", "It is not served: as stable it is served again.")
