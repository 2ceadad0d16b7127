"""Send a proposal back with a wish, and bring it to the queue again with the engine's answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction

from apps.evolution.answer_sentences import CHANGED, UNCHANGED
from apps.evolution.domain.changed_parts import changed_parts
from apps.evolution.gate_facts import judge_text
from apps.evolution.models import Proposal, ProposalComment, ProposalStatus, Remark
from apps.evolution.move_proposal import lock_proposal, move_proposal, require_text, tidy_words
from apps.evolution.propose_skill import ENGINE, add_evidence
from apps.language.tokens import language_of
from apps.tenants.audit import record_audit

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from decimal import Decimal

    from apps.evolution.domain.run import Run
    from apps.evolution.domain.synthesis import Evidence
    from apps.tenants.models import Membership


@dataclass(frozen=True, slots=True)
class Redraft:
    """A text for a proposal that was sent back, and in sentences how it came about.

    `title` is its new one; `runs` and `evidence` are what it was drawn from, where it was.
    """

    content: str
    title: str
    confidence: Decimal
    told: Sequence[str]
    runs: Sequence[Run] = ()
    evidence: Sequence[Evidence] = ()


@transaction.atomic
def revise_proposal(proposal: Proposal, *, by: Membership, wish: str) -> Proposal:
    """Send a waiting proposal back to be drawn up anew, with what is to be different.

    Raises `reason_needed` without a wish, and `Conflict` for what does not wait.
    """
    locked = lock_proposal(proposal, "revise", by=by)
    require_text(locked)
    said = tidy_words(locked.tenant, wish, lacking="Say what is to be different.")
    move_proposal(locked, "revise", by=by, reason=said)
    record_audit(locked.tenant, actor=by.user.email, action="revise", target=locked, wish=said)
    return locked


@transaction.atomic
def answer_revision(
    proposal: Proposal, redraft: Redraft, *, sent_back_at: datetime | None
) -> Proposal | None:
    """Put a proposal that was sent back into the queue again, and say what changed in it.

    None, and nothing is changed, when it is no longer the wish of that time that waits.
    """
    rows = Proposal.objects.for_tenant(proposal.tenant).select_related("tenant", "skill__current")
    locked = rows.select_for_update(of=("self",)).filter(pk=proposal.pk).first()
    if locked is None or locked.status != ProposalStatus.REVISING:
        return None
    if locked.decided_at != sent_back_at:
        return None
    changed = changed_parts(locked.content, redraft.content)
    add_evidence(locked, redraft.runs, redraft.evidence)
    locked.content, locked.title = redraft.content, redraft.title
    locked.language = language_of(redraft.title)
    locked.confidence = redraft.confidence
    locked.gate = judge_text(locked, redraft.content)
    move_proposal(locked, "answer")
    ProposalComment.objects.create(
        tenant=locked.tenant,
        proposal=locked,
        remark=Remark.ANSWER,
        author=ENGINE,
        text="\n".join([*redraft.told, _said_changed(changed)]),
    )
    record_audit(locked.tenant, actor=ENGINE, action="answer", target=locked, changed=changed)
    return locked


def _said_changed(changed: Sequence[str]) -> str:
    return CHANGED % {"names": ", ".join(changed)} if changed else UNCHANGED
