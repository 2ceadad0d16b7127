"""What every change of a skill has in common: who may, why, one at a time, appended."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from apps.errors import DomainError
from apps.evolution.domain.skill_md import parse
from apps.evolution.domain.version import is_later
from apps.evolution.gate_facts import meaning_of
from apps.evolution.log_change import log_change
from apps.evolution.models import Channel, Skill, SkillStatus, SkillVersion
from apps.evolution.rebase_proposals import rebase_proposals
from apps.language.tokens import language_of, search_tokens
from apps.llm.embedding import embedder
from apps.tenants.audit import record_audit
from apps.tenants.grants import BY_ROLE, Grant

if TYPE_CHECKING:
    from datetime import datetime

    from apps.evolution.domain.skill_md import SkillDocument
    from apps.tenants.models import Membership, Tenant

# What a skill's text says of it; all else on its row belongs to others.
DESCRIBED = (
    *("title", "description", "language", "tools", "triggers"),
    *("words", "embedding", "embedder_id"),
)
POINTERS = ("current", "beta", "promoted_at")


def claim_skill(skill: Skill, *, by: Membership, reason: str) -> Skill:
    """Lock a skill for a member who may review and says why.

    Raises `permission_denied` or `reason_needed`.
    """
    if Grant.REVIEW not in BY_ROLE[by.role]:
        raise DomainError("permission_denied", "Only reviewers change skills.")
    if not reason.strip():
        raise DomainError("reason_needed", "Say why: the reason is kept.")
    return lock_skill(skill, by.tenant)


def lock_skill(skill: Skill, tenant: Tenant) -> Skill:
    """Let changes of one skill follow one another.

    Without a join: after waiting, PostgreSQL would join the new row to the old versions.
    """
    rows = Skill.objects.for_tenant(tenant).select_for_update(no_key=True)
    locked = rows.get(pk=skill.pk)
    locked.tenant = tenant
    return locked


def set_status(skill: Skill, status: str, *, now: datetime) -> None:
    """Move a locked skill to a state, and remember since when it is there.

    One that is served again is no longer part of the skill that it was merged into.
    """
    skill.status, skill.status_at, skill.updated_at = SkillStatus(status), now, now
    if status != SkillStatus.ARCHIVED:
        skill.merged_into = None
    skill.save(update_fields=["status", "status_at", "updated_at", "merged_into"])


def move_skill(
    skill: Skill, status: str, *, action: str, by: str, now: datetime | None = None, **detail: Any
) -> None:
    """Move a locked skill to a state, and write down who did it and what it was before."""
    before = skill.status
    set_status(skill, status, now=now or timezone.now())
    moved = {"before": before, "after": str(skill.status)}
    record_audit(skill.tenant, actor=by, action=action, target=skill, **moved, **detail)


def add_version(
    skill: Skill, added: SkillVersion, *, channel: str = Channel.STABLE
) -> SkillVersion:
    """Append a version, not stored yet, to a locked or new skill, and make it the current one.

    What search finds and what is served follow. A stale skill is served again; an archived one
    stays archived. On the beta channel it changes nothing for the others: a skill that has no
    other text is merely called by it.
    """
    is_beta, former = channel == Channel.BETA, skill.current
    if not is_beta or former is None:
        describe_skill(skill, parse(added.content))
    if skill._state.adding:
        skill.save()
    added.tenant, added.skill = skill.tenant, skill
    added.digest = hashlib.sha256(added.content.encode()).hexdigest()
    added.approved_by = added.approved_by[:200]
    added.save(force_insert=True)
    (put_on_beta if is_beta else make_current)(skill, added, now=timezone.now())
    log_change(added, is_first=former is None)
    if former and not is_beta:
        rebase_proposals(added, former)
    return added


def make_current(skill: Skill, version: SkillVersion, *, now: datetime) -> None:
    """Serve a described, locked skill's version to all; a beta that is not later ends by it."""
    if skill.status == SkillStatus.STALE:
        skill.status, skill.status_at = SkillStatus.ACTIVE, now
    if skill.beta and not is_later(skill.beta.version, version.version):
        skill.beta = None
    if skill.status != SkillStatus.ARCHIVED:
        skill.merged_into = None
    skill.current, skill.updated_at = version, now
    moved = ("status", "status_at", "merged_into", "updated_at")
    skill.save(update_fields=[*DESCRIBED, *POINTERS, *moved])


def put_on_beta(skill: Skill, version: SkillVersion, *, now: datetime) -> None:
    """Give a locked skill's version to the readers of the beta channel alone."""
    skill.beta, skill.updated_at = version, now
    if skill.status != SkillStatus.ARCHIVED:
        skill.merged_into = None
    skill.save(update_fields=[*DESCRIBED, "beta", "status", "merged_into", "updated_at"])


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
