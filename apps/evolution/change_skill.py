"""What every change of a skill by a person has in common: who may, why, one at a time, appended."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from django.utils import timezone

from apps.errors import DomainError
from apps.evolution.decide_proposal import DESCRIBED, describe_skill
from apps.evolution.domain.skill_md import parse
from apps.evolution.models import Skill, SkillStatus, SkillVersion
from apps.tenants.grants import BY_ROLE, Grant

if TYPE_CHECKING:
    from datetime import datetime

    from apps.tenants.models import Membership, Tenant


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
    """Move a locked skill to a state, and remember since when it is there."""
    skill.status, skill.status_at, skill.updated_at = SkillStatus(status), now, now
    skill.save(update_fields=["status", "status_at", "updated_at"])


def add_version(
    skill: Skill,
    text: str,
    *,
    version: str,
    by: str,
    source_digest: str = "",
    restores: SkillVersion | None = None,
) -> SkillVersion:
    """Append a text to a locked skill and make it the current one, for search and serving too.

    A stale skill is served again; an archived one stays archived.
    """
    added = SkillVersion.objects.create(
        tenant=skill.tenant,
        skill=skill,
        version=version,
        content=text,
        digest=hashlib.sha256(text.encode()).hexdigest(),
        approved_by=by[:200],
        source_digest=source_digest,
        restores=restores,
    )
    describe_skill(skill, parse(text))
    now = timezone.now()
    if skill.status == SkillStatus.STALE:
        skill.status, skill.status_at = SkillStatus.ACTIVE, now
    skill.current, skill.updated_at = added, now
    skill.save(update_fields=[*DESCRIBED, "current", "status", "status_at", "updated_at"])
    return added
