"""Take up what killed workers and lost messages left of runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog

from apps.errors import DomainError
from apps.evolution.advance_run import advance_run, close_step, end_run, lock_run
from apps.evolution.domain.step_outcome import after_loss
from apps.evolution.models import PipelineRun, PipelineStep, Repeat, RunStatus, StepStatus, Tool
from apps.tenants.isolation import tenant_context

if TYPE_CHECKING:
    import uuid
    from datetime import datetime

    from apps.evolution.advance_run import LockedRun, ReadyStep
    from apps.tenants.models import Tenant

log = structlog.get_logger(__name__)

MOST_RUNS = 200
LOST = "Its worker was gone before it had an answer."


def resume_runs(tenant: Tenant, *, now: datetime) -> list[ReadyStep]:
    """Free the steps whose claim ran out, and name what is ready in every run that stands still."""
    with tenant_context(tenant.pk):
        overdue = PipelineStep.objects.for_tenant(tenant).filter(
            status=StepStatus.RUNNING, claimed_until__lt=now
        )
        idle = PipelineRun.objects.for_tenant(tenant).idle().values_list("pk", flat=True)
        lost = overdue.order_by("claimed_until").values_list("run_id", flat=True)
        found = dict.fromkeys([*lost[:MOST_RUNS], *idle[:MOST_RUNS]])
    return [ready for run_id in found for ready in _resume(tenant, run_id, now)]


def _resume(tenant: Tenant, run_id: uuid.UUID, now: datetime) -> list[ReadyStep]:
    try:
        with tenant_context(tenant.pk):
            run = lock_run(tenant, run_id)
            if run is None:
                return []
            for step in run.steps.values():
                if step.claimed_until and step.claimed_until < now:
                    _free(run, step, now)
            return advance_run(run, now=now)
    except DomainError as error:  # its text can no longer be read
        log.warning("run_cannot_go_on", run=str(run_id), why=error.detail)
        _give_up(tenant, run_id, error.detail, now)
        return []


def _free(run: LockedRun, step: PipelineStep, now: datetime) -> None:
    tool = Tool.objects.for_tenant(run.row.tenant).filter(name=step.tool).first()
    is_tool = step.action == "tool"
    outcome = after_loss(
        is_repeatable=not is_tool or (tool is not None and tool.repeat != Repeat.NEVER),
        attempts=step.attempts,
        retry=run.planned(step).spec.retry,
    )
    step.status, step.error = StepStatus(outcome.status), LOST
    close_step(run, step, now=now)
    log.warning("step_lost", run=str(run.row.pk), step=step.step_id, now=step.status)


def _give_up(tenant: Tenant, run_id: uuid.UUID, why: str, now: datetime) -> None:
    with tenant_context(tenant.pk):
        row = PipelineRun.objects.for_tenant(tenant).filter(pk=run_id).first()
        if row is not None and row.status == RunStatus.RUNNING:
            row.error = why[:1000]
            end_run(row, RunStatus.FAILED, now=now)
