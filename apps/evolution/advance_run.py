"""Bring a run as far as its steps' states allow, and name the steps that are ready."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from apps.errors import DomainError
from apps.evolution.domain.pipeline_plan import (
    StepState,
    next_steps,
    outputs_of,
    plan_steps,
)
from apps.evolution.domain.pipeline_yaml import PipelineDocument, parse_pipeline
from apps.evolution.domain.references import resolve
from apps.evolution.keep_value import keep_error, keep_value
from apps.evolution.models import PipelineRun, PipelineStep, RunStatus, StepStatus

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence
    from datetime import datetime

    from apps.evolution.domain.pipeline_plan import Next, PlannedStep
    from apps.tenants.models import Tenant


@dataclass(frozen=True, slots=True)
class ReadyStep:
    """A step that a worker may carry out, after `wait_s` seconds."""

    tenant_id: uuid.UUID
    step_id: uuid.UUID
    wait_s: float = 0


@dataclass(slots=True)
class LockedRun:
    """A run that nobody else changes as long as the transaction lasts, with its steps."""

    row: PipelineRun
    document: PipelineDocument
    plan: Sequence[PlannedStep]
    steps: dict[str, PipelineStep]

    @property
    def states(self) -> dict[str, StepState]:
        return {
            name: StepState(step.status, step.output, step.error)
            for name, step in self.steps.items()
        }

    @property
    def outputs(self) -> dict[str, Any]:
        return outputs_of(self.plan, self.states)

    def planned(self, step: PipelineStep) -> PlannedStep:
        """Find a row's step in the plan."""
        return next(one for one in self.plan if one.id == step.step_id)

    def next(self) -> Next:
        """Say what comes next."""
        return next_steps(self.plan, self.states, inputs=self.row.inputs)


def lock_run(tenant: Tenant, run_id: uuid.UUID) -> LockedRun | None:
    """Lock a run and read all of it; None when it is gone."""
    rows = PipelineRun.objects.for_tenant(tenant).select_related("version", "pipeline", "tenant")
    row = rows.select_for_update(of=("self",)).filter(pk=run_id).first()
    if row is None:
        return None
    document = read_document(row.version.content)
    steps = PipelineStep.objects.for_tenant(tenant).filter(run=row)
    return LockedRun(row, document, plan_steps(document.steps), {one.step_id: one for one in steps})


@lru_cache(maxsize=64)
def read_document(content: str) -> PipelineDocument:
    """Read a version's text; raises `invalid_pipeline`."""
    return parse_pipeline(content)


def advance_run(run: LockedRun, *, now: datetime) -> list[ReadyStep]:
    """Skip, end or finish what is to be, in the database; answers what is ready."""
    if run.row.status != RunStatus.RUNNING:
        return []
    decided = run.next()
    _mark(run, dict.fromkeys(decided.skipped, ""), StepStatus.SKIPPED, now)
    _mark(run, decided.failed, StepStatus.FAILED, now)
    if decided.verdict == RunStatus.STUCK:
        _set_status(run.row, RunStatus.STUCK)
    elif decided.verdict:
        _mark(run, dict.fromkeys(decided.cancelled, ""), StepStatus.CANCELLED, now)
        run.row.error = keep_error(decided.error, run.row.tenant)
        run.row.output = _output(run, decided)
        end_run(run.row, RunStatus(decided.verdict), now=now)
    return [
        ReadyStep(run.row.tenant_id, step.pk, _wait_s(step, now))
        for step in map(run.steps.__getitem__, decided.ready)
    ]


def close_step(run: LockedRun, step: PipelineStep, *, now: datetime) -> None:
    """Note the end of a step that has one; what would wait in a run that is over is cancelled."""
    if step.status == StepStatus.WAITING and run.row.status != RunStatus.RUNNING:
        step.status = StepStatus.CANCELLED
    is_over = step.status not in {StepStatus.WAITING, StepStatus.UNCERTAIN}
    step.finished_at = now if is_over else None
    step.claim = step.claimed_until = None
    step.save()


def _wait_s(step: PipelineStep, now: datetime) -> float:
    return max(0.0, (step.not_before - now).total_seconds()) if step.not_before else 0


def _mark(run: LockedRun, errors: dict[str, str], status: StepStatus, now: datetime) -> None:
    for name, error in errors.items():
        step = run.steps[name]
        step.status, step.error = status, keep_error(error, run.row.tenant)
        step.finished_at = now
        step.save(update_fields=["status", "error", "finished_at"])


def _output(run: LockedRun, decided: Next) -> Any:
    """Give what the pipeline says is its output, or else the last step's."""
    if decided.verdict != RunStatus.SUCCEEDED or not run.document.output:
        return decided.output
    try:
        filled = resolve(run.document.output, inputs=run.row.inputs, outputs=run.outputs)
    except DomainError:  # a step that it names was skipped
        return decided.output
    return keep_value(filled, run.row.tenant)


def _set_status(row: PipelineRun, status: RunStatus) -> None:
    row.status = status
    row.save(update_fields=["status"])


def end_run(row: PipelineRun, status: RunStatus, *, now: datetime) -> None:
    """Write down how a run ended."""
    row.status, row.finished_at = status, now
    row.save(update_fields=["status", "finished_at", "error", "output"])
