"""Propose a pipeline from a chain of tools that repeats: drafted, gated, left for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from apps.evolution.announce_changes import announce_waiting
from apps.evolution.domain.chain_mining import are_alike
from apps.evolution.domain.pipeline_draft import (
    PipelineDraft,
    chain_key,
    draft_pipeline,
    read_called_tools,
)
from apps.evolution.domain.pipeline_yaml import PipelineDocument, parse_pipeline, render_pipeline
from apps.evolution.domain.version import bump_minor
from apps.evolution.gate_facts import judge_text
from apps.evolution.models import Action, Kind, Pipeline, PipelineStatus, Proposal
from apps.evolution.pipeline_facts import MOST_PIPELINES, pipeline_names
from apps.evolution.propose_skill import (
    ENGINE,
    LEAST_CONFIDENCE_TO_ASK,
    add_evidence,
    lock_proposing,
)
from apps.language.tokens import language_of
from apps.tenants.audit import record_audit
from apps.trajectories.models import Trajectory

if TYPE_CHECKING:
    from apps.evolution.domain.chain_mining import Chain
    from apps.tenants.models import Tenant


@transaction.atomic
def compose_pipeline(
    tenant: Tenant, chain: Chain, *, trigger: str = "repeated_chain"
) -> Proposal | None:
    """Draft a pipeline from a repeated chain and put it up for review.

    None when too little of it is left for a pipeline, when the same chain waits or was turned
    down, and when a pipeline does the same already or had no new runs since somebody decided it.
    """
    lock_proposing(tenant)
    draft = draft_chain(tenant, chain, trigger=trigger)
    if draft is None or draft.confidence < LEAST_CONFIDENCE_TO_ASK or _is_known(tenant, draft):
        return None
    twin = _twin(tenant, draft)
    if twin and (_says_the_same(twin, draft) or not _has_new_runs(tenant, twin, chain)):
        return None
    proposal = _store(tenant, draft, twin, trigger)
    add_evidence(proposal, draft.runs, draft.evidence)
    proposal.gate = judge_text(proposal, proposal.content)
    proposal.save(update_fields=["gate"])
    record_audit(tenant, actor=ENGINE, action="propose", target=proposal, trigger=trigger)
    announce_waiting(proposal)
    return proposal


def draft_chain(
    tenant: Tenant, chain: Chain, *, trigger: str, own_name: str = ""
) -> PipelineDraft | None:
    """Draft a pipeline in the language of its people, under a name that no other has."""
    language = language_of(chain.runs[-1].run.intent)
    taken = pipeline_names(tenant) - {own_name}
    return draft_pipeline(chain, language=language, taken=taken, trigger=trigger)


def named_as(document: PipelineDocument, pipeline: Pipeline) -> PipelineDocument:
    """Give a draft the name of the pipeline that it changes, and the number it would become."""
    current = pipeline.current
    version = bump_minor(current.version if current else None)
    return document.model_copy(update={"name": pipeline.name, "version": version})


def _is_known(tenant: Tenant, draft: PipelineDraft) -> bool:
    """Tell whether the same chain was turned down, or nearly the same one waits."""
    rows = Proposal.objects.for_tenant(tenant).filter(kind=Kind.PIPELINE)
    same = rows.filter(pattern_key=chain_key(draft.tools)).exclude(status="approved")
    waiting = rows.open().values_list("content", flat=True)[:MOST_PIPELINES]
    return same.exists() or any(
        are_alike(draft.tools, read_called_tools(content)) for content in waiting
    )


def _twin(tenant: Tenant, draft: PipelineDraft) -> Pipeline | None:
    """Find the pipeline that calls the same tools in the same order."""
    rows = Pipeline.objects.for_tenant(tenant).filter(tools__contained_by=list(draft.tools))
    for pipeline in rows.select_related("current").order_by("-updated_at")[:MOST_PIPELINES]:
        current = pipeline.current
        if current and read_called_tools(current.content) == draft.tools:
            return pipeline
    return None


def _says_the_same(pipeline: Pipeline, draft: PipelineDraft) -> bool:
    """Tell whether a pipeline in use takes and does what a draft would."""
    if pipeline.current is None or pipeline.status == PipelineStatus.ARCHIVED:
        return False
    served, drawn = parse_pipeline(pipeline.current.content), draft.document
    return served.steps == drawn.steps and served.inputs.keys() == drawn.inputs.keys()


def _has_new_runs(tenant: Tenant, pipeline: Pipeline, chain: Chain) -> bool:
    """Tell whether the chain repeated since the pipeline was approved or archived.

    What a reviewer wrote otherwise than it was drawn is not drawn at once again.
    """
    ids = [run.run.trajectory_id for run in chain.runs]
    rows = Trajectory.objects.for_tenant(tenant).filter(pk__in=ids)
    new = rows.filter(opened_at__gt=pipeline.updated_at).values("session").distinct()
    return new.count() >= tenant.learning.evolution.min_chain_repeats


def _store(tenant: Tenant, draft: PipelineDraft, twin: Pipeline | None, trigger: str) -> Proposal:
    document, action = draft.document, Action.CREATE
    if twin:
        document = named_as(document, twin)
        is_archived = twin.status == PipelineStatus.ARCHIVED
        action = Action.REVIVE if is_archived else Action.IMPROVE
    return Proposal.objects.create(
        tenant=tenant,
        kind=Kind.PIPELINE,
        action=action,
        trigger=trigger,
        pattern_key=chain_key(draft.tools),
        name=document.name,
        title=document.title,
        pipeline=twin,
        content=render_pipeline(document),
        confidence=draft.confidence,
        language=document.language,
    )
