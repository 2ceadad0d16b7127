"""Take a proposal to review it, so that the others see it, and let go of it again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from apps.errors import Conflict
from apps.evolution.move_proposal import lock_proposal
from apps.tenants.audit import record_audit

if TYPE_CHECKING:
    from apps.evolution.models import Proposal
    from apps.tenants.models import Membership


@transaction.atomic
def claim_proposal(proposal: Proposal, *, by: Membership, take_over: bool = False) -> Proposal:
    """Take a proposal for four hours, or for four more; it keeps nobody from deciding it.

    Raises `claimed` when somebody else has it and `take_over` does not say that this is known.
    """
    locked = lock_proposal(proposal, "claim", by=by)
    before = _claimed_by_another(locked, by)
    if before and not take_over:
        raise Conflict("claimed", f"{before} took it on {locked.claimed_at:%F %R}.")
    locked.claimed_by, locked.claimed_at = by, timezone.now()
    locked.save(update_fields=["claimed_by", "claimed_at"])
    taken = {"taken_from": before} if before else {}
    record_audit(locked.tenant, actor=by.user.email, action="claim", target=locked, **taken)
    return locked


@transaction.atomic
def release_proposal(proposal: Proposal, *, by: Membership) -> Proposal:
    """Let go of a proposal; nothing changes where nobody has it. Raises `claimed` of another's."""
    locked = lock_proposal(proposal, "release", by=by)
    before = _claimed_by_another(locked, by)
    if before:
        raise Conflict("claimed", f"{before} took it on {locked.claimed_at:%F %R}.")
    if locked.claimed_at is not None:
        locked.claimed_by = locked.claimed_at = None
        locked.save(update_fields=["claimed_by", "claimed_at"])
        record_audit(locked.tenant, actor=by.user.email, action="release", target=locked)
    return locked


def _claimed_by_another(locked: Proposal, by: Membership) -> str:
    """Name who else has it just now; empty for nobody."""
    member = locked.claimant
    return member.user.email if member and member.pk != by.pk else ""
