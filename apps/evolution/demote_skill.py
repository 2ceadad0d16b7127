"""Carry out what was decided of a demotion: archive the skill and keep what it knew, or keep it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone

from apps.errors import Conflict, DomainError
from apps.evolution.change_skill import lock_skill, move_skill, set_status
from apps.evolution.domain.demotion import knowledge_of
from apps.evolution.models import ProposalEvidence, SkillStatus, SkillVersion
from apps.experiences.domain.pattern import pattern_digest
from apps.experiences.learn_experience import lock_experiences
from apps.experiences.models import Experience, ExperienceEvidence, ExperienceStatus
from apps.experiences.store_experience import embed_pattern, store_experience
from apps.language.digest import digest_words
from apps.tenants.audit import record_audit

if TYPE_CHECKING:
    from apps.evolution.domain.demotion import Knowledge
    from apps.evolution.models import Proposal, Skill
    from apps.tenants.models import Membership

MOST_QUOTES = 20


def demote_skill(proposal: Proposal, *, by: Membership, reason: str) -> SkillVersion:
    """Archive the skill of a locked demotion and keep what it knew as an experience.

    Recalled often enough, that brings the skill back. Raises `pinned` or `already_archived`.
    """
    skill = _lock(proposal)
    if skill.pinned:
        raise Conflict("pinned", "It is pinned: unpin it first.")
    if skill.status == SkillStatus.ARCHIVED:
        raise Conflict("already_archived", "It is archived already.")
    before = skill.status
    set_status(skill, SkillStatus.ARCHIVED, now=timezone.now())
    current = SkillVersion.objects.for_tenant(skill.tenant).get(current_of=skill)
    current.skill = skill
    kept = _keep_knowledge(skill, current.content, by)
    record_audit(
        skill.tenant,
        actor=by.user.email,
        action="demote",
        target=skill,
        before=before,
        after=str(SkillStatus.ARCHIVED),
        reason=reason,
        experience=str(kept.pk) if kept else "",
    )
    return current


def keep_demoted(proposal: Proposal, *, by: Membership, reason: str) -> None:
    """Serve the skill of a rejected demotion, where time had taken it out of service."""
    skill = _lock(proposal)
    if skill.status != SkillStatus.STALE:
        return
    move_skill(skill, SkillStatus.ACTIVE, action="revive", by=by.user.email, reason=reason)


def _lock(proposal: Proposal) -> Skill:
    assert proposal.skill is not None  # noqa: S101 - only what is there is demoted
    return lock_skill(proposal.skill, proposal.tenant)


def _keep_knowledge(skill: Skill, content: str, by: Membership) -> Experience | None:
    """Write what a skill knew as an experience that may teach it again, with its quotes.

    None where the skill has no step to keep.
    """
    try:
        known = knowledge_of(content)
    except DomainError:
        return None
    if not known.steps:
        return None
    lock_experiences(skill.tenant)
    mine = Experience.objects.for_tenant(skill.tenant).select_for_update(no_key=True)
    same = mine.filter(pattern_digest=pattern_digest(known.pattern)).first()
    if same is None:
        same = _write(skill, known, by)
    else:
        same.status, same.synthesized_skill = ExperienceStatus.ACTIVE, ""
        same.save(update_fields=["status", "synthesized_skill", "updated_at"])
    _add_quotes(same, skill)
    return same


def _write(skill: Skill, known: Knowledge, by: Membership) -> Experience:
    return store_experience(
        skill.tenant,
        known.pattern,
        known.context,
        vectors=embed_pattern(known.pattern, known.context),
        written_by=by,
        solution_steps=known.steps,
        pitfalls=known.pitfalls,
        tools=list(skill.tools),
        language=skill.language,
        confidence=skill.trust,
    )


def _add_quotes(experience: Experience, skill: Skill) -> None:
    """Let it rest on the quotes that the skill rested on; what it has already stays as it is."""
    rows = ProposalEvidence.objects.for_tenant(skill.tenant).filter(proposal__skill=skill)
    latest = rows.exclude(quote="").order_by("-pk")[:MOST_QUOTES]
    by_digest = {digest_words(one.quote): one for one in latest}
    ExperienceEvidence.objects.bulk_create(
        [
            ExperienceEvidence(
                tenant_id=experience.tenant_id,
                experience=experience,
                trajectory_id=one.trajectory_id,
                end_user_id=one.end_user_id,
                quote=one.quote[:500],
                quote_digest=digest,
                source="request",
            )
            for digest, one in by_digest.items()
        ],
        ignore_conflicts=True,
    )
