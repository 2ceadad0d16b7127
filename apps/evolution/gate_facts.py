"""Gather what the gate must know of a tenant to judge a draft: neighbours, names, tools."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from apps.evolution.demotion_facts import judge_as_demotion
from apps.evolution.domain.pipeline_gate import check_pipeline
from apps.evolution.domain.quality_gate import Finding, GateFacts, Neighbour, check_draft
from apps.evolution.models import Action, Kind, Proposal, Skill
from apps.evolution.pipeline_facts import pipeline_facts, spoken_evidence
from apps.llm.embedding import embedder
from apps.trajectories.models import Trajectory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.tenants.models import Tenant

NEIGHBOURS = 20
RECENT_RUNS = 2000
_PLACES = Decimal("0.001")


def meaning_of(title: str, description: str) -> list[float]:
    """Embed what a skill is for."""
    vector: list[float] = embedder().embed([f"{title}. {description}"])[0].tolist()
    return vector


def find_neighbours(tenant: Tenant, vector: Sequence[float]) -> list[Neighbour]:
    """The team's skills nearest in meaning, active and archived."""
    known = Skill.objects.for_tenant(tenant).of_team().without_vectors()
    rows = known.nearest(vector, embedder().id)
    return [
        Neighbour(
            name=row.name,
            status=row.status,
            tools=row.tools,
            similarity=Decimal(1 - float(row.distance)).quantize(_PLACES),
            triggers=row.triggers,
        )
        for row in rows[:NEIGHBOURS]
    ]


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
    improves = {proposal.skill.name} if proposal.skill else set()
    facts = GateFacts(
        confidence=proposal.confidence.quantize(Decimal("0.01")),
        evidence=evidence,
        sources=sources,
        known_tools=known_tools(tenant),
        neighbours=find_neighbours(tenant, meaning_of(proposal.title, text[:1500])),
        taken_names=others - improves,
        improves=improves,
        least_confidence=tenant.learning.synthesis.min_confidence,
    )
    return check_draft(text, facts=facts)
