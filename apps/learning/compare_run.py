"""Find the skills whose work a run did clearly better than the runs that they rest on."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from django.db.models import Avg

from apps.evolution.domain.improvement import count_steps_in
from apps.evolution.domain.skill_md import parse
from apps.evolution.domain.step import read_steps
from apps.evolution.models import ProposalEvidence, Skill
from apps.evolution.rank_skills import rank_among
from apps.learning.domain.score_fall import LEAST_EACH_HALF
from apps.learning.read_served_scores import read_served_scores
from apps.llm.embedding import embedder
from apps.trajectories.domain.injected import strip_injected
from apps.trajectories.domain.planted import is_planted
from apps.trajectories.domain.tool_chain import jaccard
from apps.trajectories.load_chains import load_chains
from apps.trajectories.models import Outcome, Trajectory

if TYPE_CHECKING:
    import uuid
    from collections.abc import Collection, Sequence

    from apps.evolution.rank_skills import RankedSkill
    from apps.tenants.models import Tenant
    from apps.tenants.querysets import TenantQuerySet
    from apps.trajectories.domain.tool_chain import ToolCall

LEAST_GAIN = Decimal("0.15")
LEAST_SIMILARITY = Decimal("0.60")
# Tools alone say little: those of all coding work are the same few.
LEAST_MEANING = Decimal("0.45")
LEAST_TOOLS = Decimal("0.50")
LEAST_STEPS = 2
COMPARED = 3


def find_bettered(
    tenant: Tenant, runs: Sequence[Trajectory], *, corrected: Collection[uuid.UUID]
) -> list[tuple[Trajectory, Skill]]:
    """Pair runs with the skill whose work they did better: 0.15 above what it rests on.

    In fewer steps, or without an error where there were some; as like it as 0.60 in tools and
    meaning. `corrected` are the runs that a person objected to.
    """
    good = [run for run in runs if run.pk not in corrected and _is_good(run)]
    pairs = [(run, skill) for run in good if (skill := _most_alike(tenant, run))]
    scored = [(run, skill) for run, skill in pairs if _gains(run, skill)]
    longest = tenant.learning.trajectory.max_tool_chain_length
    chains = load_chains([run for run, _ in scored], most=longest)
    return [(run, skill) for run, skill in scored if _is_better(chains[run.pk], skill)]


def _is_good(run: Trajectory) -> bool:
    """Tell whether a run ended well and without an error, and no skill was drawn from it yet."""
    return (
        run.score is not None
        and run.score >= LEAST_GAIN
        and run.outcome == Outcome.SUCCESS
        and run.satisfaction != "negative"
        and not run.error_count
        and run.tool_count >= LEAST_STEPS
        and not run.synthesized_skill
        and not is_planted(strip_injected(run.intent))
    )


def _most_alike(tenant: Tenant, run: Trajectory) -> Skill | None:
    """Find the served skill that a run is most like, if it is alike enough."""
    said = strip_injected(run.intent)
    vector = embedder().embed([said])[0].tolist()
    served = Skill.objects.for_tenant(tenant).of_team().active().select_related("tenant")
    near = rank_among(tenant, served, said, vector, embedder_id=embedder().id, most=COMPARED)
    likeness = {one.skill: _likeness(one, run) for one in near}
    alike = [skill for skill, likeness_of in likeness.items() if likeness_of >= LEAST_SIMILARITY]
    return max(alike, key=likeness.__getitem__, default=None)


def _likeness(ranked: RankedSkill, run: Trajectory) -> Decimal:
    """The mean of how alike their tools and their meaning are, unless either is poor."""
    meaning = Decimal(ranked.match.similarity)
    tools = jaccard(ranked.skill.tools, run.tools)
    is_alike = meaning >= LEAST_MEANING and tools >= LEAST_TOOLS
    return (meaning + tools) / 2 if is_alike else Decimal(0)


def _gains(run: Trajectory, skill: Skill) -> bool:
    standing = _standing_of(skill)
    return standing is not None and run.score is not None and run.score >= standing + LEAST_GAIN


def _standing_of(skill: Skill) -> Decimal | None:
    """The mean score of what a skill rests on; of what people wrote, of the sessions it served."""
    mean: Decimal | None = _evidence_of(skill).aggregate(mean=Avg("score"))["mean"]
    if mean is not None or skill.current is None:
        return mean
    scores = read_served_scores(skill, since=skill.current.created_at)
    return sum(scores, Decimal(0)) / len(scores) if len(scores) >= LEAST_EACH_HALF else None


def _is_better(calls: Sequence[ToolCall], skill: Skill) -> bool:
    """Tell whether a run without errors took fewer steps, or went where others had stumbled."""
    steps = len(read_steps(calls))
    told = count_steps_in(parse(skill.current.content)) if skill.current else 0
    if steps < LEAST_STEPS:
        return False
    ids = _evidence_of(skill).values_list("trajectory_id", flat=True)
    erred = Trajectory.objects.for_tenant(skill.tenant).filter(pk__in=list(ids), error_count__gt=0)
    return steps < told or erred.exists()


def _evidence_of(skill: Skill) -> TenantQuerySet[ProposalEvidence]:
    """The runs that all approved texts of a skill rest on."""
    rows = ProposalEvidence.objects.for_tenant(skill.tenant)
    return rows.filter(proposal__skill=skill, proposal__status="approved")
