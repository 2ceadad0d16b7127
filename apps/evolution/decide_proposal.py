"""Decide a proposal: approve it as it is or edited, or reject it with a reason."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from apps.errors import DomainError
from apps.evolution.domain.skill_md import SkillDocument, parse, render
from apps.evolution.domain.skill_rules import validate
from apps.evolution.domain.version import bump_minor
from apps.evolution.gate_facts import judge_text, meaning_of
from apps.evolution.models import Layer, Proposal, Skill, SkillStatus, SkillVersion
from apps.evolution.move_proposal import lock_proposal, move_proposal
from apps.language.tokens import language_of, search_tokens
from apps.llm.embedding import embedder
from apps.tenants.audit import record_audit

if TYPE_CHECKING:
    from apps.tenants.models import Membership

# What no reviewer can wave through: a text that breaks its readers, or one that attacks them.
ABSOLUTE_CHECKS = frozenset({"format", "security", "name"})
# What a skill's text says of it; all else on its row belongs to others.
DESCRIBED = (
    *("title", "description", "language", "tools", "triggers"),
    *("words", "embedding", "embedder_id"),
)


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
        proposal.skill = _lock_skill(proposal.skill)
    skill = proposal.skill or Skill(tenant=proposal.tenant, layer=Layer.LEARNED)
    if proposal.skill is None:
        describe_skill(skill, document)
        skill.save()
    elif document.name != skill.name:
        raise DomainError("gate_failed", f"name: agents pull this skill as '{skill.name}'.")
    elif skill.versions.filter(version=document.version).exists():
        # Another change was approved while this one waited.
        number = bump_minor(skill.current.version if skill.current else None)
        document = document.model_copy(update={"version": number})
        proposal.content = render(document)
    version = SkillVersion.objects.create(
        tenant=proposal.tenant,
        skill=skill,
        version=document.version,
        content=proposal.content,
        digest=hashlib.sha256(proposal.content.encode()).hexdigest(),
        proposal=proposal,
        approved_by=by.user.email,
    )
    describe_skill(skill, document)
    skill.current, skill.status = version, SkillStatus.ACTIVE
    skill.updated_at = timezone.now()
    skill.save(update_fields=[*DESCRIBED, "current", "status", "updated_at"])
    proposal.skill = skill
    return version


def _lock_skill(skill: Skill) -> Skill:
    """Let changes of one skill follow one another: the next version is counted from the last.

    Without a join: after waiting, PostgreSQL would join the new row to the old versions.
    """
    rows = Skill.objects.for_tenant(skill.tenant)
    return rows.select_for_update(no_key=True).get(pk=skill.pk)


def describe_skill(skill: Skill, document: SkillDocument) -> None:
    """Bring what lists and search show in line with the text."""
    skill.name, skill.title = document.name, document.title
    skill.description = document.description
    skill.tools, skill.triggers = list(document.tools), list(document.triggers)
    skill.language = language_of(f"{document.title} {document.description}")
    text = " ".join([document.title, document.description, *document.triggers])
    skill.words = sorted(set(search_tokens(text)))
    skill.embedding = meaning_of(document.title, document.description)
    skill.embedder_id = embedder().id
