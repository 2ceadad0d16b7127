"""What beat sends for schedules."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from django_celery_beat.models import PeriodicTask
from django_celery_beat.schedulers import ModelEntry

from apps.scheduling.fire_due import HEARD_WITHIN
from apps.scheduling.signals import runs_due
from apps.scheduling.tasks import fire_everywhere, sweep_runs_everywhere
from config.celery import app
from tests.cast import make_team
from tests.scheduling.schedules import NINE, firings, make_schedule

if TYPE_CHECKING:
    import uuid

    from time_machine import Traveller


@pytest.mark.django_db(transaction=True)
def test_a_schedule_fires_and_what_nobody_heard_is_said_again(time_machine: Traveller):
    heard: list[uuid.UUID] = []

    def hear(*, run_ids: list[uuid.UUID], **_: object) -> None:
        heard.extend(run_ids)

    time_machine.move_to(NINE, tick=False)
    team = make_team("clinic")
    with team.inside():
        schedule = make_schedule(team.tenant)
    runs_due.connect(hear)
    try:
        time_machine.move_to(NINE + timedelta(hours=1), tick=False)
        fire_everywhere()
        fire_everywhere()
        assert len(heard) == 1
        time_machine.shift(HEARD_WITHIN)
        sweep_runs_everywhere()
        sweep_runs_everywhere()
    finally:
        runs_due.disconnect(hear)
    assert heard == heard[:1] * 2
    with team.inside():
        assert firings(schedule) == [("10:00", "due")]


@pytest.mark.django_db
def test_ticks_do_not_pile_up_behind_a_busy_worker():
    entry = settings.CELERY_BEAT_SCHEDULE["fire schedules"]
    ModelEntry.from_entry("fire schedules", app=app, **entry)
    tick = PeriodicTask.objects.get(task="scheduling.tick")
    assert tick.expire_seconds == 4
    assert tick.interval is not None
    assert tick.interval.schedule.run_every == timedelta(seconds=2)
