"""Bring chains of tools that repeat to evolution, which makes pipelines of them."""

from __future__ import annotations

from collections import defaultdict
from datetime import timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from apps.evolution.compose_pipeline import compose_pipeline
from apps.evolution.domain.chain_mining import find_chains
from apps.evolution.domain.chain_run import ChainCall, ChainRun
from apps.evolution.domain.run import Run
from apps.evolution.models import Tool
from apps.evolution.propose_skill import lock_proposing
from apps.trajectories.domain.injected import strip_injected
from apps.trajectories.models import Step, Trajectory

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence
    from datetime import datetime

    from apps.evolution.domain.chain_mining import Chain
    from apps.evolution.models import Proposal
    from apps.tenants.models import Tenant

MOST_RUNS = 2000
LEAST_CALLS = 2
# Longer runs are the work of an agent that finds its way, no chain that repeats.
MOST_CALLS = 200
CALLS_READ = 50
# What nobody judged went neither well nor badly enough to say so.
UNSCORED = Decimal("0.60")
LEAST_SCORE = Decimal("0.50")

Calls = dict["uuid.UUID", list[ChainCall]]


def propose_pipelines(tenant: Tenant, *, now: datetime) -> list[Proposal]:
    """Propose a pipeline for each chain that repeated within the tenant's days."""
    lock_proposing(tenant)
    since = now - timedelta(days=tenant.learning.evolution.pipeline_days)
    made = [compose_pipeline(tenant, chain) for chain in mine_chains(tenant, since=since)]
    return [proposal for proposal in made if proposal]


def mine_chains(tenant: Tenant, *, since: datetime, also: Sequence[uuid.UUID] = ()) -> list[Chain]:
    """Find the chains of the newest 2,000 good runs since then, and of the runs named in `also`.

    To be called with `lock_proposing` held: it reads runs. What the calls were given and gave is
    read only of the runs that show a chain.
    """
    rows = Trajectory.objects.for_tenant(tenant).by_people().without_search()
    good = rows.filter(
        started_at__gte=since,
        completed_at__isnull=False,
        tool_count__gte=LEAST_CALLS,
        tool_count__lte=MOST_CALLS,
    ).exclude(outcome__in=("failed", "abandoned"))
    good = good.exclude(score__lt=LEAST_SCORE).order_by("-started_at", "-id")
    named = rows.filter(pk__in=also) if also else ()
    found = {run.pk: run for run in [*good[:MOST_RUNS], *named]}
    runs = sorted(found.values(), key=lambda run: (run.started_at, run.pk))
    outlined = _chains(tenant, runs, _load_calls(runs))
    shown = {run.run.trajectory_id for chain in outlined for run in chain.runs}
    drawn = [run for run in runs if str(run.pk) in shown]
    return _chains(tenant, drawn, _load_calls(drawn, "args", "result"))


def _chains(tenant: Tenant, runs: Sequence[Trajectory], calls: Calls) -> list[Chain]:
    registered = Tool.objects.for_tenant(tenant).filter(is_active=True)
    return find_chains(
        [_chain_run(run, calls[run.pk]) for run in runs if run.pk in calls],
        least_sessions=tenant.learning.evolution.min_chain_repeats,
        registered=set(registered.values_list("name", flat=True)),
    )


def _chain_run(row: Trajectory, calls: Sequence[ChainCall]) -> ChainRun:
    run = Run(
        trajectory_id=str(row.pk),
        intent=strip_injected(row.intent),
        calls=(),
        reply=row.final_response,
        score=UNSCORED if row.score is None else row.score,
    )
    return ChainRun(run, str(row.session_id), calls)


def _load_calls(runs: Sequence[Trajectory], *more: str) -> Calls:
    """Load the calls of each run, of a long one both ends; `more` are the columns to read too."""
    calls: Calls = defaultdict(list)
    if not runs:
        return calls
    columns = ("trajectory_id", "tool", "status", "timestamp", *more)
    rows = Step.objects.of_trajectories(runs).tool_calls().values_list(*columns)
    for pk, tool, status, at, *held in rows.iterator(2000):
        chain = calls[pk]
        chain.append(_call(tool, status, at, *held))
        if len(chain) > CALLS_READ:
            del chain[CALLS_READ // 2]
    return calls


def _call(tool: str, status: str, at: datetime, args: Any = None, output: Any = None) -> ChainCall:
    given = args if isinstance(args, dict) else {}
    return ChainCall(tool, given, output, failed=status == "error", at=at)
