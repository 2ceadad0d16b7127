"""Set a proposal aside that should not be decided yet, and take up what was turned back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from apps.evolution.gate_facts import judge_text
from apps.evolution.models import ProposalComment, Remark
from apps.evolution.move_proposal import lock_proposal, move_proposal, tidy_words
from apps.evolution.personal_skill import archive_personal
from apps.tenants.audit import record_audit

if TYPE_CHECKING:
    from apps.evolution.models import Proposal
    from apps.tenants.models import Membership


@transaction.atomic
def quarantine_proposal(proposal: Proposal, *, by: Membership, reason: str) -> Proposal:
    """Set a proposal aside with a reason; it can be reopened or rejected from there.

    Raises `reason_needed`, and `Conflict` for what is decided.
    """
    locked = lock_proposal(proposal, "quarantine", by=by)
    why = tidy_words(locked.tenant, reason, lacking="Say why it is set aside: the reason is kept.")
    move_proposal(locked, "quarantine", by=by, reason=why)
    archive_personal(locked, by=by.user.email, reason=why)
    record_audit(locked.tenant, actor=by.user.email, action="quarantine", target=locked, reason=why)
    return locked


@transaction.atomic
def reopen_proposal(proposal: Proposal, *, by: Membership, reason: str = "") -> Proposal:
    """Let what was rejected, set aside or sent back wait for a decision again, judged anew.

    Raises `Conflict`: `already_decided` for what was approved, `pattern_waits` when another
    proposal of the same pattern is open.
    """
    locked = lock_proposal(proposal, "reopen", by=by)
    before = locked.status
    move_proposal(locked, "reopen", by=by)
    locked.gate = judge_text(locked, locked.content)
    locked.save(update_fields=["gate"])
    if reason.strip():
        why = tidy_words(locked.tenant, reason, lacking="")
        ProposalComment.objects.create(
            tenant=locked.tenant,
            proposal=locked,
            remark=Remark.REOPEN,
            author=by.user.email,
            text=why,
        )
    record_audit(locked.tenant, actor=by.user.email, action="reopen", target=locked, before=before)
    return locked
