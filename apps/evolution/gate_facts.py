"""Gather what the gate must know of a tenant to judge a draft: neighbours, names, tools."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from apps.evolution.domain.quality_gate import Finding, GateFacts, Neighbour, check_draft
from apps.evolution.domain.synthesis import Evidence
from apps.evolution.models import Proposal, Skill
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
    """The skills nearest in meaning, active and archived."""
    rows = Skill.objects.for_tenant(tenant).without_vectors().nearest(vector, embedder().id)
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
    waiting = Proposal.objects.for_tenant(tenant).open().values_list("name", flat=True)
    return {*skills, *waiting}


def judge_text(proposal: Proposal, text: str) -> list[dict[str, str]]:
    """Run the gate over a proposal's text, as drafted or as edited; findings as stored."""
    return [
        {"check": one.check, "verdict": one.verdict, "detail": one.detail}
        for one in _findings(proposal, text)
    ]


def _findings(proposal: Proposal, text: str) -> list[Finding]:
    tenant = proposal.tenant
    quotes = list(proposal.evidence.values_list("trajectory_id", "quote"))
    said = Trajectory.objects.for_tenant(tenant).filter(pk__in=[pk for pk, _ in quotes])
    sources = {str(pk): intent for pk, intent in said.values_list("pk", "intent")}
    # A run that retention removed can no longer be asked; its quote was checked when it was drawn.
    sources = {str(pk): sources.get(str(pk), quote) for pk, quote in quotes}
    others = taken_names(tenant) - {proposal.name if not proposal.skill_id else ""}
    improves = {proposal.skill.name} if proposal.skill else set()
    facts = GateFacts(
        confidence=proposal.confidence.quantize(Decimal("0.01")),
        evidence=[Evidence(str(pk), quote) for pk, quote in quotes],
        sources=sources,
        known_tools=known_tools(tenant),
        neighbours=find_neighbours(tenant, meaning_of(proposal.title, text[:1500])),
        taken_names=others - improves,
        improves=improves,
        least_confidence=tenant.learning.synthesis.min_confidence,
    )
    return check_draft(text, facts=facts)
