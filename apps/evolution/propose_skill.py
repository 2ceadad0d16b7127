"""Propose a skill from a pattern of runs: drafted, gated, and left for a person to decide."""

from __future__ import annotations

import hashlib
from decimal import Decimal
from typing import TYPE_CHECKING

from django.db import connection, transaction

from apps.evolution.domain.quality_gate import Suggestion, suggest_action
from apps.evolution.domain.skill_md import render
from apps.evolution.domain.synthesis import SkillDraft, draft_skill
from apps.evolution.domain.version import bump_minor
from apps.evolution.gate_facts import find_neighbours, judge_text, meaning_of, taken_names
from apps.evolution.models import Proposal, ProposalEvidence, Skill
from apps.language.tokens import language_of
from apps.tenants.audit import record_audit
from apps.trajectories.models import Trajectory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.evolution.domain.run import Run
    from apps.evolution.domain.template import Pitfall
    from apps.tenants.models import Tenant

ENGINE = "engine"
PROCEDURE = "Procedure"
LEAST_STEPS = 2
LEAST_CONFIDENCE_TO_ASK = Decimal("0.55")
ALIKE_WAITING = Decimal("0.75")


@transaction.atomic
def propose_skill(
    tenant: Tenant, runs: Sequence[Run], *, pitfalls: Sequence[Pitfall], trigger: str
) -> Proposal | None:
    """Draft a skill from runs of one pattern and put it up for review.

    Answers None when the runs have too little in common to be a procedure, or when they only add
    evidence to what waits already or was decided before: then they are marked as used.
    """
    _lock_proposing(tenant)
    draft = draft_skill(
        runs,
        pitfalls=pitfalls,
        language="zh" if language_of(runs[0].intent) == "zh" else "en",
        taken=taken_names(tenant),
        trigger=trigger,
    )
    if not _is_worth_asking(draft):
        return None
    known = _known_proposal(tenant, draft, runs)
    if known is not None:
        _mark_used(tenant, runs, known.name)
        return None
    suggestion = _suggest(tenant, draft)
    proposal = _store(tenant, draft, suggestion, trigger)
    _add_evidence(proposal, runs, draft)
    proposal.gate = judge_text(proposal, proposal.content)
    proposal.save(update_fields=["gate"])
    _mark_used(tenant, runs, proposal.name)
    record_audit(tenant, actor=ENGINE, action="propose", target=proposal, trigger=trigger)
    return proposal


def _is_worth_asking(draft: SkillDraft) -> bool:
    """Tell whether a draft is worth a reviewer's time: a procedure, and some agreement on it."""
    steps = draft.document.section(PROCEDURE).count("\n") + 1
    return steps >= LEAST_STEPS and draft.confidence >= LEAST_CONFIDENCE_TO_ASK


def _lock_proposing(tenant: Tenant) -> None:
    """One proposer a tenant at a time, so that two cannot propose the same twice."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"propose:{tenant.pk}"])


def pattern_key(draft: SkillDraft) -> str:
    """Name a pattern by its title and tools."""
    text = f"{draft.document.title}|{','.join(sorted(draft.tools))}"
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _known_proposal(tenant: Tenant, draft: SkillDraft, runs: Sequence[Run]) -> Proposal | None:
    """Find the proposal that these runs led to already: the same pattern, or the same runs."""
    rows = Proposal.objects.for_tenant(tenant)
    same = rows.filter(pattern_key=pattern_key(draft)).exclude(status="approved").first()
    if same:
        return same
    mine = [run.trajectory_id for run in runs]
    used = ProposalEvidence.objects.for_tenant(tenant).filter(trajectory_id__in=mine)
    counted = used.values_list("proposal_id", flat=True)
    for proposal in rows.filter(pk__in=set(counted)):
        if sum(pk == proposal.pk for pk in counted) * 2 >= len(mine):
            return proposal
    return None


def _suggest(tenant: Tenant, draft: SkillDraft) -> Suggestion:
    vector = meaning_of(draft.document.title, draft.document.description)
    return suggest_action(draft.tools, find_neighbours(tenant, vector))


def _store(tenant: Tenant, draft: SkillDraft, suggestion: Suggestion, trigger: str) -> Proposal:
    document = draft.document
    skill = None
    if suggestion.action != "create":
        skill = (
            Skill.objects.for_tenant(tenant)
            .select_related("current")
            .get(name=suggestion.targets[0])
        )
        version = bump_minor(skill.current.version if skill.current else None)
        document = document.model_copy(update={"name": skill.name, "version": version})
    return Proposal.objects.create(
        tenant=tenant,
        action=suggestion.action,
        trigger=trigger,
        pattern_key=pattern_key(draft),
        name=document.name,
        title=document.title,
        skill=skill,
        content=render(document),
        confidence=draft.confidence,
        language=language_of(document.title),
    )


def _add_evidence(proposal: Proposal, runs: Sequence[Run], draft: SkillDraft) -> None:
    scores = {run.trajectory_id: run.score for run in runs}
    quotes = {piece.trajectory_id: piece.quote for piece in draft.evidence}
    ProposalEvidence.objects.bulk_create(
        ProposalEvidence(
            tenant_id=proposal.tenant_id,
            proposal=proposal,
            trajectory_id=trajectory_id,
            score=scores.get(trajectory_id),
            quote=quote[:500],
        )
        for trajectory_id, quote in quotes.items()
    )


def _mark_used(tenant: Tenant, runs: Sequence[Run], name: str) -> None:
    """Remember what the runs were used for: a run teaches one skill."""
    ids = [run.trajectory_id for run in runs]
    Trajectory.objects.for_tenant(tenant).filter(pk__in=ids).update(synthesized_skill=name)
