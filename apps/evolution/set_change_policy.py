"""Say what it takes to change a skill: a review, a proven lift, or that nobody may."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from apps.errors import Conflict
from apps.evolution.change_skill import claim_skill
from apps.evolution.models import ChangePolicy, Layer
from apps.tenants.audit import record_audit

if TYPE_CHECKING:
    from apps.evolution.models import Skill
    from apps.tenants.models import Membership


@transaction.atomic
def set_change_policy(skill: Skill, policy: str, *, by: Membership, reason: str) -> Skill:
    """Set a skill's policy; what waits of a frozen one is proposed once it is frozen no more.

    Raises `reason_needed`, `already_set`, and `auto_refused` for a skill that people wrote.
    """
    locked = claim_skill(skill, by=by, reason=reason)
    if locked.change_policy == policy:
        raise Conflict("already_set", "It has this policy already.")
    if policy == ChangePolicy.AUTO and locked.layer != Layer.LEARNED:
        raise Conflict("auto_refused", "Only what was learned may change without a review.")
    before, locked.change_policy = locked.change_policy, ChangePolicy(policy)
    locked.save(update_fields=["change_policy"])
    record_audit(
        by.tenant,
        actor=by.user.email,
        action="set_policy",
        target=locked,
        before=before,
        after=policy,
        reason=reason,
    )
    return locked
