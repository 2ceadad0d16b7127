"""Decide many proposals of low risk at once, each by itself: one that cannot be stops no other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from django.db import transaction

from apps.errors import DomainError, NotFound
from apps.evolution.decide_proposal import approve_proposal, reject_proposal
from apps.evolution.models import Action, Proposal
from apps.evolution.move_proposal import require_reviewer

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from apps.evolution.decide_proposal import Approved
    from apps.tenants.models import Membership

MOST_AT_ONCE = 100
LOW_RISK_ACTIONS = frozenset({Action.CREATE, Action.IMPROVE, Action.DEMOTE})


@dataclass(frozen=True, slots=True)
class Decided:
    """What became of one of many: done, or why not."""

    id: UUID
    done: bool = False
    code: str = ""
    detail: str = ""
    version: str = ""


@transaction.atomic
def decide_many(
    ids: Sequence[UUID], action: Literal["approve", "reject"], *, by: Membership, reason: str
) -> list[Decided]:
    """Approve or reject proposals, a savepoint each; answers what became of each, as asked.

    Only what waits and nobody else has taken is decided. Approved is only what the gate passes
    without a warning: a new skill, an improvement whose text nobody changed by hand, a demotion.
    Raises `permission_denied`.
    """
    require_reviewer(by)
    wanted = list(dict.fromkeys(ids))
    rows = Proposal.objects.for_tenant(by.tenant).filter(pk__in=wanted)
    # In one order for all, as those who lock several: by what they change, which an approval locks.
    found = rows.select_related("claimed_by__user").order_by("skill_id", "pipeline_id", "pk")
    decided = {one.pk: _decide(one, action, by, reason) for one in found}
    missing = NotFound("proposal")
    absent = {pk: Decided(pk, code=missing.code, detail=missing.detail) for pk in wanted}
    return [(absent | decided)[pk] for pk in wanted]


def _decide(proposal: Proposal, action: str, by: Membership, reason: str) -> Decided:
    try:
        with transaction.atomic():
            _require_unclaimed(proposal, by)
            if action == "reject":
                reject_proposal(proposal, by=by, reason=reason)
                return Decided(proposal.pk, done=True)
            version = _approve(proposal, by, reason)
            return Decided(proposal.pk, done=True, version=version.version)
    except DomainError as error:
        return Decided(proposal.pk, code=error.code, detail=error.detail)


def _approve(proposal: Proposal, by: Membership, reason: str) -> Approved:
    """Approve it, and take that back if the approved text was not of low risk."""
    version = approve_proposal(proposal, by=by, note=reason)
    approved = Proposal.objects.for_tenant(by.tenant).get(pk=proposal.pk)
    objections = [one for one in approved.gate if one["verdict"] != "pass"]
    if objections:
        first = objections[0]
        raise DomainError("not_low_risk", f"{first['check']}: {first['detail']}")
    if approved.action not in LOW_RISK_ACTIONS:
        raise DomainError("not_low_risk", f"It is a {approved.action}: look at it by itself.")
    if approved.edited:
        raise DomainError("not_low_risk", "Its text was changed by hand: look at it by itself.")
    return version


def _require_unclaimed(proposal: Proposal, by: Membership) -> None:
    claimant = proposal.claimant
    if claimant and claimant.pk != by.pk:
        raise DomainError("claimed", f"{claimant.user.email} has taken it.")
