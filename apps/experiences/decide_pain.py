"""Dismiss a pain point that is none, or take it up again: a person's word over the evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from apps.errors import Conflict, NotFound
from apps.experiences.learn_experience import lock_experiences
from apps.experiences.note_pain import settle_pain
from apps.experiences.pain_models import PainPoint, PainStatus, Solution, SolutionStatus
from apps.tenants.audit import record_audit

if TYPE_CHECKING:
    from datetime import datetime


@transaction.atomic
def dismiss_pain(pain: PainPoint, *, by: str, now: datetime, reason: str = "") -> PainPoint:
    """Set a pain point aside with its solution on trial; more evidence will not open it again.

    Raises `already_dismissed`.
    """
    locked = _lock(pain)
    if locked.status == PainStatus.DISMISSED:
        raise Conflict("already_dismissed", "This pain point was dismissed before.")
    before, locked.status, locked.solved_at = locked.status, PainStatus.DISMISSED, None
    locked.save(update_fields=["status", "solved_at"])
    trials = Solution.objects.for_tenant(locked.tenant).on_trial().filter(pain=locked)
    trials.update(status=SolutionStatus.REJECTED, decided_at=now)
    record_audit(
        locked.tenant,
        actor=by,
        action="dismiss_pain_point",
        target=locked,
        before=before,
        reason=reason[:500],
    )
    return locked


@transaction.atomic
def reopen_pain(pain: PainPoint, *, by: str, now: datetime) -> PainPoint:
    """Take up a dismissed or solved pain point again, where its evidence puts it.

    Raises `not_closed` for one that is open or confirmed.
    """
    locked = _lock(pain)
    if locked.status not in (PainStatus.DISMISSED, PainStatus.SOLVED):
        raise Conflict("not_closed", "This pain point is neither dismissed nor solved.")
    before, locked.status, locked.solved_at = locked.status, PainStatus.OPEN, None
    settle_pain(locked, now=now)
    record_audit(locked.tenant, actor=by, action="reopen_pain_point", target=locked, before=before)
    return locked


def _lock(pain: PainPoint) -> PainPoint:
    """Take the tenant's lock, then the row as it is now."""
    lock_experiences(pain.tenant)
    found = (
        PainPoint.objects.for_tenant(pain.tenant)
        .select_related("tenant")
        .without_vectors()
        .filter(pk=pain.pk)
        .first()
    )
    if found is None:
        raise NotFound("pain point")
    return found
