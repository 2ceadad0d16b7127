"""Fire what is due: claim schedules in batches, note each firing once, move on, then announce.

Any number of ticks may run at once: a row is claimed by one of them, and a firing is unique by its
schedule and its time. A schedule whose next time cannot be told is paused with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any, cast

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db import connection
from django.db.models import Count

from apps.scheduling.alarm import put_off_alarm, reset_alarm
from apps.scheduling.domain.misfire import Firings, Policy, Terms, plan_firings
from apps.scheduling.give_way import give_way, hold_resting
from apps.scheduling.models import (
    Alarm,
    Overlap,
    RunState,
    Schedule,
    ScheduleRun,
    ScheduleStatus,
)
from apps.scheduling.signals import announce_runs
from apps.scheduling.tell_missed import tell_missed
from apps.scheduling.tenant_calendar import days_off
from apps.tenants.ids import new_id
from apps.tenants.isolation import tenant_context
from apps.trajectories.domain.cleaning import clean_text

if TYPE_CHECKING:
    import uuid
    from collections.abc import Collection, Mapping
    from datetime import date, datetime

    from apps.tenants.models import Tenant

log = structlog.get_logger(__name__)

# An edit of one of them waits for all of them.
BATCH = 200
MOST_RUNS_A_BATCH = 5000
TENANTS_A_TICK = 200
# Of one tenant in a tick; what is left is found by the next, two seconds later.
BATCHES_A_TICK = 250
MOST_QUEUED = 100
REST_AFTER_FAILURE = timedelta(minutes=1)
# So long a firing waits for whoever heard of it before it is announced again.
HEARD_WITHIN = timedelta(minutes=2)

LATE = "It was late."
LATE_AND_MORE = "It was late, and so were times before it that are not listed."
UNDER_WAY = "The firing before it was still under way."
QUEUE_IS_FULL = "Too many firings before it were waiting."

_NOTE = """
INSERT INTO scheduling_schedulerun
    (id, tenant_id, schedule_id, scheduled_for, state, detail, finished_at, created_at,
     announce_at, by_hand, request_key, attempts)
SELECT new.id, %s, new.schedule_id, new.at, new.state, new.detail,
       CASE WHEN new.state IN ('missed', 'skipped') THEN %s END, %s, %s, false, '', 0
FROM unnest(%s::uuid[], %s::uuid[], %s::timestamptz[], %s::text[], %s::text[])
    AS new(id, schedule_id, at, state, detail)
ON CONFLICT DO NOTHING RETURNING id, state
"""
_MOVE = """
UPDATE scheduling_schedule SET next_run_at = new.next_run_at, status = new.status,
    pause_reason = new.pause_reason,
    fired = scheduling_schedule.fired + new.fired
FROM unnest(%s::uuid[], %s::timestamptz[], %s::text[], %s::text[], %s::int[])
    AS new(id, next_run_at, status, pause_reason, fired)
WHERE scheduling_schedule.id = new.id
"""


def tick(now: datetime) -> int:
    """Fire what is due for every tenant; answers how many firings wait to be carried out.

    Tenants take turns, a batch each: one with much to fire keeps nobody waiting.
    """
    fired = 0
    turns = _alarmed(now)
    for _ in range(BATCHES_A_TICK):
        if not turns:
            break
        batches = [(tenant, _fire_batch(tenant, now)) for tenant in turns]
        fired += sum(batch or 0 for _, batch in batches)
        turns = [tenant for tenant, batch in batches if batch is not None]
    return fired


def _alarmed(now: datetime) -> list[Tenant]:
    """Find whose time has come; one look at one index when it is nobody's."""
    alarms = Alarm.objects.filter(due_at__lte=now, tenant__is_active=True).order_by("due_at")
    return [alarm.tenant for alarm in alarms.select_related("tenant")[:TENANTS_A_TICK]]


def _fire_batch(tenant: Tenant, now: datetime) -> int | None:
    """Fire a batch, or set the alarm anew and answer None when there is nothing more to fire."""
    try:
        fired = fire_due(tenant, now)
        if fired is None:
            with tenant_context(tenant.pk):
                reset_alarm(tenant.pk)
    except SoftTimeLimitExceeded:
        raise  # it is about the tick, not about the tenant
    except Exception:
        log.exception("tenant_failed", tenant=tenant.slug)
        put_off_alarm(tenant.pk, now + REST_AFTER_FAILURE)
        return None
    return fired


def fire_due(tenant: Tenant, now: datetime) -> int | None:
    """Fire a batch of a tenant's schedules; None when there was none to claim."""
    with tenant_context(tenant.pk):
        due = Schedule.objects.for_tenant(tenant).due(now)
        claimed = list(due.select_for_update(skip_locked=True, no_key=True)[:BATCH])
        if not claimed:
            return None
        holidays = days_off(tenant, wanted=any(one.skips_holidays for one in claimed))
        batch = _Batch(now, *_open_runs(tenant, claimed, now), holidays)
        for schedule in claimed:
            batch.add(schedule)
            if len(batch.runs) >= MOST_RUNS_A_BATCH:
                break  # the others are as due as before
        waiting = batch.store(tenant)
        announce_runs(tenant.pk, waiting)
        tell_missed(tenant, claimed, batch.missed())
        return len(waiting)


def _open_runs(
    tenant: Tenant, claimed: list[Schedule], now: datetime
) -> tuple[dict[uuid.UUID, int], dict[uuid.UUID, list[uuid.UUID]]]:
    """Count what is under way, and hold what gives way to the next firing.

    Whoever ends a run holds its schedule, so no end is overlooked.
    """
    ids = [schedule.pk for schedule in claimed]
    runs = ScheduleRun.objects.for_tenant(tenant).under_way().filter(schedule__in=ids)
    open_runs = dict(runs.order_by().values_list("schedule_id").annotate(Count("pk")))
    yields = [one.pk for one in claimed if one.overlap == Overlap.SKIP and one.pk in open_runs]
    return open_runs, hold_resting(tenant, yields, now) if yields else {}


@dataclass(slots=True)
class _Batch:
    """The rows that a batch of schedules comes to, by column."""

    now: datetime
    open_runs: Mapping[uuid.UUID, int]
    resting: Mapping[uuid.UUID, list[uuid.UUID]]
    holidays: Collection[date]
    runs: list[tuple[Any, ...]] = field(default_factory=list)
    moves: list[tuple[Any, ...]] = field(default_factory=list)
    replaced: list[uuid.UUID] = field(default_factory=list)

    def add(self, schedule: Schedule) -> None:
        """Plan what a schedule fires now and when it fires next."""
        try:
            plan = _plan(schedule, self.now, self.holidays)
        except Exception as error:  # the loop goes on, and the row says why it stands still
            log.exception("schedule_paused", schedule=str(schedule.pk))
            said = f"Its next time cannot be told: {type(error).__name__}: {error}"
            self.moves.append((schedule.pk, None, ScheduleStatus.PAUSED, clean_text(said)[:500], 0))
            return
        for place, at in enumerate(plan.missed):
            is_cut = plan.is_cut and place == 0
            self._note(schedule, at, RunState.MISSED, LATE_AND_MORE if is_cut else LATE)
        states = _states(schedule, len(plan.fire), self._still_open(schedule, plan))
        for at, (state, detail) in zip(plan.fire, states, strict=True):
            self._note(schedule, at, state, detail)
        status = ScheduleStatus.ACTIVE if plan.next_run_at else ScheduleStatus.FINISHED
        self.moves.append((schedule.pk, plan.next_run_at, status, "", len(plan.fire)))

    def store(self, tenant: Tenant) -> list[uuid.UUID]:
        """Write all of it in a few statements; answers the firings that wait to be carried out."""
        give_way(tenant, self.replaced, self.now)
        with connection.cursor() as cursor:
            waiting: list[uuid.UUID] = []
            if self.runs:
                columns = [list(column) for column in zip(*self.runs, strict=True)]
                heard_by = self.now + HEARD_WITHIN
                cursor.execute(_NOTE, [tenant.pk, self.now, self.now, heard_by, *columns])
                waiting = [pk for pk, state in cursor.fetchall() if state == RunState.DUE]
            cursor.execute(_MOVE, [list(column) for column in zip(*self.moves, strict=True)])
        return waiting

    def missed(self) -> dict[uuid.UUID, list[datetime]]:
        """Name the times that were missed, by schedule."""
        found: dict[uuid.UUID, list[datetime]] = {}
        for _, schedule_id, at, state, _ in self.runs:
            if state == RunState.MISSED:
                found.setdefault(schedule_id, []).append(at)
        return found

    def _still_open(self, schedule: Schedule, plan: Firings) -> int:
        """Count what is under way, without what gives way to a firing of this plan."""
        count, resting = self.open_runs.get(schedule.pk, 0), self.resting.get(schedule.pk, [])
        if not plan.fire or count > len(resting):
            return count
        self.replaced += resting
        return 0

    def _note(self, schedule: Schedule, at: datetime, state: str, detail: str) -> None:
        self.runs.append((new_id(), schedule.pk, at, str(state), detail))


def _plan(schedule: Schedule, now: datetime, holidays: Collection[date]) -> Firings:
    due = schedule.next_run_at
    assert due is not None  # noqa: S101 – the database holds it
    terms = Terms(
        cast("Policy", schedule.misfire),
        None if schedule.grace_s is None else timedelta(seconds=schedule.grace_s),
        None if schedule.max_runs is None else max(0, schedule.max_runs - schedule.fired),
    )
    return plan_firings(schedule.spec, due, now, terms=terms, holidays=holidays)


def _states(schedule: Schedule, firings: int, open_runs: int) -> list[tuple[str, str]]:
    """Say which firings go ahead, and which wait for those before them or are left out."""
    if open_runs and schedule.overlap == Overlap.SKIP:
        return [(RunState.SKIPPED, UNDER_WAY)] * firings
    states: list[tuple[str, str]] = []
    for place in range(open_runs, open_runs + firings):
        if place == 0:
            states.append((RunState.DUE, ""))
        elif place < MOST_QUEUED:
            states.append((RunState.QUEUED, ""))
        else:
            states.append((RunState.SKIPPED, QUEUE_IS_FULL))
    return states
