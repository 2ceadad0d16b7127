"""Gather what the gate must know of a tenant to judge a draft: neighbours, names, tools."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np

from apps.errors import DomainError
from apps.evolution.demotion_facts import judge_as_demotion
from apps.evolution.domain.pipeline_gate import check_pipeline
from apps.evolution.domain.quality_gate import Finding, GateFacts, Neighbour, check_draft
from apps.evolution.domain.skill_md import parse
from apps.evolution.models import Action, Kind, Layer, Proposal, Skill
from apps.evolution.pipeline_facts import pipeline_facts, spoken_evidence
from apps.llm.embedding import embedder
from apps.trajectories.models import Trajectory

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from apps.evolution.domain.skill_md import SkillDocument
    from apps.evolution.querysets import ProposalQuerySet
    from apps.tenants.models import Tenant

NEIGHBOURS = 20
WAITING = 50
RECENT_RUNS = 2000
_PLACES = Decimal("0.001")


def meaning_of(title: str, description: str) -> list[float]:
    """Embed what a skill is for."""
    vector: list[float] = embedder().embed([f"{title}. {description}"])[0].tolist()
    return vector


def find_neighbours(tenant: Tenant, vector: Sequence[float]) -> list[Neighbour]:
    """The team's skills nearest in meaning, active and archived."""
    known = Skill.objects.for_tenant(tenant).of_team().without_vectors()
    rows = known.filter(merged_into=None).nearest(vector, embedder().id)
    return [
        Neighbour(
            name=row.name,
            status=row.status,
            tools=row.tools,
            similarity=Decimal(1 - float(row.distance)).quantize(_PLACES),
            triggers=row.triggers,
            learned=row.layer == Layer.LEARNED,
        )
        for row in rows[:NEIGHBOURS]
    ]


def find_waiting(proposals: Iterable[Proposal], vector: Sequence[float]) -> list[Neighbour]:
    """The drafts among some proposals as neighbours; one that cannot be read is passed by."""
    read = [
        (proposal, document)
        for proposal in proposals
        if (document := read_draft(proposal.content)) is not None
    ]
    texts = [f"{document.title}. {document.description}" for _, document in read]
    closeness = embedder().embed(texts) @ np.asarray(vector, dtype=np.float32)
    return [
        Neighbour(
            name=proposal.name,
            status=proposal.status,
            tools=document.tools,
            similarity=Decimal(float(likeness)).quantize(_PLACES),
            triggers=document.triggers,
        )
        for (proposal, document), likeness in zip(read, closeness, strict=True)
    ]


def read_draft(text: str) -> SkillDocument | None:
    """Read the text of a proposal; nothing where it cannot be read."""
    try:
        return parse(text)
    except DomainError:  # a reviewer left it unreadable half-way through an edit
        return None


def known_tools(tenant: Tenant) -> set[str]:
    """The tools that the tenant's agents used lately."""
    rows = Trajectory.objects.for_tenant(tenant).order_by("-started_at")
    return {tool for tools in rows.values_list("tools", flat=True)[:RECENT_RUNS] for tool in tools}


def taken_names(tenant: Tenant) -> set[str]:
    """Every name that a skill has or an open proposal asks for."""
    skills = Skill.objects.for_tenant(tenant).values_list("name", flat=True)
    waiting = Proposal.objects.for_tenant(tenant).open().filter(kind=Kind.SKILL)
    return {*skills, *waiting.values_list("name", flat=True)}


def judge_text(proposal: Proposal, text: str) -> list[dict[str, str]]:
    """Run the gate of its kind over a proposal's text, drafted or edited; findings as stored."""
    return [
        {"check": one.check, "verdict": one.verdict, "detail": one.detail}
        for one in _findings(proposal, text)
    ]


def count_against(proposal: Proposal, text: str) -> tuple[int, int]:
    """Count what the gate has against a text: objections first, then warnings."""
    verdicts = [one.verdict for one in _findings(proposal, text)]
    return verdicts.count("fail"), verdicts.count("warn")


def _findings(proposal: Proposal, text: str) -> list[Finding]:
    if proposal.action == Action.DEMOTE:
        return judge_as_demotion(proposal)
    judge = _findings_of_pipeline if proposal.kind == Kind.PIPELINE else _findings_of_skill
    return judge(proposal, text)


def _findings_of_pipeline(proposal: Proposal, text: str) -> list[Finding]:
    facts = pipeline_facts(proposal, known_tools(proposal.tenant))
    return check_pipeline(text, facts=facts)


def _findings_of_skill(proposal: Proposal, text: str) -> list[Finding]:
    tenant = proposal.tenant
    evidence, sources = spoken_evidence(proposal)
    others = taken_names(tenant) - {proposal.name if not proposal.skill_id else ""}
    improves = {proposal.skill.name, *proposal.merges} if proposal.skill else set()
    vector = meaning_of(proposal.title, text[:1500])
    facts = GateFacts(
        confidence=proposal.confidence.quantize(Decimal("0.01")),
        evidence=evidence,
        sources=sources,
        known_tools=known_tools(tenant),
        neighbours=find_neighbours(tenant, vector),
        waiting=find_waiting(_others_waiting(proposal), vector),
        taken_names=others - improves,
        improves=improves,
        least_confidence=tenant.learning.synthesis.min_confidence,
    )
    return check_draft(text, facts=facts)


def _others_waiting(proposal: Proposal) -> ProposalQuerySet[Proposal]:
    """The latest other proposals of new skills that are still to be decided."""
    rows = Proposal.objects.for_tenant(proposal.tenant).open()
    new = rows.filter(kind=Kind.SKILL, action=Action.CREATE)
    return new.exclude(pk=proposal.pk).order_by("-created_at")[:WAITING]
