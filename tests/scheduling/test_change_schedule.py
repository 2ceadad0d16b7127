"""Schedules are made, changed, paused, resumed and fired by hand."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from apps.errors import Conflict, DomainError, NotFound
from apps.scheduling import quotas
from apps.scheduling.change_schedule import (
    delete_schedule,
    edit_schedule,
    follow_holidays,
    pause_schedule,
    resume_schedule,
    run_now,
)
from apps.scheduling.domain.spec import Kind, Spec
from apps.scheduling.fire_due import tick
from apps.scheduling.models import Alarm, Holiday, RunState, Schedule, ScheduleRun, ScheduleStatus
from apps.tenants.models import AuditEvent
from tests.scheduling.schedules import NINE, firings, make_schedule

if TYPE_CHECKING:
    from time_machine import Traveller

    from tests.cast import Team

NOON = Spec(Kind.CRON, cron=("0 12 * * *",), timezone="UTC")
TEN = NINE + timedelta(hours=1)


@pytest.fixture(autouse=True)
def _at_nine(time_machine: Traveller) -> None:
    time_machine.move_to(NINE, tick=False)


def test_each_change_is_audited(clinic: Team):
    schedule = make_schedule(clinic.tenant)
    edit_schedule(schedule, by="ann", name="Weekly")
    pause_schedule(schedule, by="ann", reason="Away")
    resume_schedule(schedule, by="ann")
    run_now(schedule, by="ann")
    delete_schedule(schedule, by="ann")
    events = AuditEvent.objects.for_tenant(clinic.tenant).filter(target_kind="schedule")
    said = set(events.values_list("actor", "action"))
    kinds = ("create", "edit", "pause", "resume", "run", "delete")
    assert said == {("ann", f"{kind}_schedule") for kind in kinds}


def test_what_is_over_is_refused(clinic: Team):
    with pytest.raises(Conflict, match="over") as refused:
        make_schedule(clinic.tenant, kind=Kind.ONCE, at=datetime.fromisoformat("2026-03-01T09:00"))
    assert refused.value.code == "past"


def test_what_fires_too_often_is_refused_by_its_field(clinic: Team):
    with pytest.raises(DomainError, match="every: 1 min") as refused:
        make_schedule(clinic.tenant, kind=Kind.INTERVAL, every="PT30S")
    assert refused.value.code == "too_often"


def test_one_person_has_no_more_than_the_quota(clinic: Team, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(quotas, "MOST_OF_PERSON", 2)
    first = make_schedule(clinic.tenant)
    make_schedule(clinic.tenant)
    with pytest.raises(Conflict, match="user_id: ") as refused:
        make_schedule(clinic.tenant)
    assert refused.value.code == "over_quota"
    delete_schedule(first, by="ann")
    make_schedule(clinic.tenant)


def test_a_new_time_counts_at_once(clinic: Team):
    schedule = make_schedule(clinic.tenant, "0 15 * * *")
    edit_schedule(schedule, by="ann", spec=NOON)
    noon = NINE + timedelta(hours=3)
    assert (schedule.next_run_at, Alarm.objects.get(tenant=clinic.tenant).due_at) == (noon, noon)


def test_an_edit_asks_little(clinic: Team, django_assert_num_queries: Any):
    """The schedule, and beside it in one round trip the alarm and the audit line."""
    make_schedule(clinic.tenant, "0 15 * * *")
    rows = Schedule.objects.for_tenant(clinic.tenant).select_related("tenant")
    held = rows.select_for_update(of=("self",), no_key=True).get()
    with django_assert_num_queries(1):
        edit_schedule(held, by="ann", spec=NOON, is_held=True)
    events = AuditEvent.objects.for_tenant(clinic.tenant).filter(action="edit_schedule")
    assert [(one.actor, one.detail) for one in events] == [("ann", {"changed": ["spec"]})]


def test_one_too_many_that_would_begin_anew_stays_finished(
    clinic: Team, monkeypatch: pytest.MonkeyPatch
):
    finished = make_schedule(clinic.tenant, max_runs=1)
    tick(TEN)
    make_schedule(clinic.tenant)
    monkeypatch.setattr(quotas, "MOST_OF_PERSON", 1)
    with pytest.raises(Conflict, match="user_id: "):
        edit_schedule(finished, by="ann", spec=NOON)
    row = Schedule.objects.for_tenant(clinic.tenant).get(pk=finished.pk)
    assert (row.status, row.next_run_at) == (ScheduleStatus.FINISHED, None)


def test_a_new_zone_counts_at_once(clinic: Team):
    schedule = make_schedule(clinic.tenant, "0 15 * * *")
    there = Spec(Kind.CRON, cron=("0 19 * * *",), timezone="Asia/Shanghai")
    edit_schedule(schedule, by="ann", spec=there)
    assert schedule.next_run_at == NINE + timedelta(hours=2)


def test_an_edit_takes_nothing_back_that_a_tick_did(clinic: Team):
    schedule = make_schedule(clinic.tenant)
    tick(TEN)
    edit_schedule(schedule, by="ann", name="Weekly")
    schedule.refresh_from_db()
    assert (schedule.fired, schedule.next_run_at) == (1, TEN + timedelta(hours=1))


def test_a_schedule_that_was_deleted_meanwhile_is_not_found(clinic: Team):
    schedule = make_schedule(clinic.tenant)
    Schedule.objects.for_tenant(clinic.tenant).delete()
    with pytest.raises(NotFound):
        edit_schedule(schedule, by="ann", name="Weekly")


def test_a_finished_schedule_begins_anew_with_a_new_time(clinic: Team):
    schedule = make_schedule(clinic.tenant, max_runs=1)
    tick(TEN)
    with pytest.raises(Conflict):
        pause_schedule(schedule, by="ann")
    edit_schedule(schedule, by="ann", spec=NOON)
    assert (schedule.status, schedule.fired) == (ScheduleStatus.ACTIVE, 0)


def test_no_more_runs_than_it_had_is_refused(clinic: Team):
    schedule = make_schedule(clinic.tenant)
    tick(TEN)
    with pytest.raises(Conflict, match="max_runs: ") as refused:
        edit_schedule(
            schedule, by="ann", spec=Spec(NOON.kind, NOON.cron, "", timezone="UTC", max_runs=1)
        )
    assert refused.value.code == "max_runs_used"


def test_a_paused_schedule_does_not_fire_nor_does_what_waited(clinic: Team):
    schedule = make_schedule(clinic.tenant, purpose={"misfire": "all"})
    tick(TEN + timedelta(hours=1))
    pause_schedule(schedule, by="ann", reason="Away")
    assert (schedule.next_run_at, schedule.pause_reason) == (None, "Away")
    assert tick(TEN + timedelta(hours=5)) == 0
    assert [state for _, state in firings(schedule)] == ["skipped", "skipped"]


def test_a_paused_schedule_goes_on_from_its_next_time(clinic: Team, time_machine: Traveller):
    schedule = make_schedule(clinic.tenant)
    pause_schedule(schedule, by="ann")
    time_machine.move_to(TEN + timedelta(hours=3, minutes=30), tick=False)
    edit_schedule(schedule, by="ann", name="Weekly")
    assert schedule.next_run_at is None
    resume_schedule(schedule, by="ann")
    assert schedule.next_run_at == TEN + timedelta(hours=4)
    assert firings(schedule) == []


def test_a_click_is_one_run_however_often(clinic: Team):
    schedule = make_schedule(clinic.tenant)
    first = run_now(schedule, by="ann", key="click-1")
    ScheduleRun.objects.for_tenant(clinic.tenant).update(state=RunState.SUCCEEDED)
    assert run_now(schedule, by="ann", key="click-1") == first
    again = run_now(schedule, by="ann", key="click-2")
    assert again != first
    with pytest.raises(DomainError, match="idempotency_key: "):
        run_now(schedule, by="ann", key="k" * 201)


def test_without_a_key_what_still_waits_is_not_asked_for_twice(
    clinic: Team, time_machine: Traveller
):
    schedule = make_schedule(clinic.tenant)
    first = run_now(schedule, by="ann")
    assert run_now(schedule, by="ann") == first
    assert (first.by_hand, schedule.fired) == (True, 0)
    ScheduleRun.objects.for_tenant(clinic.tenant).update(state=RunState.SUCCEEDED)
    time_machine.shift(1)
    assert run_now(schedule, by="ann") != first


def test_a_run_by_hand_waits_for_the_firing_under_way(clinic: Team, time_machine: Traveller):
    schedule = make_schedule(clinic.tenant)
    tick(TEN)
    time_machine.move_to(TEN + timedelta(minutes=5), tick=False)
    run_now(schedule, by="ann")
    assert [state for _, state in firings(schedule)] == ["due", "queued"]
    pause_schedule(schedule, by="ann")
    assert [state for _, state in firings(schedule)] == ["skipped", "due"]


def test_a_new_calendar_moves_what_rests_on_holidays(clinic: Team):
    schedule = make_schedule(clinic.tenant, "0 10 * * *", purpose={"skips_holidays": True})
    other = make_schedule(clinic.tenant, "0 10 * * *")
    Holiday.objects.create(tenant=clinic.tenant, day=date(2026, 3, 2))
    follow_holidays(clinic.tenant)
    schedule.refresh_from_db()
    other.refresh_from_db()
    assert (schedule.next_run_at, other.next_run_at) == (datetime(2026, 3, 3, 10, tzinfo=UTC), TEN)
    Holiday.objects.for_tenant(clinic.tenant).delete()
    follow_holidays(clinic.tenant)
    schedule.refresh_from_db()
    assert schedule.next_run_at == TEN


def test_resting_on_holidays_can_be_turned_on(clinic: Team):
    Holiday.objects.create(tenant=clinic.tenant, day=date(2026, 3, 2))
    schedule = make_schedule(clinic.tenant, "0 10 * * *")
    edit_schedule(schedule, by="ann", skips_holidays=True)
    assert schedule.next_run_at == datetime(2026, 3, 3, 10, tzinfo=UTC)
