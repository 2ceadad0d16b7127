"""Background work on schedules: fire what is due, and find what got lost of it."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from apps.scheduling.fire_due import tick
from apps.scheduling.forget_firings import forget_firings
from apps.scheduling.sweep_runs import sweep_runs
from apps.tenants.each_tenant import for_each_tenant


@shared_task(name="scheduling.tick")
def fire_everywhere() -> None:
    """Fire the schedules whose time has come."""
    tick(timezone.now())


@shared_task(name="scheduling.sweep_runs")
def sweep_runs_everywhere() -> None:
    """Take up the firings that lost messages and killed workers left, tenant by tenant."""
    for_each_tenant(lambda tenant: sweep_runs(tenant, timezone.now()))


@shared_task(name="scheduling.forget_firings")
def forget_firings_everywhere() -> None:
    """Remove old firings and proposals, tenant by tenant."""
    for_each_tenant(lambda tenant: forget_firings(tenant, now=timezone.now()), also_inactive=True)
