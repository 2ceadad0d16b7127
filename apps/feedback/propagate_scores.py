"""Let scores teach: preferences, patterns to avoid, and the capability of each tool.

Which runs have still to teach is a row of each, `Contribution.due`: `note_scores` sets it in the
transaction that changes the score, `propagate_waiting` takes it.
"""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import TextField
from django.db.models.functions import MD5, Cast, Left

from apps.feedback.count_capabilities import Counted, count_capabilities
from apps.feedback.count_preferences import Taught, count_preferences
from apps.feedback.domain.propagation import (
    WEIGHTS,
    ChainFacts,
    lessons_of,
    read_facts,
    request_kind,
)
from apps.feedback.models import Contribution
from apps.language.tokens import language_of
from apps.trajectories.domain.tool_chain import ToolCall
from apps.trajectories.models import Step, Trajectory

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence
    from datetime import datetime

    from apps.tenants.models import Tenant

BATCH = 200
ERROR_CHARACTERS = 400
_FIELDS = ["agent", "request_type", "score", "facts", "due", "propagated_at"]


@transaction.atomic
def note_scores(tenant: Tenant, trajectories: Sequence[Trajectory]) -> None:
    """Note that the shown scores of these trajectories changed, so that they teach again."""
    rows = [
        Contribution(tenant=tenant, trajectory=one, agent_id=one.agent_id, due=True)
        for one in sorted(trajectories, key=lambda one: one.pk)
    ]
    _upsert(rows, ["due"])


@transaction.atomic
def propagate_waiting(tenant: Tenant, *, now: datetime) -> list[uuid.UUID]:
    """Let up to a batch of changed scores teach; answers the trajectories that were taken."""
    due = Contribution.objects.for_tenant(tenant).filter(due=True).order_by("pk")
    claimed = list(due.select_for_update(skip_locked=True, of=("self",))[:BATCH])
    _teach(tenant, claimed, now)
    return [one.trajectory_id for one in claimed]


@transaction.atomic
def propagate_scores(tenant: Tenant, trajectories: Sequence[Trajectory], *, now: datetime) -> None:
    """Let the shown scores of these trajectories teach, whatever they taught before."""
    note_scores(tenant, trajectories)
    _teach(tenant, _lock_contributions(tenant, trajectories), now)


@transaction.atomic
def take_back(tenant: Tenant, trajectories: Sequence[Trajectory], *, now: datetime) -> None:
    """Remove all that these trajectories taught, as before they are erased."""
    held = _lock_contributions(tenant, trajectories)
    count_preferences(tenant, held, [])
    count_capabilities(tenant, _counted(held), [], now=now)
    Contribution.objects.for_tenant(tenant).filter(pk__in=[one.pk for one in held]).delete()


def _upsert(rows: Sequence[Contribution], fields: list[str]) -> None:
    """Insert the rows, or change these fields of those that are there."""
    Contribution.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["tenant", "trajectory"],
        update_fields=fields,
    )


def _lock_contributions(tenant: Tenant, trajectories: Sequence[Trajectory]) -> list[Contribution]:
    rows = Contribution.objects.for_tenant(tenant).filter(trajectory__in=trajectories)
    return list(rows.order_by("trajectory_id").select_for_update(of=("self",)))


def _teach(tenant: Tenant, held: Sequence[Contribution], now: datetime) -> None:
    """Read what the runs of these locked rows teach now; their scores are read after the lock."""
    if not held:
        return
    rows = Trajectory.objects.for_tenant(tenant).without_search()
    runs = rows.in_bulk([one.trajectory_id for one in held])
    calls = load_calls(list(runs.values()))
    before = _counted(held)
    for one in held:
        if run := runs.get(one.trajectory_id):
            _read(one, run, calls.get(run.pk, []))
        one.due, one.propagated_at = False, now
    taught = [_taught(one, runs[one.trajectory_id]) for one in held if one.trajectory_id in runs]
    count_preferences(tenant, held, taught)
    count_capabilities(tenant, before, _counted(held), now=now)
    _upsert(held, _FIELDS)


def _read(one: Contribution, run: Trajectory, calls: Sequence[ToolCall]) -> None:
    """Bring a contribution up to date; the facts of a run whose steps are gone stay as they are."""
    one.agent_id, one.score = run.agent_id, run.score
    one.request_type = request_kind(run.intent)
    if calls or not run.tool_count:
        one.facts = read_facts(calls).as_json()


def _taught(one: Contribution, run: Trajectory) -> Taught:
    facts = ChainFacts.from_json(one.facts)
    return Taught(
        contribution=one,
        session_id=run.session_id,
        lessons=lessons_of(facts, score=one.score, source=run.score_source),
        weight=WEIGHTS.get(run.score_source, Decimal(0)),
        language=language_of(run.intent),
        seen_at=run.started_at,
    )


def _counted(held: Sequence[Contribution]) -> list[Counted]:
    return [
        Counted(one.agent_id, one.request_type, one.score, ChainFacts.from_json(one.facts))
        for one in held
        if one.score is not None
    ]


def load_calls(trajectories: Sequence[Trajectory]) -> dict[uuid.UUID, list[ToolCall]]:
    """Load every call of each trajectory, with a digest for its arguments and its error's head."""
    if not trajectories:
        return {}
    calls: dict[uuid.UUID, list[ToolCall]] = defaultdict(list)
    rows = (
        Step.objects.of_trajectories(trajectories)
        .tool_calls()
        .annotate(digest=MD5(Cast("args", TextField())), head=Left("error", ERROR_CHARACTERS))
    )
    columns = ("trajectory_id", "tool", "digest", "status", "head", "output_summary")
    for trajectory_id, tool, digest, status, error, result in rows.values_list(*columns).iterator(
        5000
    ):
        args = {"digest": digest} if digest else None
        calls[trajectory_id].append(ToolCall(tool, args, status, error, result))
    return calls
