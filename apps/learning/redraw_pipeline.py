"""Draw a pipeline's proposal anew by rule, from all runs of its chain known by now."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils import timezone

from apps.evolution.answer_sentences import DRAWN_ANEW, EDITED_BY_HAND, NO_PROCEDURE, RUNS_ARE_GONE
from apps.evolution.compose_pipeline import draft_chain, named_as
from apps.evolution.domain.pipeline_draft import chain_key
from apps.evolution.domain.pipeline_yaml import render_pipeline
from apps.evolution.revise_proposal import Redraft
from apps.learning.propose_pipelines import mine_chains
from apps.trajectories.models import Trajectory

if TYPE_CHECKING:
    from apps.evolution.domain.pipeline_draft import PipelineDraft
    from apps.evolution.models import Proposal


def redraw_pipeline(proposal: Proposal) -> Redraft:
    """Draw a pipeline anew; its text stays where a person edited it or the runs tell too little.

    To be called with `lock_proposing` held: it reads runs.
    """
    tenant = proposal.tenant
    quoted = list(proposal.evidence.values_list("trajectory_id", flat=True))
    if not Trajectory.objects.for_tenant(tenant).filter(pk__in=quoted).exists():
        return _as_it_is(proposal, RUNS_ARE_GONE)
    if proposal.edited:
        return _as_it_is(proposal, EDITED_BY_HAND)
    since = timezone.now() - timedelta(days=tenant.learning.evolution.pipeline_days)
    chains = mine_chains(tenant, since=since, also=quoted)
    drafts = (
        draft_chain(tenant, one, trigger=proposal.trigger, own_name=proposal.name) for one in chains
    )
    same = (one for one in drafts if one and chain_key(one.tools) == proposal.pattern_key)
    draft = next(same, None)
    return _as_drawn(proposal, draft) if draft else _as_it_is(proposal, NO_PROCEDURE)


def _as_it_is(proposal: Proposal, why: str) -> Redraft:
    return Redraft(proposal.content, proposal.title, proposal.confidence, [why])


def _as_drawn(proposal: Proposal, draft: PipelineDraft) -> Redraft:
    document = draft.document.model_copy(update={"name": proposal.name})
    if proposal.pipeline:
        document = named_as(document, proposal.pipeline)
    return Redraft(
        content=render_pipeline(document),
        title=document.title,
        confidence=draft.confidence,
        told=[DRAWN_ANEW % {"runs": len(draft.evidence)}],
        runs=draft.runs,
        evidence=draft.evidence,
    )
