"""Take a skill out of service and bring it back, or pin it so that time does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from apps.errors import Conflict
from apps.evolution.change_skill import claim_skill, move_skill
from apps.evolution.models import SkillStatus

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
    move_skill(locked, SkillStatus.ARCHIVED, action="archive", by=by.user.email, reason=reason)
    return locked


@transaction.atomic
def revive_skill(skill: Skill, *, by: Membership, reason: str) -> Skill:
    """Serve a stale or archived skill again; raises `reason_needed`, `already_active`."""
    locked = claim_skill(skill, by=by, reason=reason)
    if locked.status == SkillStatus.ACTIVE:
        raise Conflict("already_active", "It is served already.")
    move_skill(locked, SkillStatus.ACTIVE, action="revive", by=by.user.email, reason=reason)
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
    move_skill(
        locked,
        SkillStatus.ACTIVE,
        action="pin" if pinned else "unpin",
        by=by.user.email,
        reason=reason,
    )
    return locked
