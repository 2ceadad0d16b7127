"""Keep the roll-ups in line with the runs, day by day: looking back reads these alone.

Nothing is done for an event. Days whose runs were judged are noted by the database (`ChangedDay`),
those with runs that wait to be judged are found by index; either is counted anew as a whole, so
that doing it twice, or after a crash, changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import connection, transaction
from django.db.models import Sum

from apps.learning.count_days import count_days, days_of, uncount
from apps.learning.rollup_models import ChangedDay, DayRollUp, ToolRollUp
from apps.trajectories.models import Trajectory

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date, datetime

    from apps.tenants.models import Tenant
    from apps.trajectories.querysets import TrajectoryQuerySet

LONGEST_WAIT = timedelta(minutes=5)  # a busy day is counted once in this time, not every round


@dataclass(frozen=True, slots=True)
class RolledUp:
    """How many days were counted, and what all roll-ups of the tenant come to now."""

    days: int
    trajectories: int
    calls: int


def roll_up_when_due(tenant: Tenant, *, now: datetime) -> int:
    """Count changed days once the oldest change has waited long enough; answers how many."""
    noted = ChangedDay.objects.for_tenant(tenant).filter(noted_at__lte=now - LONGEST_WAIT)
    return roll_up(tenant, now=now) if noted.exists() else 0


@transaction.atomic
def roll_up(tenant: Tenant, *, now: datetime, also: Iterable[date] = ()) -> int:
    """Count anew every day that changed, and these as well; answers how many were counted.

    A tenant without any roll-up has all its days counted.
    """
    lock_roll_ups(tenant)
    changed = _take_noted(tenant)
    runs = Trajectory.objects.for_tenant(tenant)
    if DayRollUp.objects.for_tenant(tenant).exists():
        days = changed | days_of(runs.to_score()) | set(also)
    else:
        days = days_of(runs)
    return len(count_days(tenant, days, now=now))


@transaction.atomic
def rebuild_roll_ups(tenant: Tenant, *, now: datetime) -> RolledUp:
    """Count every day from its runs, as if nothing had been counted before."""
    lock_roll_ups(tenant)
    _take_noted(tenant)
    days = count_days(tenant, days_of(Trajectory.objects.for_tenant(tenant)), now=now)
    runs = DayRollUp.objects.for_tenant(tenant).aggregate(sum=Sum("trajectories"))
    calls = ToolRollUp.objects.for_tenant(tenant).aggregate(sum=Sum("calls"))
    return RolledUp(len(days), runs["sum"] or 0, calls["sum"] or 0)


@transaction.atomic
def uncount_runs(tenant: Tenant, runs: TrajectoryQuerySet[Trajectory], *, now: datetime) -> None:
    """Take runs out of the roll-ups, to be called before they are erased."""
    roll_up(tenant, now=now)  # what is taken out is then what was counted
    uncount(tenant, runs, now=now)


def lock_roll_ups(tenant: Tenant) -> None:
    """Wait for whoever counts or looks back for this tenant, until the transaction's end."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"roll_ups:{tenant.pk}"])


def _take_noted(tenant: Tenant) -> set[date]:
    """Take the notes there are: a change that is noted later is counted by the next."""
    rows = ChangedDay.objects.for_tenant(tenant)
    noted = dict(rows.values_list("pk", "day"))
    rows.filter(pk__in=noted).delete()
    return set(noted.values())
