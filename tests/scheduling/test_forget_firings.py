"""Firings and proposals are kept as long as trajectories, or as their token lasts."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from apps.scheduling.carry_out_run import Outcome, claim_run, settle_run
from apps.scheduling.fire_due import tick
from apps.scheduling.forget_firings import forget_firings
from apps.scheduling.models import RunState, Schedule, ScheduleProposal, ScheduleRun
from apps.scheduling.tasks import forget_firings_everywhere
from apps.tenants import remove_in_batches as module
from tests.scheduling.api.test_parse import confirm, parse
from tests.scheduling.schedules import NINE, make_schedule, runs_of

if TYPE_CHECKING:
    from datetime import datetime

    from time_machine import Traveller

    from tests.cast import Team

DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def _at_nine(time_machine: Traveller) -> None:
    time_machine.move_to(NINE, tick=False)


def finish_some(team: Team, count: int) -> Schedule:
    """A schedule with so many firings that are over, and one that is not."""
    schedule = make_schedule(team.tenant)
    for hour in range(1, count + 2):
        now: datetime = NINE + timedelta(hours=hour)
        tick(now)
        if hour <= count:
            claimed = claim_run(team.tenant, list(runs_of(schedule))[-1].pk, now)
            assert claimed is not None
            settle_run(claimed, Outcome(is_ok=True), now=now)
    return schedule


def test_what_is_over_goes_with_its_time_in_batches(clinic: Team, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "BATCH", 2)
    schedule = finish_some(clinic, 5)
    assert forget_firings(clinic.tenant, now=NINE + 90 * DAY) == 0
    assert forget_firings(clinic.tenant, now=NINE + 91 * DAY) == 5
    assert [run.state for run in runs_of(schedule)] == [RunState.DUE]


def test_another_teams_are_left(clinic: Team, factory: Team):
    finish_some(clinic, 1)
    with factory.inside():
        forget_firings(factory.tenant, now=NINE + 91 * DAY)
    assert ScheduleRun.objects.for_tenant(clinic.tenant).count() == 2


def test_a_proposal_goes_a_day_after_its_token(clinic: Team):
    parse(clinic, "every day at 9am")
    assert forget_firings(clinic.tenant, now=NINE + 2 * DAY - timedelta(seconds=1)) == 0
    assert forget_firings(clinic.tenant, now=NINE + 2 * DAY + timedelta(seconds=1)) == 1


def test_what_was_confirmed_is_kept_as_long_as_trajectories(clinic: Team):
    confirm(clinic, token=parse(clinic, "every day at 9am").json()["token"])
    assert forget_firings(clinic.tenant, now=NINE + 30 * DAY) == 0
    assert forget_firings(clinic.tenant, now=NINE + 92 * DAY) == 1
    assert not ScheduleProposal.objects.for_tenant(clinic.tenant).exists()
    assert Schedule.objects.for_tenant(clinic.tenant).exists()


def test_every_team_is_swept(clinic: Team, time_machine: Traveller):
    finish_some(clinic, 1)
    time_machine.move_to(NINE + 91 * DAY, tick=False)
    forget_firings_everywhere()
    with clinic.inside():
        assert ScheduleRun.objects.for_tenant(clinic.tenant).count() == 1
