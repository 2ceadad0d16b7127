"""What ends a trial: the beta becomes what all get, or nobody gets it any longer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from apps.errors import Conflict
from apps.evolution.change_skill import claim_skill, describe_skill, make_current
from apps.evolution.domain.skill_md import parse
from apps.evolution.rebase_proposals import rebase_proposals
from apps.tenants.audit import record_audit

if TYPE_CHECKING:
    from apps.evolution.models import Skill, SkillVersion
    from apps.tenants.models import Membership


@transaction.atomic
def promote_beta(skill: Skill, *, by: Membership, reason: str) -> SkillVersion:
    """Make the beta what all get; the version stays the one it is.

    Raises `reason_needed`, `no_beta`.
    """
    locked = claim_skill(skill, by=by, reason=reason)
    beta, former = _beta_of(locked), locked.current
    locked.promoted_at = timezone.now()
    describe_skill(locked, parse(beta.content))
    make_current(locked, beta, now=locked.promoted_at)
    if former:
        rebase_proposals(beta, former)
    _audit("promote", beta, by, reason, before=former.version if former else None)
    return beta


@transaction.atomic
def withdraw_beta(skill: Skill, *, by: Membership, reason: str) -> Skill:
    """Give the readers of the beta channel what all others get; the version is kept.

    Raises `reason_needed`, `no_beta`, and `only_beta` where they would get nothing.
    """
    locked = claim_skill(skill, by=by, reason=reason)
    beta = _beta_of(locked)
    if locked.current_id is None:
        raise Conflict("only_beta", "It has no stable version: archive it instead.")
    locked.beta, locked.updated_at = None, timezone.now()
    locked.save(update_fields=["beta", "updated_at"])
    _audit("withdraw", beta, by, reason)
    return locked


def _beta_of(skill: Skill) -> SkillVersion:
    if skill.beta is None:
        raise Conflict("no_beta", "It has no beta version.")
    skill.beta.skill = skill
    return skill.beta


def _audit(action: str, beta: SkillVersion, by: Membership, reason: str, **more: object) -> None:
    record_audit(
        by.tenant,
        actor=by.user.email,
        action=action,
        target=beta.skill,
        version=beta.version,
        reason=reason,
        **more,
    )
