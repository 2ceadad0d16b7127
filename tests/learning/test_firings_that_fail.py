"""A firing whose tool is gone, refuses or is down: given up at once, or after the last try."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from apps.evolution.models import PipelineStatus, Tool
from apps.evolution.register_tool import register_tool
from apps.learning.act_on_run import act_on_run
from apps.scheduling.carry_out_run import carry_out_run
from apps.scheduling.change_schedule import create_schedule
from apps.scheduling.confirm_schedule import Purpose
from apps.scheduling.domain.spec import Kind, Spec
from apps.scheduling.fire_due import tick
from apps.scheduling.models import RunState, Schedule, ScheduleRun
from apps.tenants.back_off import WAITS
from tests.evolution.runs import make_pipeline, make_tool, tool_step
from tests.http_servers import in_json, serving
from tests.loopback import dead_address
from tests.scheduling.schedules import NINE, runs_of

if TYPE_CHECKING:
    from time_machine import Traveller

    from tests.cast import Team

TEN = NINE + timedelta(hours=1)
ONCE = Spec(Kind.CRON, cron=("0 10 * * *",), timezone="UTC")
OTHER_SCHEMA = {"type": "object", "required": ["bed"], "properties": {"bed": {"type": "string"}}}


@pytest.fixture(autouse=True)
def _at_nine(time_machine: Traveller) -> None:
    time_machine.move_to(NINE, tick=False)


def planned(team: Team, url: str, target: str = "tool", ref: str = "report") -> Schedule:
    """A schedule of a tool that is registered at an address."""
    register_tool(
        team.tenant, name="report", by=team.members["owner"], url=url, may_be_private=True
    )
    purpose = Purpose(task="查房", target=target, target_ref=ref)
    return create_schedule(team.tenant, ONCE, purpose=purpose, by="ann")


def fire(schedule: Schedule, clock: Traveller) -> ScheduleRun:
    clock.move_to(TEN, tick=False)
    tick(TEN)
    run = next(iter(runs_of(schedule)))
    return again(run)


def again(run: ScheduleRun) -> ScheduleRun:
    carry_out_run(run.tenant, run.pk, act_on_run)
    run.refresh_from_db()
    return run


def test_a_tool_that_is_gone_is_not_tried_again(clinic: Team, time_machine: Traveller):
    schedule = planned(clinic, dead_address())
    Tool.objects.for_tenant(clinic.tenant).delete()
    run = fire(schedule, time_machine)
    assert (run.state, run.attempts) == (RunState.DEAD, 1)
    assert run.detail == "There is no active tool 'report'."


@pytest.mark.parametrize(
    ("changed", "said"),
    [({"is_active": False}, "deactivated"), ({"input_schema": OTHER_SCHEMA}, "bed")],
)
def test_a_tool_that_changed_since_is_not_asked(
    clinic: Team, time_machine: Traveller, changed: dict[str, Any], said: str
):
    with serving(lambda _: in_json({"ok": True})) as server:
        schedule = planned(clinic, server.url)
        Tool.objects.for_tenant(clinic.tenant).update(**changed)
        run = fire(schedule, time_machine)
    assert server.asked == []
    assert (run.state, said in run.detail) == (RunState.DEAD, True)


def test_a_tool_that_refuses_what_it_is_given_is_not_asked_again(
    clinic: Team, time_machine: Traveller
):
    with serving(lambda _: in_json({"detail": "No such ward."}, status=422)) as server:
        run = fire(planned(clinic, server.url), time_machine)
    assert (run.state, len(server.asked)) == (RunState.DEAD, 1)
    assert "No such ward." in run.detail


def test_a_tool_that_is_down_is_tried_until_the_last_time(clinic: Team, time_machine: Traveller):
    run = fire(planned(clinic, dead_address()), time_machine)
    now = TEN
    for wait in WAITS:
        assert (run.state, run.not_before) == (RunState.DUE, now + wait)
        time_machine.move_to(now + wait - timedelta(seconds=1), tick=False)
        tried = run.attempts
        assert again(run).attempts == tried
        now += wait
        time_machine.move_to(now, tick=False)
        again(run)
    assert (run.state, run.attempts) == (RunState.DEAD, 1 + len(WAITS))
    assert "cannot be reached" in run.detail


def test_a_tool_that_is_back_is_asked_once_with_the_same_key(clinic: Team, time_machine: Traveller):
    schedule = planned(clinic, dead_address())
    run = fire(schedule, time_machine)
    time_machine.move_to(TEN + WAITS[0], tick=False)
    with serving(lambda _: in_json({"ok": True})) as server:
        Tool.objects.for_tenant(clinic.tenant).update(url=server.url)
        again(again(run))
    assert [asked.headers["idempotency-key"] for asked in server.asked] == [run.idempotency_key]
    assert (run.state, run.attempts) == (RunState.SUCCEEDED, 2)


def test_a_pipeline_that_is_retired_is_not_started(clinic: Team, time_machine: Traveller):
    make_tool(clinic.members["owner"], "other", dead_address())
    pipeline = make_pipeline(clinic.tenant, [tool_step("first", "other")])
    schedule = planned(clinic, dead_address(), target="pipeline", ref=pipeline.name)
    pipeline.status = PipelineStatus.ARCHIVED
    pipeline.save(update_fields=["status"])
    run = fire(schedule, time_machine)
    assert run.state == RunState.DEAD
