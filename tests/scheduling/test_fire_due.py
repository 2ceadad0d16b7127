"""What a tick fires, what it calls missed, and when it fires next."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from apps.scheduling import fire_due
from apps.scheduling.alarm import bring_alarm_forward, put_off_alarm, reset_alarm
from apps.scheduling.domain.spec import Kind
from apps.scheduling.fire_due import tick
from apps.scheduling.models import Alarm, Holiday, RunState, Schedule, ScheduleRun, ScheduleStatus
from apps.scheduling.signals import runs_due
from tests.scheduling.schedules import MONDAY, NINE, firings, make_schedule, runs_of

if TYPE_CHECKING:
    from time_machine import Traveller

    from tests.cast import Team

MISSED_AND_LAST = [("10:00", "missed"), ("11:00", "missed"), ("12:00", "due")]


@pytest.fixture(autouse=True)
def _at_nine(time_machine: Traveller) -> None:
    time_machine.move_to(NINE, tick=False)


def at(hour: int, minute: int = 0, second: int = 0) -> datetime:
    return MONDAY.replace(hour=hour, minute=minute, second=second)


def test_what_is_due_fires_and_moves_on(clinic: Team):
    schedule = make_schedule(clinic.tenant)
    assert tick(at(9, 59, 59)) == 0
    assert tick(at(10)) == 1
    assert tick(at(10, 0, 2)) == 0
    schedule.refresh_from_db()
    assert firings(schedule) == [("10:00", "due")]
    assert (schedule.next_run_at, schedule.fired) == (at(11), 1)


def test_a_firing_is_announced_after_the_commit(
    clinic: Team, django_capture_on_commit_callbacks: Any
):
    schedule = make_schedule(clinic.tenant)
    heard: list[Any] = []

    def hear(**news: Any) -> None:
        heard.append((news["tenant_id"], news["run_ids"]))

    runs_due.connect(hear)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            tick(at(10))
            assert heard == []
    finally:
        runs_due.disconnect(hear)
    assert heard == [(clinic.tenant.pk, [run.pk for run in runs_of(schedule)])]


# Stopped from nine until shortly after twelve, on the hour each: three times have come.
@pytest.mark.parametrize(
    ("policy", "grace_s", "came"),
    [
        ("once", None, MISSED_AND_LAST),
        ("once", 3600, MISSED_AND_LAST),
        ("once", 60, [("10:00", "missed"), ("11:00", "missed"), ("12:00", "missed")]),
        ("skip", None, MISSED_AND_LAST),
        ("skip", 60, [("10:00", "missed"), ("11:00", "missed"), ("12:00", "missed")]),
        ("all", None, [("10:00", "due"), ("11:00", "queued"), ("12:00", "queued")]),
        ("all", 2 * 3600, [("10:00", "missed"), ("11:00", "due"), ("12:00", "queued")]),
    ],
)
def test_after_three_hours_without_a_beat(
    clinic: Team, policy: str, grace_s: int | None, came: list[tuple[str, str]]
):
    schedule = make_schedule(clinic.tenant, purpose={"misfire": policy, "grace_s": grace_s})
    tick(at(12, 5))
    schedule.refresh_from_db()
    assert firings(schedule) == came
    assert schedule.next_run_at == at(13)


def test_skip_leaves_out_what_is_half_an_hour_late(clinic: Team):
    schedule = make_schedule(clinic.tenant, purpose={"misfire": "skip"})
    tick(at(12, 31))
    assert [state for _, state in firings(schedule)] == ["missed"] * 3
    assert {run.detail for run in runs_of(schedule)} == {"It was late."}
    assert all(run.finished_at for run in runs_of(schedule))


def test_catching_up_has_an_end(clinic: Team):
    schedule = make_schedule(clinic.tenant, "* * * * *", purpose={"misfire": "all"})
    tick(at(12))
    states = [state for _, state in firings(schedule)]
    assert states == ["missed"] * 80 + ["due"] + ["queued"] * 99


def test_of_a_long_stretch_the_end_is_listed(clinic: Team):
    schedule = make_schedule(clinic.tenant, "* * * * *")
    now = NINE + timedelta(days=90)
    tick(now)
    rows = list(runs_of(schedule))
    assert 900 < len(rows) <= 1001
    assert (rows[-1].scheduled_for, rows[-1].state) == (now, RunState.DUE)
    assert "not listed" in rows[0].detail


def test_a_schedule_whose_next_time_cannot_be_told_rests_and_others_go_on(clinic: Team):
    broken, sound = make_schedule(clinic.tenant), make_schedule(clinic.tenant)
    Schedule.objects.for_tenant(clinic.tenant).filter(pk=broken.pk).update(timezone="Mars/Olympus")
    assert tick(at(10)) == 1
    broken.refresh_from_db()
    assert (broken.status, broken.next_run_at) == (ScheduleStatus.PAUSED, None)
    assert "Mars/Olympus" in broken.pause_reason
    assert firings(sound) == [("10:00", "due")]


def test_it_ends_after_as_many_runs_as_were_asked_for(clinic: Team):
    schedule = make_schedule(clinic.tenant, max_runs=2)
    for hour in (10, 11, 12):
        tick(at(hour))
        ScheduleRun.objects.for_tenant(clinic.tenant).update(state=RunState.SUCCEEDED)
    schedule.refresh_from_db()
    assert [hour for hour, _ in firings(schedule)] == ["10:00", "11:00"]
    assert (schedule.status, schedule.next_run_at) == (ScheduleStatus.FINISHED, None)


def test_catching_up_fires_no_more_than_are_left(clinic: Team):
    schedule = make_schedule(clinic.tenant, max_runs=2, purpose={"misfire": "all"})
    tick(at(15))
    schedule.refresh_from_db()
    assert firings(schedule) == [("10:00", "due"), ("11:00", "queued")]
    assert schedule.status == ScheduleStatus.FINISHED


def test_it_ends_at_its_end(clinic: Team):
    schedule = make_schedule(clinic.tenant, ends_at=datetime.fromisoformat("2026-03-02T11:30"))
    for hour in (10, 11):
        tick(at(hour))
    schedule.refresh_from_db()
    assert schedule.status == ScheduleStatus.FINISHED
    assert [hour for hour, _ in firings(schedule)] == ["10:00", "11:00"]


def test_a_single_moment_fires_once_even_late(clinic: Team):
    schedule = make_schedule(
        clinic.tenant, kind=Kind.ONCE, at=datetime.fromisoformat("2026-03-02T15:00")
    )
    tick(at(20))
    tick(at(20, 1))
    schedule.refresh_from_db()
    assert firings(schedule) == [("15:00", "due")]
    assert schedule.status == ScheduleStatus.FINISHED


@pytest.mark.parametrize(
    ("overlap", "state", "detail"),
    [("skip", "skipped", "The firing before it was still under way."), ("queue", "queued", "")],
)
def test_a_firing_during_another(clinic: Team, overlap: str, state: str, detail: str):
    schedule = make_schedule(clinic.tenant, purpose={"overlap": overlap})
    tick(at(10))
    tick(at(11))
    assert firings(schedule) == [("10:00", "due"), ("11:00", state)]
    assert list(runs_of(schedule))[1].detail == detail


def test_what_catches_up_during_another_is_left_out_as_well(clinic: Team):
    schedule = make_schedule(clinic.tenant, purpose={"misfire": "all"})
    tick(at(10))
    tick(at(12))
    assert firings(schedule) == [("10:00", "due"), ("11:00", "skipped"), ("12:00", "skipped")]


def test_a_queue_has_an_end(clinic: Team, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(fire_due, "MOST_QUEUED", 2)
    schedule = make_schedule(clinic.tenant, purpose={"overlap": "queue"})
    for hour in (10, 11, 12):
        tick(at(hour))
    assert [state for _, state in firings(schedule)] == ["due", "queued", "skipped"]


def test_nothing_fires_on_a_holiday(clinic: Team):
    Holiday.objects.create(tenant=clinic.tenant, day=date(2026, 3, 3))
    schedule = make_schedule(clinic.tenant, "0 10 * * *", purpose={"skips_holidays": True})
    tick(at(10))
    schedule.refresh_from_db()
    assert schedule.next_run_at == datetime(2026, 3, 4, 10, tzinfo=UTC)


def test_a_batch_that_is_too_large_is_left_to_the_next(
    clinic: Team, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(fire_due, "MOST_RUNS_A_BATCH", 2)
    several = [make_schedule(clinic.tenant) for _ in range(3)]
    assert tick(at(11)) == 3
    assert all(firings(one) == [("10:00", "missed"), ("11:00", "due")] for one in several)


def test_each_tenant_has_its_turn_and_an_inactive_one_none(clinic: Team, factory: Team):
    mine = make_schedule(clinic.tenant)
    with factory.inside():
        theirs = make_schedule(factory.tenant)
    factory.tenant.is_active = False
    factory.tenant.save(update_fields=["is_active"])
    assert tick(at(10)) == 1
    assert firings(mine)
    with factory.inside():
        assert not firings(theirs)


def test_a_tenant_that_fails_keeps_nobody_waiting(
    clinic: Team, factory: Team, monkeypatch: pytest.MonkeyPatch
):
    make_schedule(clinic.tenant)
    with factory.inside():
        make_schedule(factory.tenant)
    fire = fire_due.fire_due

    def fire_some(tenant: Any, now: datetime) -> int | None:
        if tenant == clinic.tenant:
            raise RuntimeError("The disk is full")
        return fire(tenant, now)

    monkeypatch.setattr(fire_due, "fire_due", fire_some)
    assert tick(at(10)) == 1
    assert Alarm.objects.get(tenant=clinic.tenant).due_at == at(10, 1)


def test_an_idle_tick_asks_one_thing(clinic: Team, django_assert_num_queries: Any):
    make_schedule(clinic.tenant)
    with django_assert_num_queries(1):
        tick(at(9, 30))


def test_the_alarm_is_that_of_the_earliest(clinic: Team):
    def alarm() -> datetime | None:
        return Alarm.objects.get(tenant=clinic.tenant).due_at

    make_schedule(clinic.tenant, "0 12 * * *")
    make_schedule(clinic.tenant, "0 15 * * *")
    assert alarm() == at(12)
    make_schedule(clinic.tenant, "0 11 * * *")
    assert alarm() == at(11)
    tick(at(11))
    assert alarm() == at(12)
    put_off_alarm(clinic.tenant.pk, at(10))
    assert alarm() == at(12)
    Schedule.objects.for_tenant(clinic.tenant).delete()
    reset_alarm(clinic.tenant.pk)
    assert alarm() is None
    bring_alarm_forward(clinic.tenant.pk, at(13))
    assert alarm() == at(13)
