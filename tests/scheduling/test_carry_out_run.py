"""A firing is carried out by one, tried again when it fails, and found when it was lost."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from apps.scheduling.carry_out_run import (
    CLAIMED_FOR,
    ClaimedRun,
    Outcome,
    carry_out_run,
    claim_run,
    settle_run,
)
from apps.scheduling.change_schedule import delete_schedule
from apps.scheduling.fire_due import HEARD_WITHIN, tick
from apps.scheduling.models import RunState, ScheduleRun
from apps.scheduling.signals import runs_due
from apps.scheduling.sweep_runs import sweep_runs
from apps.tenants.back_off import WAITS
from tests.scheduling.schedules import NINE, firings, make_schedule, runs_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from time_machine import Traveller

    from apps.scheduling.models import Schedule
    from tests.cast import Team

TEN = NINE + timedelta(hours=1)
DONE, FAILED = Outcome(is_ok=True, detail="Sent.", result={"to": 3}), Outcome(is_ok=False)


@pytest.fixture(autouse=True)
def _at_nine(time_machine: Traveller) -> None:
    time_machine.move_to(NINE, tick=False)


@pytest.fixture
def heard() -> Iterator[list[Any]]:
    ids: list[Any] = []

    def hear(**news: Any) -> None:
        ids.extend(news["run_ids"])

    runs_due.connect(hear)
    yield ids
    runs_due.disconnect(hear)


def fired(team: Team, **purpose: Any) -> tuple[Schedule, ScheduleRun]:
    """A schedule and its first firing, at ten."""
    schedule = make_schedule(team.tenant, purpose=purpose)
    tick(TEN)
    return schedule, next(iter(runs_of(schedule)))


def claimed(run: ScheduleRun, now: datetime = TEN) -> ClaimedRun:
    mine = claim_run(run.tenant, run.pk, now)
    assert mine is not None
    return mine


def test_a_firing_is_carried_out_once(clinic: Team, time_machine: Traveller):
    schedule, run = fired(clinic)
    time_machine.move_to(TEN, tick=False)
    acted = []

    def act(of: Schedule, this: ScheduleRun) -> Outcome:
        acted.append((of, this.idempotency_key, this.state))
        return DONE

    for _ in range(2):
        carry_out_run(clinic.tenant, run.pk, act)
    assert acted == [(schedule, f"schedule-run:{run.pk}", RunState.RUNNING)]
    run.refresh_from_db()
    assert (run.state, run.detail, run.result) == (RunState.SUCCEEDED, "Sent.", {"to": 3})
    assert (run.attempts, run.started_at, run.finished_at, run.claim) == (1, TEN, TEN, None)


def test_what_breaks_is_tried_again(clinic: Team, time_machine: Traveller):
    _, run = fired(clinic)
    time_machine.move_to(TEN, tick=False)

    def act(*_: Any) -> Outcome:
        raise OSError("no route")

    carry_out_run(clinic.tenant, run.pk, act)
    run.refresh_from_db()
    assert (run.state, run.detail) == (RunState.DUE, "It broke: OSError.")
    assert run.not_before == TEN + WAITS[0]


def test_a_claim_keeps_others_away(clinic: Team):
    _, run = fired(clinic)
    claimed(run)
    assert claim_run(clinic.tenant, run.pk, TEN) is None


def test_it_is_given_up_after_five_more_tries(clinic: Team):
    _, run = fired(clinic)
    now, waits = TEN, []
    for _ in WAITS:
        settle_run(claimed(run, now), FAILED, now=now)
        run.refresh_from_db()
        assert run.not_before is not None
        assert claim_run(clinic.tenant, run.pk, run.not_before - timedelta(seconds=1)) is None
        waits.append(run.not_before - now)
        now = run.not_before
    settle_run(claimed(run, now), FAILED, now=now)
    run.refresh_from_db()
    assert [wait.total_seconds() for wait in waits] == [30, 120, 600, 3600, 21600]
    assert (run.state, run.attempts, run.finished_at) == (RunState.DEAD, 6, now)


def test_what_no_try_will_help_is_given_up_at_once(clinic: Team):
    _, run = fired(clinic)
    settle_run(claimed(run), Outcome(is_ok=False, is_final=True, detail="No such tool."), now=TEN)
    run.refresh_from_db()
    assert (run.state, run.detail) == (RunState.DEAD, "No such tool.")


def test_only_who_holds_the_claim_writes(clinic: Team):
    _, run = fired(clinic)
    slow = claimed(run)
    later = TEN + CLAIMED_FOR + timedelta(seconds=1)
    sweep_runs(clinic.tenant, later)
    quick = claimed(run, later)
    assert not settle_run(slow, FAILED, now=later)
    assert settle_run(quick, DONE, now=later)
    assert not settle_run(quick, FAILED, now=later)
    run.refresh_from_db()
    assert (run.state, run.attempts) == (RunState.SUCCEEDED, 2)


def test_of_a_deleted_schedule_nothing_is_written(clinic: Team):
    schedule, run = fired(clinic)
    mine = claimed(run)
    delete_schedule(schedule, by="ann")
    assert not settle_run(mine, DONE, now=TEN)
    assert claim_run(clinic.tenant, run.pk, TEN) is None


def test_the_next_in_line_follows(
    clinic: Team, heard: list[Any], django_capture_on_commit_callbacks: Any
):
    schedule, run = fired(clinic, overlap="queue")
    for hour in (1, 2):
        tick(TEN + timedelta(hours=hour))
    with django_capture_on_commit_callbacks(execute=True):
        settle_run(claimed(run), FAILED, now=TEN)
    assert [state for _, state in firings(schedule)] == ["due", "queued", "queued"]
    assert heard == []
    with django_capture_on_commit_callbacks(execute=True):
        settle_run(claimed(run, TEN + WAITS[0]), DONE, now=TEN)
    assert [state for _, state in firings(schedule)] == ["succeeded", "due", "queued"]
    assert heard == [list(runs_of(schedule))[1].pk]


def test_what_nobody_took_is_announced_again_and_not_all_the_time(
    clinic: Team, heard: list[Any], django_capture_on_commit_callbacks: Any
):
    _, run = fired(clinic)
    with django_capture_on_commit_callbacks(execute=True):
        sweep_runs(clinic.tenant, TEN + timedelta(seconds=30))
        assert heard == []
        for seconds in (0, 30, 60):
            sweep_runs(clinic.tenant, TEN + HEARD_WITHIN + timedelta(seconds=seconds))
    assert heard == [run.pk]


def test_what_waited_long_enough_is_announced(
    clinic: Team, heard: list[Any], django_capture_on_commit_callbacks: Any
):
    _, run = fired(clinic)
    settle_run(claimed(run), FAILED, now=TEN)
    with django_capture_on_commit_callbacks(execute=True):
        sweep_runs(clinic.tenant, TEN + WAITS[0])
    assert heard == [run.pk]


def test_a_lost_worker_does_not_lose_the_firing(
    clinic: Team, heard: list[Any], django_capture_on_commit_callbacks: Any
):
    _, run = fired(clinic)
    claimed(run)
    sweep_runs(clinic.tenant, TEN + CLAIMED_FOR)
    run.refresh_from_db()
    assert run.state == RunState.RUNNING
    with django_capture_on_commit_callbacks(execute=True):
        sweep_runs(clinic.tenant, TEN + CLAIMED_FOR + timedelta(seconds=1))
    run.refresh_from_db()
    assert (run.state, run.claim, heard) == (RunState.DUE, None, [run.pk])


def test_a_firing_that_kills_every_worker_is_given_up(clinic: Team):
    schedule, run = fired(clinic, overlap="queue")
    tick(TEN + timedelta(hours=1))
    now = TEN
    for _ in range(len(WAITS) + 1):
        claimed(run, now)
        now += CLAIMED_FOR + timedelta(seconds=1)
        sweep_runs(clinic.tenant, now)
    assert [state for _, state in firings(schedule)] == ["dead", "due"]


def test_a_queued_firing_that_waits_for_nothing_is_released(clinic: Team):
    schedule, run = fired(clinic, overlap="queue")
    tick(TEN + timedelta(hours=1))
    ScheduleRun.objects.for_tenant(clinic.tenant).filter(pk=run.pk).update(state=RunState.DEAD)
    sweep_runs(clinic.tenant, TEN)
    assert [state for _, state in firings(schedule)] == ["dead", "due"]


def test_a_sweep_of_nothing_asks_little(clinic: Team, django_assert_max_num_queries: Any):
    with django_assert_max_num_queries(16):
        sweep_runs(clinic.tenant, TEN)
