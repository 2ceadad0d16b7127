"""Name the set of tools of each run, and keep every set once; let go of those that nobody names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import connection

from apps.trajectories.domain.tool_set import tool_set_key
from apps.trajectories.tool_set_models import ToolOfSet, ToolSet

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence

    from apps.tenants.models import Tenant
    from apps.trajectories.models import Trajectory

_UNUSED = """
DELETE FROM trajectories_toolset AS known WHERE tenant_id = %s AND NOT EXISTS (
    SELECT 1 FROM trajectories_trajectory AS run
    WHERE run.tenant_id = known.tenant_id AND run.tool_set = known.key
) RETURNING key
"""
_TOOLS_OF = "DELETE FROM trajectories_toolofset WHERE tenant_id = %s AND key = ANY(%s)"


def note_tool_sets(tenant: Tenant, runs: Sequence[Trajectory]) -> None:
    """Set `tool_set` on runs that are about to be stored, and store the sets that are new."""
    named: dict[uuid.UUID, list[str]] = {}
    for run in runs:
        run.tool_set = tool_set_key(run.tools) if run.tools else None
        if run.tool_set:
            named[run.tool_set] = sorted(set(run.tools))
    known = ToolSet.objects.for_tenant(tenant).filter(key__in=list(named))
    for key in known.values_list("key", flat=True):
        del named[key]
    # In order of their keys: two who store the same sets wait for each other in one order.
    new = sorted(named.items())
    ToolSet.objects.bulk_create(
        [ToolSet(tenant=tenant, key=key, tools=tools) for key, tools in new], ignore_conflicts=True
    )
    rows = [
        ToolOfSet(tenant=tenant, tool=tool, size=len(tools), key=key)
        for key, tools in new
        for tool in tools
    ]
    ToolOfSet.objects.bulk_create(rows, ignore_conflicts=True)


def forget_unused_sets(tenant: Tenant) -> int:
    """Remove the sets that no run has any more; answers how many."""
    with connection.cursor() as cursor:
        cursor.execute(_UNUSED, [tenant.pk])
        gone = [key for (key,) in cursor.fetchall()]
        cursor.execute(_TOOLS_OF, [tenant.pk, gone])
    return len(gone)
