"""Draw a proposal's text anew by the template, from all runs of its pattern known by now."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q

from apps.evolution.answer_sentences import (
    DRAWN_ANEW,
    EDITED_BY_HAND,
    NO_PROCEDURE,
    ONLY_PARTS,
    RUNS_ARE_GONE,
)
from apps.evolution.domain.skill_md import render
from apps.evolution.domain.synthesis import USER_ASKED, call_draft
from apps.evolution.domain.version import bump_minor
from apps.evolution.models import ChangeTrigger
from apps.evolution.propose_skill import LEAST_STEPS, count_steps, draw_draft, with_merged
from apps.evolution.revise_proposal import Redraft
from apps.learning.domain.run_text import RunText
from apps.learning.gather_work import gather_again
from apps.learning.propose import Material, draw_material
from apps.trajectories.models import Trajectory

if TYPE_CHECKING:
    from apps.evolution.domain.synthesis import SkillDraft
    from apps.evolution.models import Proposal
    from apps.tenants.models import Tenant


@dataclass(frozen=True, slots=True)
class Redrawn:
    """The text that stands without a model, and what it was drawn from."""

    draft: Redraft
    material: Material


def redraw_proposal(proposal: Proposal) -> Redrawn:
    """Draw a proposal anew; its text stays where a person edited it or the runs tell too little.

    To be called with `lock_proposing` held: it reads runs.
    """
    tenant = proposal.tenant
    material = _material(proposal)
    if not material.runs:
        return Redrawn(_as_it_is(proposal, RUNS_ARE_GONE), material)
    if proposal.edited:
        return Redrawn(_as_it_is(proposal, EDITED_BY_HAND), material)
    if proposal.trigger in ChangeTrigger.values:
        return Redrawn(_as_it_is(proposal, ONLY_PARTS), material)
    draft = draw_draft(tenant, material.runs, pitfalls=material.pitfalls, trigger=proposal.trigger)
    if proposal.trigger == USER_ASKED and draft.document.title != proposal.title:
        draft = call_draft(draft, proposal.title, ())
    if count_steps(draft) < LEAST_STEPS:
        return Redrawn(_as_it_is(proposal, NO_PROCEDURE), material)
    return Redrawn(_as_drawn(proposal, draft, material), material)


def _material(proposal: Proposal) -> Material:
    """Read what it rests on; what a person asked for is read with all that belonged to it."""
    tenant, rows = proposal.tenant, _runs_of(proposal.tenant, proposal)
    if proposal.trigger != USER_ASKED:
        return draw_material(tenant, rows)
    work = gather_again(tenant, rows)
    return Material(rows, list(work.runs), list(work.pitfalls))


def _runs_of(tenant: Tenant, proposal: Proposal) -> list[Trajectory]:
    """Read the runs behind a proposal, and those that have joined its pattern.

    A run that adds to what waits is marked with its name; of a skill's name, only those count that
    came after the proposal: earlier ones taught the skill.
    """
    quoted = proposal.evidence.values_list("trajectory_id", flat=True)
    joined = Q(synthesized_skill=proposal.name)
    if proposal.skill_id:
        joined &= Q(started_at__gte=proposal.created_at)
    rows = Trajectory.objects.for_tenant(tenant).filter(Q(pk__in=list(quoted)) | joined)
    return list(rows.without_search().order_by("started_at", "pk"))


def _as_it_is(proposal: Proposal, why: str) -> Redraft:
    return Redraft(proposal.content, proposal.title, proposal.confidence, [why])


def _as_drawn(proposal: Proposal, draft: SkillDraft, material: Material) -> Redraft:
    """Give a draft the name that the proposal has, and the version that it would become."""
    changes = {"name": proposal.name}
    document = draft.document
    if proposal.skill:
        current = proposal.skill.current
        changes["version"] = bump_minor(current.version if current else None)
        if proposal.merges:
            names = [proposal.skill.name, *proposal.merges]
            document = with_merged(proposal.tenant, document, names)
    document = document.model_copy(update=changes)
    return Redraft(
        content=render(document),
        title=document.title,
        confidence=draft.confidence,
        told=[DRAWN_ANEW % {"runs": len(draft.evidence)}],
        runs=material.runs,
        evidence=draft.evidence,
    )


def as_run_texts(redrawn: Redrawn) -> list[RunText]:
    """Give the runs of a draft as texts, the best first."""
    ranked = sorted(redrawn.material.runs, key=lambda run: -run.score)
    return [
        RunText(
            uuid.UUID(run.trajectory_id),
            [run.intent, *run.user_messages],
            calls=run.calls,
            reply=run.reply,
        )
        for run in ranked
    ]
