"""Bring patterns of good runs to evolution: repeated work, and experiences used again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from apps.evolution.domain.remedy import draw_pitfalls
from apps.evolution.domain.run import Run
from apps.evolution.propose_skill import lock_proposing, propose_skill, speech_of
from apps.experiences.models import Experience
from apps.learning.domain.kinship import place_runs
from apps.learning.domain.patterns import ASKED_AGAIN, find_patterns
from apps.learning.find_pieces import as_candidates, find_pieces, ids_of
from apps.learning.gather_work import gather_piece
from apps.trajectories.domain.injected import strip_injected
from apps.trajectories.load_chains import load_chains
from apps.trajectories.models import Trajectory

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from apps.evolution.domain.template import Pitfall
    from apps.evolution.models import Proposal
    from apps.learning.find_pieces import FoundPiece
    from apps.tenants.models import Tenant
    from apps.trajectories.load_chains import Chains

LEAST_CALLS_AGAIN = 2
LEAST_SESSIONS_AGAIN = 2
RUNS_A_DRAFT = 8
LEAST_SCORE_ASKED_AGAIN = Decimal("0.50")


@dataclass(frozen=True, slots=True)
class Material:
    """What a skill is drafted from: the rows that were drawn, read as runs, and their pitfalls."""

    drawn: list[Trajectory]
    runs: list[Run]
    pitfalls: list[Pitfall]


def propose_from_patterns(tenant: Tenant) -> list[Proposal]:
    """Propose a skill for each kind of complex work that succeeded in at least two sessions.

    A run that got over its errors scores below one without any, and still shows how it is done.
    """
    lock_proposing(tenant)
    settings = tenant.learning.synthesis
    pieces = find_pieces(tenant, least_calls=LEAST_CALLS_AGAIN, least_score=LEAST_SCORE_ASKED_AGAIN)
    candidates = as_candidates(tenant, pieces)
    patterns = find_patterns(
        [one for one in candidates if pieces[int(one.id)].calls >= settings.min_tool_count],
        least_similarity=settings.min_similarity,
        least_sessions=settings.min_similar_trajectories,
    )
    made = []
    for kind in place_runs(patterns, candidates):
        group, akin = ([pieces[int(one.id)] for one in some] for some in (kind.runs, kind.kin))
        trigger = _trigger(tenant, group)
        made.append(_propose_pieces(tenant, group, trigger=trigger, akin=akin))
    return [proposal for proposal in made if proposal]


def _trigger(tenant: Tenant, group: Sequence[FoundPiece]) -> str:
    """Good runs make a pattern; else it is one that people asked for again, errors and all."""
    settings = tenant.learning.synthesis
    good = {
        piece.rows[0].session_id for piece in group if piece.score >= settings.min_outcome_score
    }
    return "similar_runs" if len(good) >= settings.min_similar_trajectories else "asked_again"


def propose_from_repeats(tenant: Tenant) -> list[Proposal]:
    """Propose a skill from what somebody asked for in a second session, however short the work.

    Only requests of one person are compared, or of one agent where nobody is named. Where every
    run is long enough to make a pattern, that rule and the tenant's numbers decide.
    """
    lock_proposing(tenant)
    settings = tenant.learning.synthesis
    pieces = find_pieces(tenant, least_calls=LEAST_CALLS_AGAIN, least_score=LEAST_SCORE_ASKED_AGAIN)
    patterns = find_patterns(
        [
            replace(candidate, asker=piece.asker, said=piece.wish)
            for piece, candidate in zip(pieces, as_candidates(tenant, pieces), strict=True)
        ],
        least_similarity=settings.min_similarity,
        least_sessions=LEAST_SESSIONS_AGAIN,
        closeness=ASKED_AGAIN,
    )
    groups = [[pieces[int(one.id)] for one in pattern] for pattern in patterns]
    short = [
        group for group in groups if any(piece.calls < settings.min_tool_count for piece in group)
    ]
    made = [_propose_pieces(tenant, group, trigger="asked_again") for group in short]
    return [proposal for proposal in made if proposal]


def _propose_pieces(
    tenant: Tenant,
    pieces: Sequence[FoundPiece],
    *,
    trigger: str,
    akin: Sequence[FoundPiece] = (),
) -> Proposal | None:
    rows = [piece.best for piece in pieces]
    others = [piece.best for piece in akin]
    return _propose(tenant, rows, trigger=trigger, of_work=ids_of([*pieces, *akin]), others=others)


def propose_from_reuse(tenant: Tenant) -> list[Proposal]:
    """Propose a skill from each experience that enough sessions were given."""
    lock_proposing(tenant)
    least = tenant.learning.synthesis.min_reuse_count
    rows = Experience.objects.for_tenant(tenant).active().without_vectors()
    made = []
    for experience in rows.filter(reuse_count__gte=least, synthesized_skill=""):
        ids = experience.evidence.values_list("trajectory_id", flat=True)
        runs = list(Trajectory.objects.for_tenant(tenant).filter(pk__in=ids).without_search())
        of_work = [run.pk for run in runs]
        proposal = (
            _propose(tenant, runs, trigger="experience_reuse", of_work=of_work) if runs else None
        )
        name = proposal.name if proposal else next((r.synthesized_skill for r in runs), "")
        Experience.objects.for_tenant(tenant).filter(pk=experience.pk).update(
            synthesized_skill=name or "-"
        )
        made.append(proposal)
    return [proposal for proposal in made if proposal]


def _best_of_each_session(runs: Sequence[Trajectory]) -> list[Trajectory]:
    """Keep one run a session, the latest of its best: only sessions speak for one another."""
    ranked = sorted(runs, key=lambda run: (run.score or Decimal(0), run.started_at))
    best = {run.session_id: run for run in ranked}
    return sorted(best.values(), key=lambda run: run.started_at)


def draw_material(tenant: Tenant, rows: Sequence[Trajectory]) -> Material:
    """Read the latest best runs of each session, and what went wrong in them and was mended."""
    drawn = _best_of_each_session(rows)[-RUNS_A_DRAFT:]
    chains = load_chains(drawn, most=tenant.learning.trajectory.max_tool_chain_length)
    runs = _whole_pieces(drawn) or [_run(row, chains) for row in drawn if chains.get(row.pk)]
    return Material(drawn, runs, draw_pitfalls(runs, speech_of(runs)) if runs else [])


def _propose(
    tenant: Tenant,
    rows: Sequence[Trajectory],
    *,
    trigger: str,
    of_work: Sequence[UUID],
    others: Sequence[Trajectory] = (),
) -> Proposal | None:
    """Propose from the best of these runs; the rest of them, and `others`, count as used."""
    material = draw_material(tenant, rows)
    if not material.runs:
        return None
    proposal = propose_skill(tenant, material.runs, pitfalls=material.pitfalls, trigger=trigger)
    if len(rows) + len(others) > len(material.drawn):
        _mark_alike(tenant, [*rows, *others], material.drawn)
    if proposal:
        _mark_experiences(tenant, of_work, proposal.name)
    return proposal


def _mark_alike(tenant: Tenant, rows: Sequence[Trajectory], drawn: Sequence[Trajectory]) -> None:
    """Let the other runs of a pattern share the mark of those that were drawn from."""
    mine = Trajectory.objects.for_tenant(tenant)
    marked = mine.filter(pk__in=[row.pk for row in drawn]).exclude(synthesized_skill="")
    name = marked.values_list("synthesized_skill", flat=True).first()
    if name:
        alike = mine.filter(pk__in=[row.pk for row in rows], synthesized_skill="")
        alike.update(synthesized_skill=name)


def _mark_experiences(tenant: Tenant, run_ids: Sequence[UUID], name: str) -> None:
    """Note on the experiences of these runs that a skill says the same."""
    mine = Experience.objects.for_tenant(tenant)
    of_runs = mine.filter(evidence__trajectory_id__in=run_ids).values("pk")
    # In order of their keys, as all who lock several: two who do not may wait for each other.
    locked = mine.filter(pk__in=of_runs).order_by("pk").select_for_update(no_key=True)
    mine.filter(pk__in=list(locked.values_list("pk", flat=True))).update(synthesized_skill=name)


def _whole_pieces(rows: Sequence[Trajectory]) -> list[Run]:
    """Read the runs as whole pieces of work; nothing unless most of them ended well."""
    pieces = [piece for row in rows if (piece := gather_piece(row)) is not None]
    return pieces if 2 * len(pieces) > len(rows) else []


def _run(row: Trajectory, chains: Chains) -> Run:
    return Run(
        trajectory_id=str(row.pk),
        intent=strip_injected(row.intent),
        calls=chains[row.pk],
        reply=row.final_response,
        score=row.score or Decimal(0),
    )
