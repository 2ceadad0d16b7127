"""Ticks, edits and workers at the same moment, over several connections."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier, Event
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.utils import timezone

from apps.scheduling import fire_due
from apps.scheduling.carry_out_run import Outcome, claim_run, settle_run
from apps.scheduling.change_schedule import edit_schedule, pause_schedule, run_now
from apps.scheduling.fire_due import tick
from apps.scheduling.models import Alarm, RunState, Schedule, ScheduleRun, ScheduleStatus
from tests.cast import make_team
from tests.scheduling.schedules import firings, make_schedule

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future
    from datetime import datetime

    from tests.cast import Team

pytestmark = pytest.mark.django_db(transaction=True)
SCHEDULES = 40


@pytest.fixture
def team() -> Team:
    return make_team("clinic")


@pytest.fixture
def threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(4)


def apart[Answer](threads: ThreadPoolExecutor, work: Callable[[], Answer]) -> Future[Answer]:
    """Begin some work on another connection."""

    def run() -> Answer:
        try:
            return work()
        finally:
            connection.close()

    return threads.submit(run)


def next_hour() -> datetime:
    now = timezone.now()
    return now.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)


def test_two_ticks_at_once_fire_nothing_twice(
    team: Team, threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(fire_due, "BATCH", 5)
    with team.inside():
        for _ in range(SCHEDULES):
            make_schedule(team.tenant)
    start, due = Barrier(3), next_hour()

    def fire() -> int:
        start.wait(timeout=20)
        return tick(due)

    fired = [apart(threads, fire) for _ in range(3)]
    assert sum(one.result(timeout=60) for one in fired) == SCHEDULES
    with team.inside():
        assert ScheduleRun.objects.for_tenant(team.tenant).count() == SCHEDULES
        moved = Schedule.objects.for_tenant(team.tenant).filter(fired=1, next_run_at__gt=due)
        assert moved.count() == SCHEDULES


def test_a_schedule_made_during_a_tick_is_not_lost(team: Team, threads: ThreadPoolExecutor):
    """The tick sets the alarm while a schedule that is due sooner is not committed yet."""
    with team.inside():
        make_schedule(team.tenant)
    due = next_hour()
    is_made, may_commit = Event(), Event()

    def make() -> None:
        with team.inside():
            make_schedule(team.tenant, "* * * * *")
            is_made.set()
            may_commit.wait(timeout=20)

    making = apart(threads, make)
    assert is_made.wait(timeout=20)
    ticking = apart(threads, lambda: tick(due))
    with pytest.raises(TimeoutError):
        ticking.result(timeout=0.5)  # it waits for the schedule that is being made
    may_commit.set()
    making.result(timeout=20)
    ticking.result(timeout=20)
    alarm = Alarm.objects.get(tenant=team.tenant).due_at
    assert alarm is not None
    assert alarm < due
    assert tick(due) == 1


def test_a_schedule_that_is_being_paused_does_not_fire(team: Team, threads: ThreadPoolExecutor):
    with team.inside():
        schedule = make_schedule(team.tenant)
    due = next_hour()
    with team.inside():
        pause_schedule(schedule, by="ann")
        assert (
            apart(threads, lambda: fire_due.fire_due(team.tenant, due)).result(timeout=20) is None
        )
    assert tick(due) == 0
    with team.inside():
        assert firings(schedule) == []


def test_who_pauses_during_a_tick_waits_for_it_and_stops_the_firing(
    team: Team, threads: ThreadPoolExecutor
):
    with team.inside():
        schedule = make_schedule(team.tenant)

    def pause() -> None:
        with team.inside():
            pause_schedule(schedule, by="ann")

    with team.inside():
        assert fire_due.fire_due(team.tenant, next_hour()) == 1
        pausing = apart(threads, pause)
        with pytest.raises(TimeoutError):
            pausing.result(timeout=0.5)
    pausing.result(timeout=20)
    with team.inside():
        assert [state for _, state in firings(schedule)] == [RunState.SKIPPED]
        row = Schedule.objects.for_tenant(team.tenant).get()
        assert (row.status, row.next_run_at, row.fired) == (ScheduleStatus.PAUSED, None, 1)


def test_an_edit_during_a_tick_does_not_fire_it_again(team: Team, threads: ThreadPoolExecutor):
    with team.inside():
        schedule = make_schedule(team.tenant)
    due = next_hour()

    def edit() -> None:
        with team.inside():
            edit_schedule(schedule, by="ann", name="Weekly")

    with team.inside():
        fire_due.fire_due(team.tenant, due)
        editing = apart(threads, edit)
        with pytest.raises(TimeoutError):
            editing.result(timeout=0.5)
    editing.result(timeout=20)
    with team.inside():
        row = Schedule.objects.for_tenant(team.tenant).get()
        assert (row.name, row.fired, row.next_run_at) == ("Weekly", 1, due + timedelta(hours=1))


def test_two_workers_carry_a_firing_out_once(team: Team, threads: ThreadPoolExecutor):
    with team.inside():
        schedule = make_schedule(team.tenant)
        run = run_now(schedule, by="ann")
    start = Barrier(3)

    def claim() -> bool:
        start.wait(timeout=20)
        return claim_run(team.tenant, run.pk, timezone.now()) is not None

    took = [apart(threads, claim) for _ in range(3)]
    assert sum(one.result(timeout=20) for one in took) == 1


def test_two_clicks_at_once_are_one_run(team: Team, threads: ThreadPoolExecutor):
    with team.inside():
        make_schedule(team.tenant)
    start = Barrier(2)

    def click() -> object:
        with team.inside():
            schedule = Schedule.objects.for_tenant(team.tenant).select_related("tenant").get()
            start.wait(timeout=20)
            return run_now(schedule, by="ann", key="click").pk

    clicks = [apart(threads, click) for _ in range(2)]
    assert len({one.result(timeout=20) for one in clicks}) == 1


def test_a_firing_queued_while_the_one_before_ends_is_not_stranded(
    team: Team, threads: ThreadPoolExecutor
):
    with team.inside():
        schedule = make_schedule(team.tenant, purpose={"overlap": "queue"})
        run = run_now(schedule, by="ann")
    claimed = claim_run(team.tenant, run.pk, timezone.now())
    assert claimed is not None
    now = timezone.now()
    with team.inside():
        fire_due.fire_due(team.tenant, next_hour())
        ending = apart(threads, lambda: settle_run(claimed, Outcome(is_ok=True), now=now))
        with pytest.raises(TimeoutError):
            ending.result(timeout=0.5)
    assert ending.result(timeout=20)
    with team.inside():
        assert [state for _, state in firings(schedule)] == [RunState.SUCCEEDED, RunState.DUE]
