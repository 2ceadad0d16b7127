"""Say something of a proposal that the other reviewers read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from apps.evolution.models import Proposal, ProposalComment
from apps.evolution.move_proposal import require_reviewer, tidy_words
from apps.tenants.audit import record_audit

if TYPE_CHECKING:
    from apps.tenants.models import Membership


@transaction.atomic
def comment_on_proposal(proposal: Proposal, *, by: Membership, text: str) -> ProposalComment:
    """Add a comment, in any state, without secrets; raises `reason_needed` for an empty one."""
    require_reviewer(by)
    # An erasure holds the row while it takes words out: what is said then comes after it.
    rows = Proposal.objects.for_tenant(by.tenant).select_related("tenant")
    locked = rows.select_for_update(of=("self",)).get(pk=proposal.pk)
    comment = ProposalComment.objects.create(
        tenant=locked.tenant,
        proposal=locked,
        author=by.user.email,
        text=tidy_words(locked.tenant, text, lacking="A comment says something."),
    )
    record_audit(locked.tenant, actor=by.user.email, action="comment", target=locked)
    return comment
