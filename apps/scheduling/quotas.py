"""How much one person may have planned, and how often a schedule may fire."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

from apps.errors import Conflict, DomainError
from apps.scheduling.domain.recurrence import preview
from apps.scheduling.domain.spec import Kind
from apps.scheduling.models import Schedule, ScheduleStatus

if TYPE_CHECKING:
    from datetime import datetime

    from apps.scheduling.domain.spec import Spec

MOST_OF_PERSON = 200
SHORTEST_INTERVAL = timedelta(minutes=1)
# Cron expressions and rules are of whole minutes.
FINEST = timedelta(minutes=1)
# Enough to see the two nearest of several times a day, and a week of single ones.
LOOKED_AT = 12


def check_quota(schedule: Schedule) -> None:
    """Refuse what is one too many for its person; the schedule is stored. Raises `over_quota`.

    Call it while the tenant's alarm is held: then whoever adds one at the same moment is counted.
    """
    rows = Schedule.objects.for_tenant(schedule.tenant).exclude(status=ScheduleStatus.FINISHED)
    if schedule.end_user_id:
        rows = rows.filter(end_user=schedule.end_user_id)
    else:
        rows = rows.filter(end_user=None, owner=schedule.owner_id)
    if rows.count() > MOST_OF_PERSON:
        said = f"{MOST_OF_PERSON} schedules are the most of one person."
        raise Conflict("over_quota", f"user_id: {said}")


def check_interval(spec: Spec, now: datetime) -> None:
    """Refuse what fires too often. Raises `too_often`."""
    if SHORTEST_INTERVAL <= FINEST and spec.kind is not Kind.INTERVAL:
        return
    times = preview(spec, now, LOOKED_AT)
    if any(later - earlier < SHORTEST_INTERVAL for earlier, later in pairwise(times)):
        minutes = SHORTEST_INTERVAL // timedelta(minutes=1)
        field = "every" if spec.kind is Kind.INTERVAL else str(spec.kind)
        raise DomainError("too_often", f"{field}: {minutes} min are the least between two firings.")
