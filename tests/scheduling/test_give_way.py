"""A firing that waits to be tried again does not stand in the way of the next one."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from apps.scheduling.carry_out_run import Outcome, claim_run, settle_run
from apps.scheduling.change_schedule import run_now
from apps.scheduling.fire_due import tick
from apps.scheduling.give_way import TOOK_ITS_PLACE
from tests.scheduling.schedules import NINE, firings, make_schedule, runs_of

if TYPE_CHECKING:
    from datetime import datetime

    from time_machine import Traveller

    from apps.scheduling.models import Schedule
    from tests.cast import Team

TEN = NINE + timedelta(hours=1)
ELEVEN = TEN + timedelta(hours=1)


@pytest.fixture(autouse=True)
def _at_nine(time_machine: Traveller) -> None:
    time_machine.move_to(NINE, tick=False)


def fail_until_eleven(team: Team, **purpose: Any) -> Schedule:
    """A schedule of each hour whose firing at ten was tried in vain until shortly before eleven."""
    schedule = make_schedule(team.tenant, purpose=purpose)
    tick(TEN)
    for minutes in (0, 1, 4, 58):
        fail(team, schedule, TEN + timedelta(minutes=minutes))
    return schedule


def fail(team: Team, schedule: Schedule, now: datetime) -> None:
    claimed = claim_run(team.tenant, next(iter(runs_of(schedule))).pk, now)
    assert claimed is not None
    settle_run(claimed, Outcome(is_ok=False, detail="No route."), now=now)


def test_it_is_given_up_and_the_next_one_goes_ahead(clinic: Team):
    schedule = fail_until_eleven(clinic)
    assert tick(ELEVEN) == 1
    assert firings(schedule) == [("10:00", "dead"), ("11:00", "due")]
    first = next(iter(runs_of(schedule)))
    assert (first.detail, first.finished_at, first.not_before) == (TOOK_ITS_PLACE, ELEVEN, None)


def test_no_worker_takes_what_was_given_up(clinic: Team):
    schedule = fail_until_eleven(clinic)
    tick(ELEVEN)
    first, second = runs_of(schedule)
    later = ELEVEN + timedelta(hours=9)
    assert claim_run(clinic.tenant, first.pk, later) is None
    assert claim_run(clinic.tenant, second.pk, later) is not None


def test_in_a_queue_it_keeps_its_place(clinic: Team):
    schedule = fail_until_eleven(clinic, overlap="queue")
    tick(ELEVEN)
    assert firings(schedule) == [("10:00", "due"), ("11:00", "queued")]


def test_what_is_being_carried_out_still_leaves_out_the_next(clinic: Team):
    schedule = make_schedule(clinic.tenant)
    tick(TEN)
    fail(clinic, schedule, TEN)
    assert claim_run(clinic.tenant, next(iter(runs_of(schedule))).pk, TEN + timedelta(minutes=1))
    tick(ELEVEN)
    assert firings(schedule) == [("10:00", "running"), ("11:00", "skipped")]


def test_what_was_not_tried_yet_still_leaves_out_the_next(clinic: Team):
    schedule = make_schedule(clinic.tenant)
    tick(TEN)
    tick(ELEVEN)
    assert firings(schedule) == [("10:00", "due"), ("11:00", "skipped")]


def test_where_the_next_one_is_missed_it_is_tried_again(clinic: Team):
    schedule = fail_until_eleven(clinic, grace_s=60)
    tick(ELEVEN + timedelta(minutes=30))
    assert firings(schedule) == [("10:00", "due"), ("11:00", "missed")]


def test_who_fires_by_hand_does_not_wait_for_it(clinic: Team, time_machine: Traveller):
    schedule = fail_until_eleven(clinic)
    time_machine.move_to(TEN + timedelta(minutes=59), tick=False)
    assert run_now(schedule, by="ann").state == "due"
    assert [state for _, state in firings(schedule)] == ["dead", "due"]
