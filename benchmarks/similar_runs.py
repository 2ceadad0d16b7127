"""Runs with nearly the same tools among 100,000 of one tenant, beside a look at every run."""

from __future__ import annotations

import json
import random
import time
from decimal import Decimal
from itertools import batched
from typing import TYPE_CHECKING

from django.db import connection
from django.utils import timezone

from apps.tenants.ids import new_id
from apps.tenants.isolation import tenant_context
from apps.trajectories.find_similar_runs import rank_by_tools
from apps.trajectories.models import Trajectory
from apps.trajectories.note_tool_sets import note_tool_sets
from apps.trajectories.record_events import record_events
from apps.trajectories.schemas import Event
from benchmarks.events import run_events
from benchmarks.stand import settle
from benchmarks.table import print_table
from benchmarks.team import make_team
from benchmarks.timing import Timings

if TYPE_CHECKING:
    import uuid

    from apps.tenants.models import Tenant
    from benchmarks.stand import Stand

RUNS = 100_000
QUERIES = 40
LIMIT = 20
LEAST = Decimal("0.50")
A_BATCH = 5000
_COPY = """
INSERT INTO trajectories_trajectory SELECT moved.* FROM trajectories_trajectory AS run,
    unnest(%s::uuid[], %s::text[]) AS new(id, tools), jsonb_populate_record(run, jsonb_build_object(
        'id', new.id, 'turn_id', new.id, 'tools', new.tools::jsonb)) AS moved
WHERE run.id = %s
"""
_NAME = """
UPDATE trajectories_trajectory SET tool_set = new.key
FROM unnest(%s::uuid[], %s::uuid[]) AS new(id, key) WHERE trajectories_trajectory.id = new.id
"""
_SCAN = """
SELECT id, shared::numeric / (%s + cardinality(tools) - shared) AS similarity FROM (
    SELECT id, started_at, tools,
        (SELECT count(*) FROM unnest(tools) AS tool WHERE tool = ANY(%s)) AS shared
    FROM trajectories_trajectory WHERE tenant_id = %s
) AS run WHERE shared >= %s * (%s + cardinality(tools) - shared)
ORDER BY similarity DESC, started_at DESC, id DESC LIMIT %s
"""


def run(stand: Stand) -> None:
    """Ask for the runs like one, both ways, where sets repeat and where hardly any does."""
    lines = []
    for name, draw in (
        ("sets as teams use them", _usual),
        ("every run its own set", _all_differ),
        ("its own, of tools used unevenly", _uneven),
    ):
        team = make_team(stand, f"similar-{draw.__name__.strip('_').replace('_', '-')}")
        begun = time.perf_counter()
        sets = _load(team.tenant, draw)
        settle(stand)
        loaded = time.perf_counter() - begun
        lines.append([name, len(set(sets)), *_compare(team.tenant, sets), f"{loaded:.0f} s"])
    print_table(
        f"Similar runs among {RUNS:,}, the best {LIMIT} at a Jaccard index of {LEAST} or more",
        ["tools", "sets", "scan p50 ms", "ours p50 ms", "ours to scan", "recall", "made in"],
        lines,
    )


def _usual(draw: random.Random) -> tuple[str, ...]:
    """One of some thousand ways to work, a few of them far more often, or nearly that."""
    kind = min(int(draw.paretovariate(0.8)), 400)
    own = random.Random(kind)
    tools = {f"tool-{min(int(own.paretovariate(0.7)), 300)}" for _ in range(own.randint(3, 10))}
    if draw.random() < 0.3:
        tools.add(f"tool-{draw.randint(1, 300)}")
    return tuple(sorted(tools))


def _all_differ(draw: random.Random) -> tuple[str, ...]:
    return tuple(sorted({f"tool-{draw.randint(1, 2000)}" for _ in range(draw.randint(3, 10))}))


def _uneven(draw: random.Random) -> tuple[str, ...]:
    """Hardly ever the same set, and a few tools in most of them."""
    size = draw.randint(3, 10)
    return tuple(sorted({f"tool-{min(int(draw.paretovariate(0.5)), 2000)}" for _ in range(size)}))


def _load(tenant: Tenant, draw_set: object) -> list[tuple[str, ...]]:
    draw = random.Random(1)
    sets = [draw_set(draw) for _ in range(RUNS)]  # type: ignore[operator]
    with tenant_context(tenant.pk):
        told = run_events(0, session="first", calls=1, begun=timezone.now())
        events = [Event.model_validate(one) for one in told]
        record_events(tenant, events, source="api", now=timezone.now())
        first = Trajectory.objects.for_tenant(tenant).get()
        for some in batched(sets, A_BATCH):
            _store(tenant, first.pk, some)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE trajectories_trajectory")
    return sets


def _store(tenant: Tenant, first: uuid.UUID, some: tuple[tuple[str, ...], ...]) -> None:
    rows = [Trajectory(pk=new_id(), tools=list(tools)) for tools in some]
    note_tool_sets(tenant, rows)
    ids = [row.pk for row in rows]
    with connection.cursor() as cursor:
        cursor.execute(_COPY, [ids, [json.dumps(row.tools) for row in rows], first])
        cursor.execute(_NAME, [ids, [row.tool_set for row in rows]])


def _compare(tenant: Tenant, sets: list[tuple[str, ...]]) -> list[object]:
    scan, ours, hits, wanted = Timings(), Timings(), 0, 0
    asked = random.Random(2).sample(sets, QUERIES)
    with tenant_context(tenant.pk):
        for tools in asked:
            with scan.measure():
                expected = _scan(tenant, tools)
            with ours.measure():
                found = rank_by_tools(tenant, tools, least=LEAST, limit=LIMIT)
            hits += len({pk for pk, _ in found} & {pk for pk, _ in expected})
            wanted += len(expected)
            assert [round(it[1], 6) for it in found] == [round(it[1], 6) for it in expected]
    ratio = ours.median_ms / scan.median_ms
    return [
        f"{scan.median_ms:.1f}",
        f"{ours.median_ms:.1f}",
        f"{ratio:.3f}",
        f"{hits / wanted:.3f}",
    ]


def _scan(tenant: Tenant, tools: tuple[str, ...]) -> list[tuple[uuid.UUID, Decimal]]:
    size = len(tools)
    with connection.cursor() as cursor:
        cursor.execute(_SCAN, [size, list(tools), tenant.pk, LEAST, size, LIMIT])
        return list(cursor.fetchall())
