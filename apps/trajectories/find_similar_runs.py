"""Find the runs that used nearly the same tools: exactly, without looking at every run."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from django.db import connection
from django.db.models import Count

from apps.trajectories.domain.tool_set import bounds_of, order_similarity
from apps.trajectories.load_chains import load_chains
from apps.trajectories.models import Trajectory
from apps.trajectories.tool_set_models import ToolOfSet, ToolSet

if TYPE_CHECKING:
    import uuid
    from collections.abc import Collection

    from apps.tenants.models import Tenant

MOST_FOUND = 100
LEAST_SIMILARITY = Decimal("0.50")

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
    """Find runs like one: the most alike in their tools first, of these the latest first."""
    found = rank_by_tools(run.tenant, run.tools, least=least, limit=limit + 1)
    wanted = [(pk, similarity) for pk, similarity in found if pk != run.pk][:limit]
    rows = (
        Trajectory.objects.for_tenant(run.tenant)
        .without_search()
        .select_related("session", "agent", "end_user")
    )
    by_id = {row.pk: row for row in rows.filter(pk__in=[pk for pk, _ in wanted])}
    chains = load_chains(
        [run, *by_id.values()], most=run.tenant.learning.trajectory.max_tool_chain_length
    )
    called = {pk: [call.tool for call in chain] for pk, chain in chains.items()}
    mine = called.get(run.pk, [])
    return [
        SimilarRun(by_id[pk], similarity, order_similarity(mine, called.get(pk, [])))
        for pk, similarity in wanted
        if pk in by_id
    ]


def rank_by_tools(
    tenant: Tenant, tools: Collection[str], *, least: Decimal, limit: int
) -> list[tuple[uuid.UUID, Decimal]]:
    """Rank a tenant's runs by the Jaccard index of their tools to these, exactly."""
    if not tools:
        return []
    best = sorted(similar_sets(tenant, tools, least=least).items(), key=lambda one: -one[1])
    # Each set has a run at least: what is less alike than the last of so many sets is not needed.
    worst = best[min(limit, len(best)) - 1][1] if best else least
    kept = [one for one in best if one[1] >= worst]
    keys, similarities = [key for key, _ in kept], [similarity for _, similarity in kept]
    with connection.cursor() as cursor:
        cursor.execute(_RUNS, [keys, similarities, tenant.pk, limit, limit])
        return list(cursor.fetchall())


def similar_sets(
    tenant: Tenant, tools: Collection[str], *, least: Decimal
) -> dict[uuid.UUID, Decimal]:
    """Find the tenant's sets of tools that are alike enough, with how much."""
    wanted = frozenset(tools)
    bounds = bounds_of(len(wanted), least)
    postings = ToolOfSet.objects.for_tenant(tenant)
    counted = postings.filter(tool__in=wanted).values_list("tool").annotate(Count("pk"))
    uses = dict(counted.order_by())
    rarest = sorted(wanted, key=lambda tool: (uses.get(tool, 0), tool))[: bounds.prefix]
    candidates = postings.filter(
        tool__in=rarest, size__gte=bounds.smallest, size__lte=bounds.largest
    )
    sets = ToolSet.objects.for_tenant(tenant).filter(key__in=candidates.values("key"))
    found: dict[uuid.UUID, Decimal] = {}
    for key, other in sets.values_list("key", "tools").iterator(5000):
        shared = len(wanted.intersection(other))
        union = len(wanted) + len(other) - shared
        if shared >= least * union:
            found[key] = Decimal(shared) / union
    return found
