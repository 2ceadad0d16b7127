"""Do what a firing is for, at its target; safe to repeat: each target knows the key."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from django.db import transaction

from apps.errors import Conflict, DomainError
from apps.evolution.call_tool import call_tool
from apps.evolution.models import Pipeline, Tool
from apps.evolution.start_run import ready_steps, start_run
from apps.learning.send_reminder import send_reminder, text_of, told_of
from apps.scheduling.agent_messages import leave_message
from apps.scheduling.carry_out_run import Outcome
from apps.scheduling.models import Target
from apps.tenants.checked_way import CallFailed
from apps.tenants.isolation import tenant_context
from apps.webhooks.domain.event import Event
from apps.webhooks.models import Webhook
from apps.webhooks.queue_deliveries import queue_deliveries

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from apps.evolution.advance_run import ReadyStep
    from apps.scheduling.models import Schedule, ScheduleRun

NO_USE = frozenset({"tool_refused", "unexpected_answer", "host_not_allowed"})


def leave_steps(_: Iterable[ReadyStep]) -> None:
    """Leave the steps that are ready to the sweep."""


def act_on_run(
    schedule: Schedule,
    run: ScheduleRun,
    *,
    send: Callable[[Iterable[ReadyStep]], None] = leave_steps,
) -> Outcome:
    """Carry a firing to its target; `send` has workers carry out the first steps of a pipeline.

    Not to be called inside a transaction.
    """
    acts: dict[Target, Callable[[Schedule, ScheduleRun], Outcome]] = {
        Target.REMINDER: send_reminder,
        Target.AGENT: tell_agent,
        Target.TOOL: ask_tool,
        Target.PIPELINE: partial(start_pipeline, send=send),
    }
    try:
        return acts[Target(schedule.target)](schedule, run)
    except CallFailed as error:
        return Outcome(is_ok=False, detail=str(error.detail), is_final=error.code in NO_USE)
    except (DomainError, Conflict) as error:
        return Outcome(is_ok=False, detail=str(error.detail), is_final=True)


def tell_agent(schedule: Schedule, run: ScheduleRun) -> Outcome:
    """Tell an agent: by the webhooks that name the event, else in its next call."""
    tenant, agent = schedule.tenant, schedule.target_ref
    with tenant_context(tenant.pk):
        takers = Webhook.objects.for_tenant(tenant).filter(is_active=True)
        is_taken = takers.filter(events__contains=[Event.AGENT_MESSAGE]).exists()
        told = told_of(schedule, run) | {"agent": agent, "params": schedule.target_params}
        sent = queue_deliveries(tenant, Event.AGENT_MESSAGE, told, key=run.idempotency_key)
        if not (is_taken and sent):
            leave_message(run, text_of(schedule), agent=agent, end_user=schedule.end_user)
    return Outcome(is_ok=True, result={"webhooks": sent, "waits": not (is_taken and sent)})


def ask_tool(schedule: Schedule, run: ScheduleRun) -> Outcome:
    """Call the tenant's tool with the schedule's arguments and the firing's key."""
    with tenant_context(schedule.tenant_id):
        rows = Tool.objects.for_tenant(schedule.tenant).select_related("tenant")
        tool = rows.filter(name=schedule.target_ref).first()
    if tool is None:
        said = f"There is no active tool {schedule.target_ref!r}."
        return Outcome(is_ok=False, detail=said, is_final=True)
    answer = call_tool(tool, schedule.target_params, key=run.idempotency_key)
    return Outcome(is_ok=True, result={"answer": str(answer)[:500]})


def start_pipeline(
    schedule: Schedule, run: ScheduleRun, *, send: Callable[[Iterable[ReadyStep]], None]
) -> Outcome:
    """Start the pipeline; the firing is done when its run is stored."""
    with tenant_context(schedule.tenant_id), transaction.atomic():
        rows = Pipeline.objects.for_tenant(schedule.tenant).select_related("tenant", "current")
        pipeline = rows.filter(name=schedule.target_ref).first()
        if pipeline is None:
            said = f"There is no active pipeline {schedule.target_ref!r}."
            return Outcome(is_ok=False, detail=said, is_final=True)
        started = start_run(
            pipeline,
            inputs=schedule.target_params,
            by=f"schedule {schedule.pk}",
            idempotency_key=run.idempotency_key,
        )
        send(ready_steps(started))
    return Outcome(is_ok=True, result={"pipeline_run": str(started.pk)})
