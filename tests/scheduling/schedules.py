"""Builders of schedules, and a look at what became of them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from apps.scheduling.change_schedule import create_schedule
from apps.scheduling.confirm_schedule import Purpose
from apps.scheduling.domain.spec import Kind, Spec
from apps.scheduling.models import Schedule, ScheduleRun

if TYPE_CHECKING:
    from collections.abc import Iterable

    from apps.tenants.models import Tenant

MONDAY = datetime(2026, 3, 2, tzinfo=UTC)  # midnight
NINE = MONDAY.replace(hour=9)


def make_schedule(
    tenant: Tenant,
    cron: str = "0 * * * *",
    *,
    purpose: dict[str, Any] | None = None,
    **spec: Any,
) -> Schedule:
    """Store a schedule that fires on the hour, or as a cron expression or `spec` says."""
    when = spec if "kind" in spec else {"kind": Kind.CRON, "cron": (cron,), **spec}
    return create_schedule(
        tenant,
        Spec(**{"timezone": "UTC", **when}),
        purpose=Purpose(name="Report", **(purpose or {})),
        by="ann",
    )


def runs_of(schedule: Schedule) -> Iterable[ScheduleRun]:
    """The firings of a schedule, the earliest first."""
    rows = ScheduleRun.objects.for_tenant(schedule.tenant)
    return rows.filter(schedule=schedule).order_by("scheduled_for")


def firings(schedule: Schedule) -> list[tuple[str, str]]:
    """What became of each of its times: the hour and minute in UTC, and the state."""
    return [(f"{run.scheduled_for:%H:%M}", str(run.state)) for run in runs_of(schedule)]
