"""Look back over the runs since the last look: counts, tools, errors, trend, what was proposed."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.db.models import Avg, Count, Min, Q

from apps.evolution.models import Proposal
from apps.learning.domain.tool_statistics import ToolStatistic, error_prone
from apps.learning.domain.trend import trend
from apps.learning.models import Reflection
from apps.tenants.each_tenant import for_each_tenant
from apps.tenants.isolation import tenant_context
from apps.trajectories.models import Step, Trajectory

if TYPE_CHECKING:
    from datetime import datetime

    from apps.tenants.models import Tenant
    from apps.trajectories.querysets import TrajectoryQuerySet

MOST_TOOLS = 50
_PLACES = Decimal("0.001")


def reflect(tenant: Tenant, *, now: datetime, trigger: str) -> Reflection:
    """Write a reflection over every run since the last one."""
    last = Reflection.objects.for_tenant(tenant).order_by("-until").first()
    since = last.until if last else None
    report = _report(tenant, since, now)
    return Reflection.objects.create(
        tenant=tenant, since=since, until=now, trigger=trigger, report=report
    )


def reflect_where_due(*, now: datetime) -> int:
    """Write the reflections whose tenants' interval has passed; answers how many."""
    written: list[Reflection] = []

    def look_back(tenant: Tenant) -> None:
        with tenant_context(tenant.pk):
            if is_reflection_due(tenant, now=now):
                written.append(reflect(tenant, now=now, trigger="scheduled"))

    for_each_tenant(look_back)
    return len(written)


def is_reflection_due(tenant: Tenant, *, now: datetime) -> bool:
    """Tell whether the interval since the last reflection, or since the start, has passed."""
    interval = timedelta(milliseconds=tenant.learning.reflection.interval_ms)
    last = Reflection.objects.for_tenant(tenant).order_by("-until").first()
    begun = last.until if last else tenant.created_at
    return tenant.learning.enabled and now - begun >= interval


def _report(tenant: Tenant, since: datetime | None, now: datetime) -> dict[str, Any]:
    runs = Trajectory.objects.for_tenant(tenant).closed_between(since, now)
    counts = runs.aggregate(
        total=Count("pk"), scored=Count("score"), mean=Avg("score"), first=Min("opened_at")
    )
    outcomes = runs.order_by().values_list("outcome").annotate(count=Count("pk"))
    scores = runs.filter(score__isnull=False).order_by("started_at").values_list("score", flat=True)
    tools = tool_use(tenant, runs, counts["first"])
    proposed = Proposal.objects.for_tenant(tenant).filter(created_at__lt=now)
    proposed = proposed.filter(created_at__gte=since) if since else proposed
    return {
        "trajectories": counts["total"],
        "scored": counts["scored"],
        "scored_percent": round(100 * counts["scored"] / max(1, counts["total"]), 1),
        "average_score": _number(counts["mean"]),
        "outcomes": {outcome or "unknown": count for outcome, count in outcomes},
        "trend": trend(list(scores)),
        "tools": [
            {
                "tool": one.tool,
                "calls": one.calls,
                "errors": one.errors,
                "error_rate": _number(one.error_rate),
            }
            for one in tools[:MOST_TOOLS]
        ],
        "error_prone_tools": error_prone(tools),
        "proposals": [
            {"id": str(one.pk), "name": one.name, "action": one.action, "status": one.status}
            for one in proposed.order_by("created_at")
        ],
    }


def tool_use(
    tenant: Tenant, runs: TrajectoryQuerySet[Trajectory], first: datetime | None
) -> list[ToolStatistic]:
    """Count the calls and errors of each tool in these runs, the most used first.

    `first` is when the oldest of them was opened: no earlier partition is read.
    """
    if first is None:
        return []
    steps = Step.objects.for_tenant(tenant).filter(
        trajectory_opened_at__gte=first, trajectory_id__in=runs.order_by().values("pk")
    )
    errors = Count("sequence", filter=Q(status="error"))
    rows = steps.tool_calls().values_list("tool").annotate(calls=Count("sequence"), errors=errors)
    return [
        ToolStatistic(tool, calls, failed, Decimal(failed) / calls)
        for tool, calls, failed in rows.order_by("-calls", "tool")
    ]


def _number(value: Any) -> float | None:
    return None if value is None else float(Decimal(value).quantize(_PLACES))
