"""Find the runs that used nearly the same tools: exactly, without looking at every run."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.db import connection

from apps.trajectories.domain.tool_set import MOST_TOOLS, order_similarity, sizes_alike
from apps.trajectories.load_chains import load_called
from apps.trajectories.models import Trajectory

if TYPE_CHECKING:
    import uuid
    from collections.abc import Collection

    from apps.tenants.models import Tenant

    Ranked = list[tuple[uuid.UUID, Decimal]]

MOST_FOUND = 100
LEAST_SIMILARITY = Decimal("0.50")
MORE_EACH_TIME = 4

# Answered from one index alone: it holds the tenant, the tool, the size of the set and its key.
# The threshold is a fraction of whole numbers, so that nothing is rounded.
_SETS = """
SELECT key, count(*)::numeric / (%(size)s + size - count(*)) AS similarity
FROM trajectories_toolofset
WHERE tenant_id = %(tenant)s AND tool = ANY(%(tools)s::text[])
    AND size BETWEEN %(smallest)s AND %(largest)s
GROUP BY key, size
HAVING count(*) * %(whole)s >= %(part)s * (%(size)s + size - count(*))
ORDER BY similarity DESC, key
"""
# Of each set only as many runs as are wanted at all; the sets come best first.
_RUNS = """
SELECT run.id, alike.similarity
FROM unnest(%s::uuid[], %s::numeric[]) AS alike(key, similarity)
CROSS JOIN LATERAL (
    SELECT id, started_at FROM trajectories_trajectory
    WHERE tenant_id = %s AND tool_set = alike.key ORDER BY started_at DESC, id DESC LIMIT %s
) AS run
ORDER BY alike.similarity DESC, run.started_at DESC, run.id DESC LIMIT %s
"""


@dataclass(frozen=True, slots=True)
class SimilarRun:
    """A run with how alike its set of tools is, and how much of both is in one order."""

    trajectory: Trajectory
    similarity: Decimal
    order_similarity: Decimal


def find_similar_runs(
    run: Trajectory, *, least: Decimal = LEAST_SIMILARITY, limit: int = 20
) -> list[SimilarRun]:
    """Find the runs most like one in their tools, of equally like ones the latest.

    Of those found the most alike come first, then those whose calls are in the same order, then
    the latest.
    """
    found = rank_by_tools(run.tenant, run.tools, least=least, limit=limit + 1)
    wanted = [(pk, similarity) for pk, similarity in found if pk != run.pk][:limit]
    rows = (
        Trajectory.objects.for_tenant(run.tenant)
        .without_search()
        .select_related("session", "agent", "end_user")
    )
    by_id = {row.pk: row for row in rows.filter(pk__in=[pk for pk, _ in wanted])}
    called = load_called([run, *by_id.values()])
    mine = called.get(run.pk, [])
    similar = [
        SimilarRun(by_id[pk], similarity, order_similarity(mine, called.get(pk, [])))
        for pk, similarity in wanted
        if pk in by_id
    ]
    return sorted(similar, key=lambda one: (-one.similarity, -one.order_similarity))


def rank_by_tools(tenant: Tenant, tools: Collection[str], *, least: Decimal, limit: int) -> Ranked:
    """Rank a tenant's runs by the Jaccard index of their tools to these, exactly.

    A set may be without a run, until it is removed: then more sets are looked at.
    """
    best = similar_sets(tenant, tools, least=least)
    ranked: Ranked = []
    step = limit
    while best and len(ranked) < limit:
        some = _with_equals(best, step)
        ranked += _latest_runs(tenant, some, limit=limit)
        best, step = best[len(some) :], step * MORE_EACH_TIME
    return ranked[:limit]


def similar_sets(tenant: Tenant, tools: Collection[str], *, least: Decimal) -> Ranked:
    """Find the tenant's sets of tools that are alike enough, with how much, the best first."""
    wanted = sorted(set(tools))
    if not 0 < len(wanted) <= MOST_TOOLS:
        return []
    smallest, largest = sizes_alike(len(wanted), least)
    part, whole = least.as_integer_ratio()
    values: dict[str, Any] = {"tenant": tenant.pk, "tools": wanted, "size": len(wanted)}
    values |= {"smallest": smallest, "largest": largest, "part": part, "whole": whole}
    with connection.cursor() as cursor:
        cursor.execute(_SETS, values)
        return list(cursor.fetchall())


def _with_equals(best: Ranked, count: int) -> Ranked:
    """Take so many sets, and those that are no less alike than the last of them."""
    worst = best[min(count, len(best)) - 1][1]
    return [one for one in best if one[1] >= worst]


def _latest_runs(tenant: Tenant, sets: Ranked, *, limit: int) -> Ranked:
    keys, similarities = zip(*sets, strict=True)
    with connection.cursor() as cursor:
        cursor.execute(_RUNS, [list(keys), list(similarities), tenant.pk, limit, limit])
        return list(cursor.fetchall())
