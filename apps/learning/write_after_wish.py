"""Have a model write a skill after a reviewer's wish, and take that only where it holds."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import TYPE_CHECKING

from apps.errors import DomainError
from apps.evolution import answer_sentences as say
from apps.evolution.domain.skill_md import parse, render
from apps.evolution.domain.written_skill import with_written
from apps.evolution.gate_facts import count_against
from apps.language.tokens import estimate_tokens, language_of
from apps.learning.domain.revision import (
    GIVES_ORDERS,
    INVENTS_NAMES,
    LOSES_TOOLS,
    OTHER_LANGUAGE,
    UNSUPPORTED,
    find_objection,
    texts_of,
)
from apps.learning.domain.revision_prompt import write_revision, write_revision_instructions
from apps.learning.redraw_proposal import as_run_texts
from apps.learning.revision_schemas import RevisedSkill
from apps.llm.answer import answer
from apps.llm.models import Purpose
from apps.llm.server import configured_server

if TYPE_CHECKING:
    from apps.evolution.models import Proposal
    from apps.evolution.revise_proposal import Redraft
    from apps.learning.redraw_proposal import Redrawn
    from apps.tenants.models import Tenant

LEAST_TOKENS = 400
_SENTENCES = {
    OTHER_LANGUAGE: say.OTHER_LANGUAGE,
    GIVES_ORDERS: say.GIVES_ORDERS,
    INVENTS_NAMES: say.INVENTS_NAMES,
    UNSUPPORTED: say.UNSUPPORTED,
    LOSES_TOOLS: say.LOSES_TOOLS,
}


def ask_for_revision(tenant: Tenant, proposal: Proposal, redrawn: Redrawn) -> RevisedSkill | None:
    """Ask for the skill after the wish, once a wish; None without a model or an answer.

    Not to be called inside a transaction, see `apps/llm/ledger.py`.
    """
    server = configured_server(tenant)
    if server is None or proposal.decided_at is None:
        return None
    instructions = write_revision_instructions(language_of(redrawn.draft.title))
    room = max(LEAST_TOKENS, server.input_tokens - estimate_tokens(instructions))
    prompt = write_revision(
        proposal.reason,
        redrawn.draft.content,
        as_run_texts(redrawn),
        most_tokens=room,
        hide_personal=tenant.learning.privacy.redact_personal,
    )
    return answer(
        RevisedSkill,
        prompt,
        tenant=tenant,
        purpose=Purpose.DRAFT,
        instructions=instructions,
        subject_id=uuid.uuid5(proposal.pk, proposal.decided_at.isoformat()),
    )


def take_revision(
    proposal: Proposal, redrawn: Redrawn, revised: RevisedSkill | None, *, asked_of: Redrawn
) -> Redraft:
    """Give the model's text where it is grounded and no worse than the one drawn by rule.

    Else the latter, with the reason. `asked_of` is what the model was shown: runs may have been
    erased since, and what it wrote from them must not come back.
    """
    draft = redrawn.draft
    if revised is None:
        has_model = configured_server(proposal.tenant) is not None
        return _because(draft, say.NO_ANSWER if has_model else say.NO_MODEL)
    if asked_of.draft.content != draft.content or _ids(asked_of) != _ids(redrawn):
        return _because(draft, say.RUNS_CHANGED)
    try:
        document = parse(draft.content)
    except DomainError as error:
        return _because(draft, say.NOT_TAKEN % {"detail": error.detail})
    sources = [draft.content, proposal.reason, *texts_of(as_run_texts(redrawn))]
    objection = find_objection(revised, document, sources)
    if objection:
        code, line = objection
        sentence = _SENTENCES[code] % {"line": line} if line else _SENTENCES[code]
        return _because(draft, say.NOT_TAKEN % {"detail": sentence})
    content = render(with_written(document, revised))
    if count_against(proposal, content) > count_against(proposal, draft.content):
        return _because(draft, say.NOT_TAKEN % {"detail": say.WORSE_FOR_THE_GATE})
    server = configured_server(proposal.tenant)
    runs = len(draft.evidence) or len(redrawn.material.runs)
    told = say.WRITTEN_ANEW % {"model": server.model if server else "–", "runs": runs}
    return replace(draft, content=content, told=[told])


def _because(draft: Redraft, why: str) -> Redraft:
    return replace(draft, told=[*draft.told, why])


def _ids(redrawn: Redrawn) -> set[str]:
    return {run.trajectory_id for run in redrawn.material.runs}
