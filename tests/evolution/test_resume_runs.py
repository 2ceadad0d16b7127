"""What killed workers and lost messages left is taken up; people decide what is not known."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from apps.errors import Conflict
from apps.evolution.carry_out_step import claim_step
from apps.evolution.decide_run import cancel_run, resolve_step
from apps.evolution.models import PipelineRun, Repeat
from apps.evolution.resume_runs import resume_runs
from apps.evolution.start_run import ready_steps, start_run
from apps.tenants.models import AuditEvent
from tests.evolution.runs import make_pipeline, make_tool, statuses, steps_of, tool_step
from tests.loopback import dead_address

if TYPE_CHECKING:
    from datetime import datetime

    from tests.cast import Team


def begun(team: Team, repeat: Repeat = Repeat.KEY) -> PipelineRun:
    """A run whose first step's worker was killed."""
    make_tool(team.members["owner"], "t", dead_address(), repeat=repeat)
    steps = [tool_step("a", "t"), tool_step("b", "t", params={"x": "${steps.a.output.n}"})]
    run = start_run(make_pipeline(team.tenant, steps), inputs={}, by="tester")
    [ready] = ready_steps(run)
    assert claim_step(team.tenant, ready.step_id, now=timezone.now())
    return run


def later() -> datetime:
    return timezone.now() + timedelta(minutes=5)


def stuck(team: Team) -> PipelineRun:
    run = begun(team, Repeat.NEVER)
    assert resume_runs(team.tenant, now=later()) == []
    run.refresh_from_db()
    assert run.status == "stuck"
    return run


def test_a_lost_message_is_sent_again(clinic: Team):
    make_tool(clinic.members["owner"], "t", dead_address())
    run = start_run(make_pipeline(clinic.tenant, [tool_step("a", "t")]), inputs={}, by="tester")
    found = resume_runs(clinic.tenant, now=timezone.now())
    assert [one.step_id for one in found] == [steps_of(run)["a"].pk]


def test_a_step_under_way_is_left_alone(clinic: Team):
    run = begun(clinic)
    assert resume_runs(clinic.tenant, now=timezone.now()) == []
    assert statuses(run)["a"] == "running"


def test_a_step_whose_time_is_over_is_ready_again(clinic: Team):
    run = begun(clinic)
    assert len(resume_runs(clinic.tenant, now=later())) == 1
    assert statuses(run)["a"] == "waiting"


def test_a_step_that_takes_every_worker_with_it_fails_in_the_end(clinic: Team):
    run = begun(clinic)
    for _ in range(10):
        for ready in resume_runs(clinic.tenant, now=later()):
            claim_step(clinic.tenant, ready.step_id, now=timezone.now())
    assert statuses(run) == {"a": "failed", "b": "cancelled"}
    assert steps_of(run)["a"].attempts == 4


def test_what_must_not_be_repeated_is_stuck_until_a_person_says_retry(clinic: Team):
    run = stuck(clinic)
    assert ready_steps(run) == []
    resolve_step(run, "a", by="owner@clinic.example", how="retry", reason="It was not booked.")
    assert [one.step_id for one in ready_steps(run)] == [steps_of(run)["a"].pk]
    event = AuditEvent.objects.for_tenant(clinic.tenant).get(action="resolve_step")
    assert event.detail == {"step": "a", "how": "retry", "reason": "It was not booked."}


def test_a_person_says_that_it_is_done_and_what_came_of_it(clinic: Team):
    run = stuck(clinic)
    resolve_step(run, "a", by="owner", how="done", output={"n": 3})
    assert [one.step_id for one in ready_steps(run)] == [steps_of(run)["b"].pk]
    with pytest.raises(Conflict):
        resolve_step(run, "a", by="owner", how="done")


def test_a_stuck_run_can_be_cancelled_and_once_only(clinic: Team):
    run = stuck(clinic)
    assert cancel_run(run, by="owner").status == "cancelled"
    assert statuses(run) == {"a": "uncertain", "b": "cancelled"}
    assert cancel_run(run, by="owner").status == "cancelled"
    assert AuditEvent.objects.for_tenant(clinic.tenant).filter(action="cancel_run").count() == 1


def test_a_step_lost_in_a_cancelled_run_is_closed(clinic: Team):
    run = begun(clinic)
    cancel_run(run, by="owner")
    assert resume_runs(clinic.tenant, now=later()) == []
    assert statuses(run) == {"a": "cancelled", "b": "cancelled"}
