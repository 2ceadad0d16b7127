"""Lock a proposal for one who may review it, and bring it from one state to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone

from apps.errors import Conflict, DomainError
from apps.evolution.domain.review_states import OPEN_STATES, REASONED_STATES, next_state
from apps.evolution.models import Action, Proposal, ProposalComment, ProposalStatus, Remark
from apps.tenants.grants import BY_ROLE, Grant
from apps.trajectories.domain.redaction import redact_personal, redact_secrets

if TYPE_CHECKING:
    from apps.tenants.models import Membership, Tenant

MOST_CHARACTERS = 2000
_LEFT_WITH = {
    ProposalStatus.REVISING: Remark.REVISE,
    ProposalStatus.QUARANTINED: Remark.QUARANTINE,
    ProposalStatus.REJECTED: Remark.REJECT,
}


def lock_proposal(proposal: Proposal, action: str, *, by: Membership) -> Proposal:
    """Lock a proposal for a member who may review, in a state that the action is legal in.

    Raises `permission_denied`, and `Conflict` as `next_state` does.
    """
    require_reviewer(by)
    rows = Proposal.objects.for_tenant(by.tenant).select_related("tenant", "skill", "pipeline")
    locked = rows.select_for_update(of=("self",)).get(pk=proposal.pk)
    next_state(locked.status, action)
    return locked


def require_reviewer(by: Membership) -> None:
    """Raise `permission_denied` for a member whose role does not review."""
    if Grant.REVIEW not in BY_ROLE[by.role]:
        raise DomainError("permission_denied", "Only reviewers decide proposals.")


def require_text(locked: Proposal) -> None:
    """Raise `nothing_to_edit` for a demotion: it has no text that could be another."""
    if locked.action == Action.DEMOTE:
        raise Conflict(
            "nothing_to_edit", "A demotion has no text to change: approve it or reject it."
        )


def move_proposal(
    locked: Proposal, action: str, *, by: Membership | None = None, reason: str = ""
) -> None:
    """Bring a locked proposal where the action leads, and save all of it.

    What was said when it was turned back stays among its comments; a claim ends. Raises
    `pattern_waits` when another one of its pattern is open by now.
    """
    state = next_state(locked.status, action)
    if state in OPEN_STATES and locked.status not in OPEN_STATES:
        _require_the_only_open(locked)
    _keep_the_reason(locked)
    waits = state == ProposalStatus.PENDING
    locked.status, locked.reason = state, "" if waits else reason
    locked.decided_by = None if waits else by
    locked.decided_at = None if waits else timezone.now()
    locked.claimed_by = locked.claimed_at = locked.answering_since = None
    locked.save()


def tidy_words(tenant: Tenant, text: str, *, lacking: str) -> str:
    """Take what a reviewer wrote: without secrets, cut at 2,000 characters.

    Raises `reason_needed` with the sentence `lacking` when nothing is said.
    """
    said = redact_secrets(text.replace("\x00", "\ufffd").strip())
    if tenant.learning.privacy.redact_personal:
        said = redact_personal(said)
    if not said:
        raise DomainError("reason_needed", lacking)
    return said[:MOST_CHARACTERS]


def _keep_the_reason(proposal: Proposal) -> None:
    """Put the words of the state that it leaves among the comments, as of when they were said."""
    if proposal.status not in REASONED_STATES:
        return
    member = proposal.decided_by
    ProposalComment.objects.create(
        tenant=proposal.tenant,
        proposal=proposal,
        remark=_LEFT_WITH[ProposalStatus(proposal.status)],
        author=member.user.email if member else "–",
        text=proposal.reason,
        created_at=proposal.decided_at or timezone.now(),
    )


def _require_the_only_open(proposal: Proposal) -> None:
    rows = Proposal.objects.for_tenant(proposal.tenant).exclude(pk=proposal.pk)
    other = rows.open().filter(pattern_key=proposal.pattern_key).first()
    if other:
        raise Conflict("pattern_waits", f"'{other.title}', of the same pattern, is open already.")
