"""Gather what the gate must know of a tenant to judge a pipeline: tools, twins, what runs held."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from apps.evolution.domain.pipeline_draft import read_called_tools
from apps.evolution.domain.pipeline_gate import KnownPipeline, PipelineFacts
from apps.evolution.domain.quality_gate import GateFacts
from apps.evolution.domain.synthesis import Evidence
from apps.evolution.models import Kind, Pipeline, Proposal, Tool
from apps.trajectories.models import Step, Trajectory

if TYPE_CHECKING:
    from collections.abc import Collection

    from apps.tenants.models import Tenant

MOST_PIPELINES = 500
MOST_STEPS_READ = 1000


def spoken_evidence(proposal: Proposal) -> tuple[list[Evidence], dict[str, str]]:
    """Give the quotes that a proposal rests on, and by run what was really said."""
    quotes = list(proposal.evidence.values_list("trajectory_id", "quote"))
    said = Trajectory.objects.for_tenant(proposal.tenant).filter(pk__in=[pk for pk, _ in quotes])
    sources = {str(pk): intent for pk, intent in said.values_list("pk", "intent")}
    # A run that retention removed can no longer be asked; its quote was checked when it was drawn.
    sources = {str(pk): sources.get(str(pk), quote) for pk, quote in quotes}
    return [Evidence(str(pk), quote) for pk, quote in quotes], sources


def pipeline_names(tenant: Tenant) -> set[str]:
    """Every name that a pipeline has or an open proposal asks for."""
    pipelines = Pipeline.objects.for_tenant(tenant).values_list("name", flat=True)
    waiting = Proposal.objects.for_tenant(tenant).open().filter(kind=Kind.PIPELINE)
    return {*pipelines, *waiting.values_list("name", flat=True)}


def tool_schemas(tenant: Tenant) -> dict[str, Any]:
    """The JSON schemas of what the registered tools take, by name."""
    rows = Tool.objects.for_tenant(tenant).filter(is_active=True)
    return dict(rows.values_list("name", "input_schema"))


def pipeline_facts(proposal: Proposal, used_tools: Collection[str]) -> PipelineFacts:
    """Gather what a proposal of a pipeline is judged by."""
    tenant, pipeline = proposal.tenant, proposal.pipeline
    evidence, sources = spoken_evidence(proposal)
    own = {proposal.name} if pipeline is None else set()
    shared = GateFacts(
        confidence=proposal.confidence.quantize(Decimal("0.01")),
        evidence=evidence,
        sources=sources,
        known_tools=used_tools,
        taken_names=pipeline_names(tenant) - own,
        improves={pipeline.name} if pipeline else set(),
        least_confidence=tenant.learning.synthesis.min_confidence,
    )
    return PipelineFacts(
        shared=shared,
        schemas=tool_schemas(tenant),
        pipelines=_known_pipelines(tenant),
        seen=_seen(proposal, sources),
    )


def _known_pipelines(tenant: Tenant) -> list[KnownPipeline]:
    rows = Pipeline.objects.for_tenant(tenant).select_related("current").order_by("-updated_at")
    return [
        KnownPipeline(row.name, read_called_tools(row.current.content))
        for row in rows[:MOST_PIPELINES]
        if row.current
    ]


def _seen(proposal: Proposal, sources: dict[str, str]) -> str:
    """Write down all in which an address of the evidence may stand, the approved text included."""
    rows = Trajectory.objects.for_tenant(proposal.tenant).filter(pk__in=list(sources))
    runs = list(rows.only("pk", "tenant", "opened_at"))
    steps = Step.objects.of_trajectories(runs).tool_calls() if runs else Step.objects.none()
    held = steps.values_list("args", "result")[:MOST_STEPS_READ]
    served = proposal.pipeline.current if proposal.pipeline else None
    texts = [*sources.values(), served.content if served else ""]
    return "\n".join([*texts, *(json.dumps(one, ensure_ascii=False) for one in held)])
