"""Hold a schedule's target to what is there, when the schedule is made or its target changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.errors import DomainError
from apps.evolution.advance_run import read_document
from apps.evolution.domain.json_shape import find_mismatch
from apps.evolution.domain.run_inputs import read_inputs
from apps.evolution.models import Pipeline, PipelineStatus, Tool
from apps.scheduling.models import Target
from apps.tenants.models import Agent
from apps.webhooks.models import Webhook

if TYPE_CHECKING:
    from apps.scheduling.models import Schedule


def check_target(schedule: Schedule) -> None:
    """Raise `unknown_target` or `invalid_target`, naming `target.ref` or `target.params`."""
    checks = {
        Target.REMINDER: _check_reminder,
        Target.AGENT: _check_agent,
        Target.TOOL: _check_tool,
        Target.PIPELINE: _check_pipeline,
    }
    checks[Target(schedule.target)](schedule)


def _check_reminder(schedule: Schedule) -> None:
    if not isinstance(schedule.target_params.get("email", False), bool):
        raise DomainError("invalid_target", "target.params.email: Say true or false.")
    name = schedule.target_ref
    active = Webhook.objects.for_tenant(schedule.tenant).filter(is_active=True)
    if name and not active.filter(name=name).exists():
        raise _unknown("webhook", name)


def _check_agent(schedule: Schedule) -> None:
    agents = Agent.objects.for_tenant(schedule.tenant)
    if not schedule.target_ref or not agents.filter(name=schedule.target_ref).exists():
        raise _unknown("agent", schedule.target_ref)


def _check_tool(schedule: Schedule) -> None:
    tools = Tool.objects.for_tenant(schedule.tenant).filter(is_active=True)
    tool = tools.filter(name=schedule.target_ref).first()
    if tool is None:
        raise _unknown("active tool", schedule.target_ref)
    if said := find_mismatch(schedule.target_params, tool.input_schema, field="target.params"):
        raise DomainError("invalid_target", said)


def _check_pipeline(schedule: Schedule) -> None:
    rows = Pipeline.objects.for_tenant(schedule.tenant).filter(status=PipelineStatus.ACTIVE)
    pipeline = rows.filter(name=schedule.target_ref).first()
    if pipeline is None or pipeline.current is None:
        raise _unknown("active pipeline", schedule.target_ref)
    try:
        read_inputs(read_document(pipeline.current.content).inputs, schedule.target_params)
    except DomainError as error:
        said = str(error.detail).replace("inputs.", "target.params.", 1)
        raise DomainError("invalid_target", said) from error


def _unknown(kind: str, name: str) -> DomainError:
    return DomainError("unknown_target", f"target.ref: There is no {kind} {name[:100]!r}.")
