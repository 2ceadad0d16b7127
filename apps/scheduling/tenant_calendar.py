"""The days on which a tenant's schedules may rest, read where one of them asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.scheduling.models import Holiday

if TYPE_CHECKING:
    from datetime import date

    from apps.scheduling.models import Schedule
    from apps.tenants.models import Tenant


def has_calendar(tenant: Tenant) -> bool:
    """Tell whether a tenant has said on which days it does not work."""
    return Holiday.objects.for_tenant(tenant).exists()


def days_off_of(schedule: Schedule) -> frozenset[date]:
    """Give the days on which a schedule rests."""
    return days_off(schedule.tenant, wanted=True) if schedule.skips_holidays else frozenset()


def days_off(tenant: Tenant, *, wanted: bool) -> frozenset[date]:
    """Give a tenant's holidays; none, and no question to the database, unless they are wanted."""
    if not wanted:
        return frozenset()
    return frozenset(Holiday.objects.for_tenant(tenant).values_list("day", flat=True))
