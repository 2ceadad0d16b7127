"""Count days of runs into roll-ups by SQL, and take single runs out of them again.

What retention has removed can no longer be counted: of days that it has reached, what was counted
before stays.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from itertools import batched
from typing import TYPE_CHECKING, Any

from django.db import connection
from django.db.models import Sum
from django.db.models.functions import TruncDate

from apps.learning import roll_up_sql as sql
from apps.learning.rollup_models import DayRollUp, ToolRollUp
from apps.trajectories.models import Trajectory

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from apps.tenants.models import Tenant
    from apps.trajectories.querysets import TrajectoryQuerySet

DAYS_A_STATEMENT = 31
_DAY = timedelta(days=1)


def days_of(runs: TrajectoryQuerySet[Trajectory]) -> set[date]:
    """The days on which these runs were opened."""
    opened = runs.order_by().annotate(day=TruncDate("opened_at", tzinfo=UTC))
    return set(opened.values_list("day", flat=True).distinct())


def count_days(tenant: Tenant, days: set[date], *, now: datetime) -> list[date]:
    """Count days anew; answers those that could be, as nothing of their runs is gone.

    Their calls are counted as long as all their steps are there, or when nothing was before.
    """
    whole = sorted(_whole(tenant, days))
    known = DayRollUp.objects.for_tenant(tenant).filter(day__in=whole)
    counted = set(known.values_list("day", flat=True))
    edge = _last_day_without_steps(tenant, now)
    for some in batched(whole, DAYS_A_STATEMENT):
        _replace_runs(tenant, some)
        _replace_calls(tenant, [day for day in some if day > edge or day not in counted])
    return whole


def uncount(tenant: Tenant, runs: TrajectoryQuerySet[Trajectory], *, now: datetime) -> None:
    """Take runs that are counted out again, while they and their steps are still there."""
    found = list(runs.order_by("opened_at").values_list("pk", "opened_at"))
    if not found:
        return
    values = {
        "tenant": tenant.pk,
        "ids": [pk for pk, _ in found],
        "first": found[0][1],
        "end": found[-1][1] + _DAY,
        "without_steps": _last_day_without_steps(tenant, now),
    }
    for statement in (sql.UNCOUNT_RUNS, sql.UNCOUNT_CALLS, sql.FORGET_TOOLS):
        _run(statement, **values)
    DayRollUp.objects.for_tenant(tenant).filter(trajectories=0).delete()
    ToolRollUp.objects.for_tenant(tenant).filter(calls=0).delete()


def _replace_runs(tenant: Tenant, days: Sequence[date]) -> None:
    DayRollUp.objects.for_tenant(tenant).filter(day__in=days).delete()
    _run(sql.COUNT_RUNS, tenant=tenant.pk, days=list(days))


def _replace_calls(tenant: Tenant, days: Sequence[date]) -> None:
    if days:
        ToolRollUp.objects.for_tenant(tenant).filter(day__in=days).delete()
        first, end = midnight(days[0]), midnight(days[-1], after=1)
        _run(sql.COUNT_CALLS, tenant=tenant.pk, days=list(days), first=first, end=end)


def _whole(tenant: Tenant, days: set[date]) -> set[date]:
    """Leave out the days that retention has taken runs of.

    It takes the oldest first: before the oldest run there are no more, and of its own day some
    may be gone, which shows when fewer are left than were counted.
    """
    runs = Trajectory.objects.for_tenant(tenant)
    oldest = runs.order_by("opened_at").values_list("opened_at", flat=True).first()
    if oldest is None:
        return set()
    first = oldest.astimezone(UTC).date()
    whole = {day for day in days if day > first}
    if first in days:
        of_day = runs.filter(opened_at__lt=midnight(first, after=1), closed_at__isnull=False)
        counted = DayRollUp.objects.for_tenant(tenant).filter(day=first)
        if of_day.count() >= (counted.aggregate(sum=Sum("trajectories"))["sum"] or 0):
            whole.add(first)
    return whole


def _last_day_without_steps(tenant: Tenant, now: datetime) -> date:
    """The last day of which steps may be gone, or may go while its calls are counted."""
    kept = timedelta(days=tenant.learning.trajectory.step_retention_days)
    return (now - kept + _DAY).astimezone(UTC).date()


def midnight(day: date, *, after: int = 0) -> datetime:
    """The moment at which a day begins, or one so many days after it."""
    return datetime.combine(day, time.min, UTC) + after * _DAY


def _run(statement: str, **values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
