"""Let a model write the drafts that wait better, each asked about once, never worse than by rule.

The template's text is put up for review at once; the model's takes its place only where it holds
and nobody has begun to review. No transaction is open while the model is asked.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

import structlog
from django.utils import timezone

from apps.errors import DomainError
from apps.evolution import draft_sentences as say
from apps.evolution.domain import better_draft as draft
from apps.evolution.domain.better_draft import Objection, Written, better_draft
from apps.evolution.domain.skill_md import parse, render
from apps.evolution.gate_facts import count_against, judge_text
from apps.evolution.models import (
    Action,
    ChangeTrigger,
    Kind,
    Proposal,
    ProposalComment,
    ProposalStatus,
)
from apps.evolution.propose_skill import ENGINE, lock_proposing
from apps.language.tokens import estimate_tokens, language_of
from apps.learning.domain.draft_prompt import write_draft_instructions, write_draft_question
from apps.learning.domain.revision import texts_of
from apps.learning.redraw_proposal import as_run_texts, redraw_proposal
from apps.learning.revision_schemas import RevisedSkill
from apps.llm.answer import answer
from apps.llm.models import ModelCall, Purpose
from apps.llm.server import configured_server
from apps.tenants.audit import record_audit
from apps.tenants.isolation import tenant_context

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.learning.domain.run_text import RunText
    from apps.learning.redraw_proposal import Redrawn
    from apps.llm.server import ModelServer
    from apps.tenants.models import Tenant

log = structlog.get_logger(__name__)
DRAFTS_A_ROUND = 5
# An older one has been looked at, and its row of the ledger may be gone: it is not asked about.
ASKED_WITHIN = timedelta(days=1)
LEAST_TOKENS = 400
_SENTENCES = {
    draft.NOT_VALID: say.NOT_VALID,
    draft.OTHER_LANGUAGE: say.OTHER_LANGUAGE,
    draft.GIVES_ORDERS: say.GIVES_ORDERS,
    draft.NOT_SAFE: say.NOT_SAFE,
    draft.INVENTS: say.INVENTS,
    draft.UNSUPPORTED: say.UNSUPPORTED,
    draft.TOO_SHORT: say.TOO_SHORT,
    draft.LOSES_TOOL: say.LOSES_TOOL,
    draft.LOSES_LINE: say.LOSES_LINE,
}


@dataclass(frozen=True, slots=True)
class Asked:
    """What a model was shown: the text by rule, and the runs that it was drawn from."""

    content: str
    runs: Sequence[RunText]

    @property
    def ids(self) -> set[uuid.UUID]:
        """Name the runs."""
        return {run.trajectory_id for run in self.runs}


def draft_with_model(tenant: Tenant) -> int:
    """Ask about the drafts that wait; answers how many texts were taken. Not in a transaction."""
    server = configured_server(tenant)
    if server is None or not tenant.learning.enabled:
        return 0
    with tenant_context(tenant.pk):
        ids = _to_ask_about(tenant)
    return sum(_ask_about(tenant, proposal_id, server) for proposal_id in ids)


def _to_ask_about(tenant: Tenant) -> list[uuid.UUID]:
    since = timezone.now() - ASKED_WITHIN
    rows = (
        Proposal.objects.for_tenant(tenant)
        .pending()
        .filter(kind=Kind.SKILL, edited=False, claimed_at=None, created_at__gte=since)
    )
    drawn = rows.exclude(action=Action.DEMOTE).exclude(trigger__in=ChangeTrigger.values)
    subjects = {_subject(pk): pk for pk in drawn.values_list("pk", flat=True)}
    calls = ModelCall.objects.for_tenant(tenant).filter(purpose=Purpose.DRAFT)
    asked = set(calls.filter(subject_id__in=list(subjects)).values_list("subject_id", flat=True))
    return [pk for subject, pk in subjects.items() if subject not in asked][:DRAFTS_A_ROUND]


def _subject(proposal_id: uuid.UUID) -> uuid.UUID:
    return uuid.uuid5(proposal_id, "first draft")


def _ask_about(tenant: Tenant, proposal_id: uuid.UUID, server: ModelServer) -> bool:
    try:
        with tenant_context(tenant.pk):
            lock_proposing(tenant)
            redrawn = _redraw(tenant, proposal_id)
        if redrawn is None:
            return False
        shown = Asked(redrawn.draft.content, as_run_texts(redrawn))
        revised = _ask(tenant, proposal_id, shown, server)
        with tenant_context(tenant.pk):
            return _settle(tenant, proposal_id, shown, revised)
    except Exception:
        # The template's text waits already; what went wrong must not stop the loop.
        log.exception("draft_failed", proposal=str(proposal_id))
        return False


def _redraw(tenant: Tenant, proposal_id: uuid.UUID) -> Redrawn | None:
    rows = Proposal.objects.for_tenant(tenant).select_related("tenant", "skill__current")
    proposal = rows.filter(pk=proposal_id).first()
    redrawn = redraw_proposal(proposal) if proposal else None
    return redrawn if redrawn and redrawn.material.runs else None


def _ask(
    tenant: Tenant, proposal_id: uuid.UUID, shown: Asked, server: ModelServer
) -> RevisedSkill | None:
    title = parse(shown.content).title
    instructions = write_draft_instructions(language_of(title))
    question = write_draft_question(
        shown.content,
        shown.runs,
        most_tokens=max(LEAST_TOKENS, server.input_tokens - estimate_tokens(instructions)),
        hide_personal=tenant.learning.privacy.redact_personal,
    )
    return answer(
        RevisedSkill,
        question,
        tenant=tenant,
        purpose=Purpose.DRAFT,
        instructions=instructions,
        subject_id=_subject(proposal_id),
    )


def _settle(
    tenant: Tenant, proposal_id: uuid.UUID, shown: Asked, revised: RevisedSkill | None
) -> bool:
    """Put the model's text in the template's place, or keep the reason why not."""
    lock_proposing(tenant)
    rows = Proposal.objects.for_tenant(tenant).select_related("tenant", "skill__current")
    proposal = rows.select_for_update(of=("self",)).filter(pk=proposal_id).first()
    if proposal is None or not _is_untouched(proposal) or not _was_asked(tenant, proposal_id):
        return False
    if revised is None:
        _say(proposal, say.NO_DRAFT)
        return False
    # Runs may have been erased since: what was written from them must not come back.
    now = redraw_proposal(proposal)
    if now.draft.content != shown.content or {run.trajectory_id for run in as_run_texts(now)} != (
        shown.ids
    ):
        return False
    content, why = _compare(proposal, shown, revised)
    if why:
        _say(proposal, say.DRAFT_LEFT % {"why": why})
        return False
    proposal.content, proposal.gate = content, judge_text(proposal, content)
    proposal.title, proposal.confidence = now.draft.title, now.draft.confidence
    proposal.save(update_fields=["content", "gate", "title", "confidence"])
    server = configured_server(tenant)
    model = server.model if server else "–"
    _say(proposal, say.DRAFT_TAKEN % {"model": model, "runs": len(shown.runs)})
    record_audit(tenant, actor=ENGINE, action="draft", target=proposal, model=model)
    return True


def _is_untouched(proposal: Proposal) -> bool:
    """Tell whether nobody has begun to review it: a text must not change under a reader."""
    is_waiting = proposal.status == ProposalStatus.PENDING
    return is_waiting and not proposal.edited and proposal.claimed_at is None


def _was_asked(tenant: Tenant, proposal_id: uuid.UUID) -> bool:
    calls = ModelCall.objects.for_tenant(tenant)
    return calls.about(Purpose.DRAFT, _subject(proposal_id)).exists()


def _compare(proposal: Proposal, shown: Asked, revised: RevisedSkill) -> tuple[str, str]:
    """Give the text to put up, or why the model's is not taken."""
    written = Written(
        revised.description, revised.procedure, revised.pitfalls, revised.verification
    )
    try:
        found = better_draft(written, parse(shown.content), texts_of(shown.runs))
    except DomainError as error:
        return "", say.NOT_VALID % {"about": error.detail}
    if isinstance(found, Objection):
        sentence = _SENTENCES[found.code]
        return "", sentence % {"about": found.about} if "%" in sentence else sentence
    content = render(found)
    if count_against(proposal, content) > count_against(proposal, shown.content):
        return "", say.WORSE_FOR_GATE
    return content, ""


def _say(proposal: Proposal, text: str) -> None:
    ProposalComment.objects.create(
        tenant=proposal.tenant, proposal=proposal, author=ENGINE, text=text
    )
