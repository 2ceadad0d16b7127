"""Make, change, pause, resume, delete and fire a schedule by hand, each with its audit line.

Whatever changes when a schedule fires sets `next_run_at` and the tenant's alarm with it. A schedule
is held while it is changed, so that no tick moves it meanwhile.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, timedelta
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone as clock

from apps.errors import Conflict, DomainError, NotFound
from apps.scheduling.alarm import alarm_statement, bring_alarm_forward
from apps.scheduling.domain.recurrence import next_run
from apps.scheduling.fire_due import HEARD_WITHIN
from apps.scheduling.give_way import give_way, hold_resting
from apps.scheduling.models import Overlap, RunState, Schedule, ScheduleRun, ScheduleStatus
from apps.scheduling.quotas import check_interval, check_quota
from apps.scheduling.release_queued import release_next
from apps.scheduling.signals import announce_runs, target_chosen
from apps.scheduling.tenant_calendar import days_off
from apps.tenants.audit import audit_statement, record_audit
from apps.tenants.round_trip import ask

if TYPE_CHECKING:
    from datetime import datetime

    from apps.scheduling.confirm_schedule import Purpose
    from apps.scheduling.domain.spec import Spec
    from apps.scheduling.querysets import ScheduleRunQuerySet
    from apps.tenants.models import EndUser, Membership, Tenant

LONGEST_KEY = 200
INSTANT = timedelta(microseconds=1)
TARGET = frozenset({"target", "target_ref", "target_params"})
WAS_PAUSED = "The schedule was paused."


@transaction.atomic
def create_schedule(
    tenant: Tenant,
    spec: Spec,
    *,
    purpose: Purpose,
    by: str,
    owner: Membership | None = None,
    end_user: EndUser | None = None,
) -> Schedule:
    """Make a schedule that fires. Raises `past`, `too_often`, `over_quota`."""
    schedule = Schedule(
        tenant=tenant,
        owner=owner,
        end_user=end_user,
        created_by=by[:200],
        **{name: getattr(purpose, name) for name in purpose.__slots__},
    )
    target_chosen.send(Schedule, schedule=schedule)
    _set_spec(schedule, spec, clock.now())
    schedule.save(force_insert=True)
    bring_alarm_forward(tenant.pk, schedule.next_run_at)
    check_quota(schedule)
    record_audit(tenant, actor=by, action="create_schedule", target=schedule)
    return schedule


def _set_spec(schedule: Schedule, spec: Spec, now: datetime) -> None:
    schedule.kind, schedule.cron = spec.kind, list(spec.cron)
    schedule.rrule, schedule.every, schedule.timezone = spec.rrule, spec.every, spec.timezone
    schedule.max_runs = spec.max_runs
    schedule.skips_holidays = schedule.skips_holidays or spec.skips_holidays
    for name in ("at", "starts_at", "ends_at"):
        wall = getattr(spec, name)
        setattr(schedule, name, wall.replace(tzinfo=UTC) if wall else None)
    check_interval(spec, now)
    if spec.max_runs is not None and schedule.fired >= spec.max_runs:
        raise Conflict("max_runs_used", "max_runs: It has fired that often already.")
    _set_next(schedule, now)


def _set_next(schedule: Schedule, now: datetime) -> None:
    holidays = days_off(schedule.tenant, wanted=schedule.skips_holidays)
    coming = next_run(schedule.spec, now, holidays)
    if coming is None:
        raise Conflict("past", "This time is over; say another.")
    schedule.next_run_at = coming


def edit_schedule(
    schedule: Schedule,
    *,
    by: str,
    spec: Spec | None = None,
    is_held: bool = False,
    **columns: Any,
) -> Schedule:
    """Change what a schedule is for, and when it fires if `spec` says so.

    It is part of the caller's transaction, and refuses before it writes. `is_held` says that the
    schedule was read for update in it. Raises `past`, `too_often`, `max_runs_used`, and
    `over_quota` where one that was finished begins anew.
    """
    if not is_held:
        _hold(schedule)
    was_finished = schedule.status == ScheduleStatus.FINISHED
    for name, value in columns.items():
        setattr(schedule, name, list(value) if isinstance(value, tuple) else value)
    if TARGET & columns.keys():
        target_chosen.send(Schedule, schedule=schedule)
    if spec is None and "skips_holidays" in columns and schedule.status == ScheduleStatus.ACTIVE:
        _set_next(schedule, clock.now())
    if spec is not None:
        _begin_anew(schedule, spec)
    # Counted after it is written: only then is one more an error to take back.
    with transaction.atomic() if was_finished and spec is not None else nullcontext():
        _save(schedule, by=by, action="edit_schedule", changed=_changed(columns, spec))
        if was_finished and spec is not None:
            check_quota(schedule)
    return schedule


def _begin_anew(schedule: Schedule, spec: Spec) -> None:
    if schedule.status == ScheduleStatus.FINISHED:
        schedule.status, schedule.fired = ScheduleStatus.ACTIVE, 0
    _set_spec(schedule, replace(spec, skips_holidays=schedule.skips_holidays), clock.now())
    if schedule.status == ScheduleStatus.PAUSED:
        schedule.next_run_at = None


def _changed(columns: dict[str, Any], spec: Spec | None) -> list[str]:
    return sorted([*columns, *(["spec"] if spec is not None else [])])


@transaction.atomic
def pause_schedule(schedule: Schedule, *, by: str, reason: str = "") -> Schedule:
    """Let a schedule rest, its waiting firings too; one that rests already stays as it is.

    Raises `schedule_finished`.
    """
    _hold(schedule)
    _check_open(schedule)
    if schedule.status == ScheduleStatus.ACTIVE:
        schedule.status, schedule.next_run_at = ScheduleStatus.PAUSED, None
        schedule.pause_reason = reason.strip()[:500] or f"Paused by {by}."[:500]
        _leave_out_waiting(schedule, clock.now())
        _save(schedule, by=by, action="pause_schedule", reason=schedule.pause_reason)
    return schedule


def _leave_out_waiting(schedule: Schedule, now: datetime) -> None:
    runs = ScheduleRun.objects.for_tenant(schedule.tenant).filter(schedule=schedule, by_hand=False)
    waiting = runs.filter(state__in=(RunState.DUE, RunState.QUEUED))
    waiting.update(state=RunState.SKIPPED, detail=WAS_PAUSED, finished_at=now)
    release_next(schedule.tenant, schedule.pk, now)


@transaction.atomic
def resume_schedule(schedule: Schedule, *, by: str) -> Schedule:
    """Let it go on from its next time. Raises `schedule_finished`, `past`."""
    _hold(schedule)
    _check_open(schedule)
    if schedule.status == ScheduleStatus.PAUSED:
        _set_next(schedule, clock.now())
        schedule.status, schedule.pause_reason = ScheduleStatus.ACTIVE, ""
        _save(schedule, by=by, action="resume_schedule")
    return schedule


@transaction.atomic
def delete_schedule(schedule: Schedule, *, by: str) -> None:
    """Remove a schedule with all that it did."""
    _hold(schedule)
    record_audit(schedule.tenant, actor=by, action="delete_schedule", target=schedule)
    schedule.delete()


@transaction.atomic
def run_now(schedule: Schedule, *, by: str, key: str = "") -> ScheduleRun:
    """Fire a schedule once more; its own times stay as they are.

    Once for a `key`, and without one not again while what was asked for before still waits. While
    another firing is under way this one waits for it; one that waits to be tried again gives way,
    unless firings queue. Raises `invalid_key`.
    """
    if len(key) > LONGEST_KEY:
        raise DomainError("invalid_key", f"idempotency_key: {LONGEST_KEY} characters are the most.")
    _hold(schedule)
    runs = ScheduleRun.objects.for_tenant(schedule.tenant).filter(schedule=schedule)
    waiting = runs.filter(by_hand=True, state__in=(RunState.DUE, RunState.QUEUED), attempts=0)
    asked_before = runs.filter(request_key=key) if key else waiting
    if (found := asked_before.first()) is not None:
        return found
    now = clock.now()
    if schedule.overlap == Overlap.SKIP:
        resting = hold_resting(schedule.tenant, [schedule.pk], now)
        give_way(schedule.tenant, resting.get(schedule.pk, []), now)
    run = ScheduleRun.objects.create(
        tenant=schedule.tenant,
        schedule=schedule,
        scheduled_for=_moment_between(runs, now),
        state=RunState.QUEUED if runs.under_way().exists() else RunState.DUE,
        by_hand=True,
        request_key=key,
        announce_at=now + HEARD_WITHIN,
    )
    record_audit(schedule.tenant, actor=by, action="run_schedule", target=schedule)
    if run.state == RunState.DUE:
        announce_runs(schedule.tenant_id, [run.pk])
    return run


def _moment_between(runs: ScheduleRunQuerySet[ScheduleRun], now: datetime) -> datetime:
    """Give a moment that no firing has, and none of its own times: those are of whole seconds."""
    last = runs.filter(scheduled_for__gte=now).aggregate(last=Max("scheduled_for"))["last"]
    moment = now if last is None else last + INSTANT
    return moment if moment.microsecond else moment + INSTANT


@transaction.atomic
def follow_holidays(tenant: Tenant) -> None:
    """Give the schedules that rest on holidays the next time that the calendar says now."""
    now = clock.now()
    rows = Schedule.objects.for_tenant(tenant).active().filter(skips_holidays=True)
    # What is due already stays due.
    held = list(rows.filter(next_run_at__gt=now).select_for_update(no_key=True).order_by("pk"))
    holidays = days_off(tenant, wanted=bool(held))
    for schedule in held:
        schedule.next_run_at = next_run(schedule.spec, now, holidays)
        if schedule.next_run_at is None:
            schedule.status = ScheduleStatus.FINISHED
    Schedule.objects.bulk_update(held, ["next_run_at", "status"], batch_size=500)
    times = [one.next_run_at for one in held if one.next_run_at]
    bring_alarm_forward(tenant.pk, min(times, default=None))


def _hold(schedule: Schedule) -> None:
    """Read a schedule anew and keep every tick from it until the commit."""
    tenant = schedule.tenant
    rows = Schedule.objects.for_tenant(tenant).select_for_update(no_key=True)
    try:
        schedule.refresh_from_db(from_queryset=rows)
    except Schedule.DoesNotExist as error:
        raise NotFound("schedule") from error
    schedule.tenant = tenant


def _check_open(schedule: Schedule) -> None:
    if schedule.status == ScheduleStatus.FINISHED:
        raise Conflict("schedule_finished", "It fires no more.")


def _save(schedule: Schedule, *, by: str, action: str, **detail: Any) -> None:
    schedule.updated_at = clock.now()
    schedule.save(force_update=True)
    said = audit_statement(schedule.tenant, actor=by, action=action, target=schedule, **detail)
    coming = schedule.next_run_at
    ask(*([alarm_statement(schedule.tenant_id, coming)] if coming else []), said)
