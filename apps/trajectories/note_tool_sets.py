"""Name the set of tools of each run, and keep every set once; let go of those that nobody names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import connection

from apps.trajectories.domain.tool_set import tool_set_key
from apps.trajectories.tool_set_models import ToolOfSet, ToolSet

if TYPE_CHECKING:
    import uuid
    from collections.abc import Collection, Mapping, Sequence

    from apps.tenants.models import Tenant
    from apps.trajectories.models import Trajectory

# What a foreign key would take: those who name a set do not wait for one another, and nobody
# removes it before they are done.
_HOLD = (
    "SELECT key FROM trajectories_toolset WHERE tenant_id = %s AND key = ANY(%s) "
    "ORDER BY key FOR KEY SHARE"
)
_UNUSED = """
SELECT known.key FROM trajectories_toolset AS known WHERE tenant_id = %s AND NOT EXISTS (
    SELECT 1 FROM trajectories_trajectory AS run
    WHERE run.tenant_id = known.tenant_id AND run.tool_set = known.key
)
"""
_LOCK_UNUSED = _UNUSED + "ORDER BY known.key FOR UPDATE OF known SKIP LOCKED"
_FORGET = (
    "DELETE FROM trajectories_toolset WHERE tenant_id = %s "  # noqa: S608 - our own words
    f"AND key IN ({_UNUSED} AND known.key = ANY(%s)) RETURNING key"
)
_TOOLS_OF = "DELETE FROM trajectories_toolofset WHERE tenant_id = %s AND key = ANY(%s)"


def note_tool_sets(tenant: Tenant, runs: Sequence[Trajectory]) -> None:
    """Set `tool_set` on runs that are about to be stored, and store the sets that are new.

    Store the runs in the same transaction: until it ends the sets stay.
    """
    named: dict[uuid.UUID, list[str]] = {}
    for run in runs:
        run.tool_set = tool_set_key(run.tools)
        if run.tool_set:
            named[run.tool_set] = sorted(set(run.tools))
    held = _hold(tenant, named)
    # More than once only where a set that was there is removed at the same moment.
    while missing := {key: tools for key, tools in named.items() if key not in held}:
        _store(tenant, missing)
        held |= _hold(tenant, missing)


def forget_unused_sets(tenant: Tenant) -> int:
    """Remove the sets that no run has any more; answers how many.

    Those held by who is about to name them are left. Whether the others are still unused is asked
    again behind the lock.
    """
    with connection.cursor() as cursor:
        cursor.execute(_LOCK_UNUSED, [tenant.pk])
        unused = [key for (key,) in cursor.fetchall()]
        if not unused:
            return 0
        cursor.execute(_FORGET, [tenant.pk, tenant.pk, unused])
        gone = [key for (key,) in cursor.fetchall()]
        cursor.execute(_TOOLS_OF, [tenant.pk, gone])
    return len(gone)


def _hold(tenant: Tenant, keys: Collection[uuid.UUID]) -> set[uuid.UUID]:
    """Keep sets from being removed until the transaction ends; answers those that are there."""
    if not keys:
        return set()
    with connection.cursor() as cursor:
        cursor.execute(_HOLD, [tenant.pk, list(keys)])
        return {key for (key,) in cursor.fetchall()}


def _store(tenant: Tenant, named: Mapping[uuid.UUID, list[str]]) -> None:
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
