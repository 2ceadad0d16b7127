"""Looking back over 100,000 trajectories of one tenant, and counting all of them anew."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import connection, transaction
from django.utils import timezone

from apps.feedback.record_feedback import record_feedback
from apps.learning.reflect import reflect
from apps.learning.roll_up import rebuild_roll_ups, roll_up
from apps.tenants.isolation import tenant_context
from apps.trajectories.models import Trajectory
from apps.trajectories.partitions import ensure_partitions
from benchmarks.load import TRAJECTORIES, record_sessions, score_all
from benchmarks.stand import settle
from benchmarks.table import print_table
from benchmarks.team import make_team
from benchmarks.timing import Timings, repeat

if TYPE_CHECKING:
    from collections.abc import Callable

    from apps.learning.models import Reflection
    from apps.tenants.models import Tenant
    from benchmarks.stand import Stand

COPIES = 9
APART = timedelta(days=2.8)  # all of it lies within the 30 days for which steps are kept
OLDEST = (COPIES + 1) * APART
TIMES = 5
_COPY_ID = "md5(id::text || %(copy)s)::uuid"
_MOMENTS = ("started_at", "opened_at", "last_event_at", "completed_at", "closed_at", "scored_at")
_SHIFTED = f"""
    jsonb_build_object('id', {_COPY_ID}, 'turn_id', turn_id || '-' || %(copy)s,
    {", ".join(f"'{name}', {name} + %(apart)s" for name in _MOMENTS)})
"""
COPY_RUNS = f"""
    INSERT INTO trajectories_trajectory
    SELECT moved.* FROM trajectories_trajectory AS run,
        jsonb_populate_record(run, {_SHIFTED}) AS moved
    WHERE run.tenant_id = %(tenant)s AND run.id = ANY(%(ids)s)
"""
COPY_STEPS = """
    INSERT INTO trajectories_step
    SELECT moved.* FROM trajectories_step AS step, jsonb_populate_record(step, jsonb_build_object(
        'trajectory_id', md5(trajectory_id::text || %(copy)s)::uuid,
        'trajectory_opened_at', trajectory_opened_at + %(apart)s)) AS moved
    WHERE step.tenant_id = %(tenant)s AND step.trajectory_id = ANY(%(ids)s)
"""


def run(stand: Stand) -> None:
    """Record and score 10,000 runs, copy them to other days, look back and count."""
    team = make_team(stand, "reflection")
    begun = time.perf_counter()
    load(team.tenant)
    loaded_s = time.perf_counter() - begun
    settle(stand)
    rebuilt = repeat(3, lambda: _inside(team.tenant, _rebuild))
    settle(stand)
    looked = Timings()
    for _ in range(TIMES):
        with looked.measure(), transaction.atomic():
            written = _inside(team.tenant, _look_back)
            transaction.set_rollback(True)
    after_a_change = Timings()
    for number in range(TIMES):
        rating = number / TIMES  # another one each time: the same again is no change
        _inside(team.tenant, lambda tenant, rating=rating: _judge_one(tenant, rating))
        with after_a_change.measure():
            _inside(team.tenant, _roll_up)
    total, calls = written.report["trajectories"], sum(t["calls"] for t in written.report["tools"])
    assert total == TRAJECTORIES * (COPIES + 1), total
    print_table(
        f"Reflection over {total:,} trajectories of one tenant, {calls:,} calls "
        f"(made in {loaded_s:.0f} s)",
        ["operation", "p50 s", "slowest s", "times", "goal"],
        [
            _line("reflect, from roll-ups", looked, "<= 1 s"),
            _line("rebuild all roll-ups", rebuilt, "<= 60 s"),
            _line("count a changed day anew", after_a_change, ""),
        ],
    )


def load(tenant: Tenant) -> None:
    """Fill 28 days: the first tenth as agents report it and a worker scores it, then copies."""
    now = timezone.now()
    record_sessions(tenant, oldest=now - OLDEST, youngest=now - OLDEST + APART)
    score_all(tenant)
    with tenant_context(tenant.pk):
        runs = Trajectory.objects.for_tenant(tenant)
        openings = dict(runs.values_list("pk", "opened_at"))
    for copy in range(1, COPIES + 1):
        with tenant_context(tenant.pk), connection.cursor() as cursor:
            ensure_partitions({opened + copy * APART for opened in set(openings.values())})
            values = {"tenant": tenant.pk, "ids": list(openings), "copy": str(copy)}
            for statement in (COPY_RUNS, COPY_STEPS):
                cursor.execute(statement, values | {"apart": copy * APART})


def _inside[Answer](tenant: Tenant, action: Callable[[Tenant], Answer]) -> Answer:
    with tenant_context(tenant.pk):
        return action(tenant)


def _rebuild(tenant: Tenant) -> None:
    rebuild_roll_ups(tenant, now=timezone.now())


def _look_back(tenant: Tenant) -> Reflection:
    return reflect(tenant, now=timezone.now(), trigger="manual")


def _judge_one(tenant: Tenant, rating: float) -> None:
    latest = Trajectory.objects.for_tenant(tenant).order_by("-started_at")[0]
    record_feedback(latest, rating, by="bench", member=None)


def _roll_up(tenant: Tenant) -> None:
    roll_up(tenant, now=timezone.now())


def _line(operation: str, timings: Timings, goal: str) -> list[object]:
    seconds = timings.seconds
    return [
        operation,
        f"{timings.median_ms / 1000:.2f}",
        f"{max(seconds):.2f}",
        len(seconds),
        goal,
    ]
