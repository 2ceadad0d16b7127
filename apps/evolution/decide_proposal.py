"""Decide a proposal: approve it as it is or edited, or reject it with a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from apps.errors import DomainError
from apps.evolution.change_skill import add_version, lock_skill
from apps.evolution.domain.skill_md import parse, render
from apps.evolution.domain.skill_rules import validate
from apps.evolution.domain.version import bump_minor
from apps.evolution.gate_facts import judge_text
from apps.evolution.models import Layer, Proposal, Skill, SkillStatus, SkillVersion
from apps.evolution.move_proposal import lock_proposal, move_proposal
from apps.tenants.audit import record_audit

if TYPE_CHECKING:
    from apps.tenants.models import Membership

# What no reviewer can wave through: a text that breaks its readers, or one that attacks them.
ABSOLUTE_CHECKS = frozenset({"format", "security", "name"})


@transaction.atomic
def approve_proposal(
    proposal: Proposal, *, by: Membership, note: str = "", content: str | None = None
) -> SkillVersion:
    """Make a proposal's text, or the edited `content`, the skill's current version.

    The version, the pointer, what search finds and what is served change together. Raises
    `already_decided`, `gate_failed`, or `reason_needed` when a lesser finding fails and the
    reviewer gives no reason to go on.
    """
    locked = lock_proposal(proposal, "approve", by=by)
    text = content if content is not None else locked.content
    locked.edited = locked.edited or text != locked.content
    locked.content, locked.gate = text, judge_text(locked, text)
    _require_passable(locked.gate, note)
    version = _register(locked, by)
    move_proposal(locked, "approve", by=by, reason=note)
    record_audit(
        locked.tenant,
        actor=by.user.email,
        action="approve",
        target=locked,
        version=version.version,
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
    record_audit(locked.tenant, actor=by.user.email, action="reject", target=locked, reason=reason)
    return locked


@transaction.atomic
def edit_proposal(proposal: Proposal, *, by: Membership, content: str) -> Proposal:
    """Change a waiting proposal's text and run the gate over it again."""
    locked = lock_proposal(proposal, "edit", by=by)
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
    if failed and not note.strip():
        raise DomainError(
            "reason_needed",
            f"The gate objects ({failed[0]['check']}: {failed[0]['detail']}) "
            "Give a reason to approve it all the same.",
        )


def _register(proposal: Proposal, by: Membership) -> SkillVersion:
    """Write the new version and point the skill, its search and its catalogue at it."""
    document = parse(proposal.content)
    problems = validate(proposal.content, directory=document.name)
    if problems:
        raise DomainError("gate_failed", f"format: {problems[0].detail}")
    if proposal.skill:
        skill = lock_skill(proposal.skill, proposal.tenant)
        if document.name != skill.name:
            raise DomainError("gate_failed", f"name: agents pull this skill as '{skill.name}'.")
        if skill.versions.filter(version=document.version).exists():
            # Another change was approved while this one waited.
            number = bump_minor(skill.current.version if skill.current else None)
            document = document.model_copy(update={"version": number})
            proposal.content = render(document)
    else:
        skill = Skill(tenant=proposal.tenant, layer=Layer.LEARNED)
    skill.status = SkillStatus.ACTIVE
    approved = SkillVersion(
        version=document.version,
        content=proposal.content,
        proposal=proposal,
        approved_by=by.user.email,
    )
    version = add_version(skill, approved)
    proposal.skill = skill
    return version
