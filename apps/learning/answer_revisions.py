"""Answer what reviewers sent back: draw the text up anew, and put it into the queue again.

A wish is taken by one worker at a time and answered once; a worker that dies leaves it to the
next, ten minutes later. The model is asked about a wish once, outside of transactions.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

import structlog
from django.db.models import Q
from django.utils import timezone

from apps.errors import DomainError
from apps.evolution.answer_sentences import FAILED
from apps.evolution.models import Kind, Proposal
from apps.evolution.propose_skill import lock_proposing
from apps.evolution.revise_proposal import Redraft, answer_revision
from apps.learning.propose import Material
from apps.learning.redraw_pipeline import redraw_pipeline
from apps.learning.redraw_proposal import Redrawn, redraw_proposal
from apps.learning.write_after_wish import ask_for_revision, take_revision
from apps.tenants.isolation import tenant_context

if TYPE_CHECKING:
    import uuid

    from apps.tenants.models import Tenant

log = structlog.get_logger(__name__)
REVISIONS_A_ROUND = 10
ANSWER_LASTS = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Wish:
    """A wish that this worker has taken, with what the skill is drawn from now."""

    proposal: Proposal
    redrawn: Redrawn


def answer_revisions(tenant: Tenant) -> int:
    """Answer the wishes that wait in a tenant; answers how many. Not inside a transaction."""
    with tenant_context(tenant.pk):
        waiting = Proposal.objects.for_tenant(tenant).revising()
        ids = list(waiting.values_list("pk", flat=True)[:REVISIONS_A_ROUND])
    return sum(_answer(tenant, proposal_id) for proposal_id in ids)


def _answer(tenant: Tenant, proposal_id: uuid.UUID) -> bool:
    try:
        with tenant_context(tenant.pk):
            wish = _take(tenant, proposal_id)
        if wish is None:
            return False
        is_skill = wish.proposal.kind == Kind.SKILL
        revised = ask_for_revision(tenant, wish.proposal, wish.redrawn) if is_skill else None
        with tenant_context(tenant.pk):
            lock_proposing(tenant)
            now = _redraw(wish.proposal)
            draft = now.draft
            if is_skill:
                draft = take_revision(wish.proposal, now, revised, asked_of=wish.redrawn)
            return _put_back(wish.proposal, draft) is not None
    except Exception as error:
        log.exception("revision_failed", proposal=str(proposal_id))
        return _give_back(tenant, proposal_id, error)


def _take(tenant: Tenant, proposal_id: uuid.UUID) -> Wish | None:
    """Take a wish, unless another worker has it just now."""
    lock_proposing(tenant)
    now = timezone.now()
    rows = Proposal.objects.for_tenant(tenant).filter(pk=proposal_id, status="revising")
    free = Q(answering_since=None) | Q(answering_since__lt=now - ANSWER_LASTS)
    if not rows.filter(free).update(answering_since=now):
        return None
    proposal = rows.select_related("tenant", "skill__current", "pipeline__current").get()
    return Wish(proposal, _redraw(proposal))


def _redraw(proposal: Proposal) -> Redrawn:
    """Draw a proposal of either kind anew by rule; a model writes skills alone."""
    if proposal.kind == Kind.PIPELINE:
        return Redrawn(redraw_pipeline(proposal), Material([], [], []))
    return redraw_proposal(proposal)


def _put_back(proposal: Proposal, draft: Redraft) -> Proposal | None:
    return answer_revision(proposal, draft, sent_back_at=proposal.decided_at)


def _give_back(tenant: Tenant, proposal_id: uuid.UUID, error: Exception) -> bool:
    """Put a proposal back as it was, with the reason: it must not hang where nobody decides it."""
    why = error.detail if isinstance(error, DomainError) else type(error).__name__
    with tenant_context(tenant.pk):
        rows = Proposal.objects.for_tenant(tenant).revising().filter(pk=proposal_id)
        proposal = rows.select_related("tenant").first()
        if proposal is None:
            return False
        as_it_was = Redraft(
            proposal.content, proposal.title, proposal.confidence, [FAILED % {"error": why}]
        )
        return _put_back(proposal, as_it_was) is not None
