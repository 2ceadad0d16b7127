"""Name the set of tools of runs that were scored before sets were kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import migrations

from apps.tenants.isolation import tenant_context
from apps.trajectories.domain.tool_set import tool_set_key

if TYPE_CHECKING:
    import uuid

    from django.db.backends.base.schema import BaseDatabaseSchemaEditor
    from django.db.migrations.state import StateApps

BATCH = 1000


def name_tool_sets(apps: StateApps, _: BaseDatabaseSchemaEditor | None) -> None:
    """Go through each tenant's runs by id, a transaction a batch; may be run again."""
    for tenant_id in apps.get_model("tenants", "Tenant").objects.values_list("pk", flat=True):
        last = None
        while True:
            with tenant_context(tenant_id):
                last = _name_batch(apps, tenant_id, after=last)
            if last is None:
                break


def _name_batch(apps: StateApps, tenant_id: uuid.UUID, *, after: Any) -> Any:
    run = apps.get_model("trajectories", "Trajectory")
    rows = run.objects.filter(tenant_id=tenant_id, tool_set=None, scored_at__isnull=False)
    rows = rows.filter(pk__gt=after) if after else rows
    batch = list(rows.only("pk", "tools").order_by("pk").select_for_update()[:BATCH])
    named = {}
    for one in batch:
        one.tool_set = tool_set_key(one.tools)
        if one.tool_set:
            named[one.tool_set] = sorted(set(one.tools))
    _store(apps, tenant_id, named)
    run.objects.bulk_update(batch, ["tool_set"])
    return batch[-1].pk if batch else None


def _store(apps: StateApps, tenant_id: uuid.UUID, named: dict[uuid.UUID, list[str]]) -> None:
    new = sorted(named.items())
    sets = apps.get_model("trajectories", "ToolSet")
    sets.objects.bulk_create(
        [sets(tenant_id=tenant_id, key=key, tools=tools) for key, tools in new],
        ignore_conflicts=True,
    )
    of_sets = apps.get_model("trajectories", "ToolOfSet")
    rows = [
        of_sets(tenant_id=tenant_id, tool=tool, size=len(tools), key=key)
        for key, tools in new
        for tool in tools
    ]
    of_sets.objects.bulk_create(rows, ignore_conflicts=True)
    # Kept from retention, which removes what no run names, until the runs name them.
    list(sets.objects.filter(tenant_id=tenant_id, key__in=named).select_for_update())


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("trajectories", "0005_tool_sets"),
    ]

    operations = [
        migrations.RunPython(name_tool_sets, migrations.RunPython.noop),
    ]
