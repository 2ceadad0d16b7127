"""Take a skill out of service and bring it back, or pin it so that time does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from apps.errors import Conflict
from apps.evolution.change_skill import claim_skill, set_status
from apps.evolution.models import SkillStatus
from apps.tenants.audit import record_audit

if TYPE_CHECKING:
    from apps.evolution.models import Skill
    from apps.tenants.models import Membership


@transaction.atomic
def archive_skill(skill: Skill, *, by: Membership, reason: str) -> Skill:
    """Stop serving a skill; it is kept with every version, and can be revived.

    Raises `reason_needed`, `already_archived`, or `pinned` as long as it is pinned.
    """
    locked = claim_skill(skill, by=by, reason=reason)
    if locked.status == SkillStatus.ARCHIVED:
        raise Conflict("already_archived", "It is archived already.")
    if locked.pinned:
        raise Conflict("pinned", "It is pinned: unpin it first.")
    _move(locked, SkillStatus.ARCHIVED, "archive", by, reason)
    return locked


@transaction.atomic
def revive_skill(skill: Skill, *, by: Membership, reason: str) -> Skill:
    """Serve a stale or archived skill again; raises `reason_needed`, `already_active`."""
    locked = claim_skill(skill, by=by, reason=reason)
    if locked.status == SkillStatus.ACTIVE:
        raise Conflict("already_active", "It is served already.")
    _move(locked, SkillStatus.ACTIVE, "revive", by, reason)
    return locked


@transaction.atomic
def pin_skill(skill: Skill, *, by: Membership, reason: str, pinned: bool = True) -> Skill:
    """Keep a skill in service however little it is used, or no longer (`pinned` false).

    Pinning a stale one makes it active. Raises `reason_needed`, `archived`, `already_pinned`,
    `not_pinned`.
    """
    locked = claim_skill(skill, by=by, reason=reason)
    if locked.status == SkillStatus.ARCHIVED:
        raise Conflict("archived", "It is archived: revive it first.")
    if locked.pinned == pinned:
        code = "already_pinned" if pinned else "not_pinned"
        raise Conflict(code, "It is pinned already." if pinned else "It is not pinned.")
    locked.pinned = pinned
    locked.save(update_fields=["pinned"])
    _move(locked, SkillStatus.ACTIVE, "pin" if pinned else "unpin", by, reason)
    return locked


def _move(skill: Skill, status: SkillStatus, action: str, by: Membership, reason: str) -> None:
    before = skill.status
    set_status(skill, status, now=timezone.now())
    record_audit(
        by.tenant,
        actor=by.user.email,
        action=action,
        target=skill,
        before=before,
        after=str(status),
        reason=reason,
    )
