"""One of everything in a tenant, each marked with a word that must not be seen elsewhere."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from django.utils import timezone

from apps.evolution.decide_proposal import approve_proposal
from apps.evolution.domain.skill_md import SkillDocument, render
from apps.evolution.models import Proposal, ProposalEvidence, Skill
from apps.experiences.models import Experience
from apps.experiences.write_experience import write_experience
from apps.learning.build_context import build_context
from apps.learning.learn import learn
from apps.learning.reflect import reflect
from apps.trajectories.import_transcripts import accept_import
from apps.trajectories.models import Trajectory
from tests.make import make_event, make_run_events, record

if TYPE_CHECKING:
    from tests.cast import Team


def plant_everything(team: Team, word: str) -> dict[str, dict[str, str]]:
    """Fill every table of a tenant; answers an id of each kind of thing."""
    session = f"session-{word}"
    events = make_run_events(
        session=session,
        intent=f"Reconcile the {word} invoices of last month with the orders",
        tools=["fetch_orders", "fetch_invoices", ("match_lines", {"note": word})],
        reply=f"All lines of {word} match.",
        user_id=f"user-{word}",
    )
    record(team.tenant, [*events, make_event("session_end", session_id=session)])
    learn(team.tenant, now=timezone.now())
    trajectory = Trajectory.objects.for_tenant(team.tenant).get(session__external_id=session)
    experience = Experience.objects.for_tenant(team.tenant).first() or write_experience(
        team.tenant,
        {"pain_pattern": f"Reconcile {word} invoices", "solution_steps": [word]},
        by="owner",
        member=team.members["owner"],
    )
    proposal, skill = plant_skill(team, word, str(trajectory.pk))
    plant_proposal(team, f"waiting-{word}", word, str(trajectory.pk))
    context = build_context(team.tenant, f"Reconcile the {word} invoices", session_id=session)
    assert context.text, "the planted skill is served to its own tenant"
    reflection = reflect(team.tenant, now=timezone.now(), trigger="manual")
    line = {
        "type": "user",
        "uuid": "u1",
        "sessionId": session,
        "timestamp": "2026-01-01T00:00:00Z",
        "message": {"role": "user", "content": f"Say {word}"},
    }
    files = {f"{word}.jsonl": json.dumps(line).encode()}
    upload = accept_import(team.tenant, files, agent="a", by=None)
    return {
        "trajectory": {"pk": str(trajectory.pk), "session_id": session, "name": skill.name},
        "proposal": {"pk": str(proposal.pk)},
        "experience": {"pk": str(experience.pk)},
        "import": {"pk": str(upload.pk)},
        "reflection": {"pk": str(reflection.pk)},
    }


def skill_text(name: str, word: str) -> str:
    """A small valid skill about a word."""
    document = SkillDocument(
        name=name,
        title=f"Reconcile {word} invoices",
        description=f"Reconcile the {word} invoices with the orders of last month.",
        tools=("fetch_orders", "match_lines"),
        triggers=(f"reconcile the {word} invoices",),
    ).with_section("Procedure", f"1. Fetch the orders of {word}.\n2. Match the lines.")
    return render(document)


def plant_proposal(team: Team, name: str, word: str, trajectory_id: str) -> Proposal:
    """A proposal that waits, with one run as evidence."""
    slug = name.lower()
    proposal = Proposal.objects.create(
        tenant=team.tenant,
        trigger="similar_runs",
        pattern_key=slug,
        name=slug,
        title=f"Reconcile {word} invoices",
        content=skill_text(slug, word),
        confidence="0.900",
    )
    intent = Trajectory.objects.for_tenant(team.tenant).get(pk=trajectory_id).intent
    ProposalEvidence.objects.create(
        tenant=team.tenant,
        proposal=proposal,
        trajectory_id=trajectory_id,
        score="0.800",
        quote=intent[:200],
    )
    return proposal


def plant_skill(team: Team, word: str, trajectory_id: str) -> tuple[Proposal, Skill]:
    """A skill that was proposed and approved."""
    proposal = plant_proposal(team, f"skill-{word}", word, trajectory_id)
    version = approve_proposal(proposal, by=team.members["reviewer"], note="planted")
    return proposal, version.skill
