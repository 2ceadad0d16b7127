"""What people decide of a run: to cancel it, and what became of a step that nobody saw end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone

from apps.errors import Conflict, DomainError, NotFound
from apps.evolution.advance_run import end_run, lock_run
from apps.evolution.keep_value import keep_value
from apps.evolution.models import PipelineRun, RunStatus, StepStatus
from apps.tenants.audit import record_audit

if TYPE_CHECKING:
    from apps.evolution.advance_run import LockedRun

UNFINISHED = (RunStatus.RUNNING, RunStatus.STUCK)
RETRY, DONE = "retry", "done"


@transaction.atomic
def cancel_run(run: PipelineRun, *, by: str, reason: str = "") -> PipelineRun:
    """End a run: what waits is cancelled; what is under way ends, and nothing follows it.

    A second time changes nothing. Raises `run_is_over`.
    """
    locked = _lock(run)
    if locked.row.status == RunStatus.CANCELLED:
        return locked.row
    if locked.row.status not in UNFINISHED:
        raise Conflict("run_is_over", f"The run is over: {locked.row.status}.")
    now = timezone.now()
    for step in locked.steps.values():
        if step.status == StepStatus.WAITING:
            step.status, step.finished_at = StepStatus.CANCELLED, now
            step.save(update_fields=["status", "finished_at"])
    end_run(locked.row, RunStatus.CANCELLED, now=now)
    record_audit(run.tenant, actor=by, action="cancel_run", target=run, reason=reason)
    return locked.row


@transaction.atomic
def resolve_step(
    run: PipelineRun, step_id: str, *, by: str, how: str, output: Any = None, reason: str = ""
) -> PipelineRun:
    """Say of an uncertain step that it is to be carried out again (`retry`), or is `done`.

    `output` is what later steps are to find of a step that is done. Raises `invalid_answer`,
    `step_not_uncertain`. The run goes on: `ready_steps`.
    """
    if how not in {RETRY, DONE}:
        raise DomainError("invalid_answer", f"how: Say {RETRY} or {DONE}.")
    locked = _lock(run)
    step = locked.steps.get(step_id)
    if step is None:
        raise NotFound("step")
    if step.status != StepStatus.UNCERTAIN or locked.row.status not in UNFINISHED:
        raise Conflict("step_not_uncertain", f"The step is {step.status}.")
    if how == RETRY:
        step.status, step.not_before = StepStatus.WAITING, None
    else:
        step.status, step.finished_at = StepStatus.SUCCEEDED, timezone.now()
        step.output, step.error = keep_value(output, run.tenant), ""
    step.save()
    locked.row.status = RunStatus.RUNNING
    locked.row.save(update_fields=["status"])
    detail = {"step": step_id, "how": how, "reason": reason}
    record_audit(run.tenant, actor=by, action="resolve_step", target=run, **detail)
    return locked.row


def _lock(run: PipelineRun) -> LockedRun:
    locked = lock_run(run.tenant, run.pk)
    if locked is None:
        raise NotFound("run")
    return locked
