"""Carry out one step of a run: claim it, act outside any transaction, write down what came of it.

A claim is a random number with a time. Whoever finds the time over may take the step again; a
result is written only by who still holds the claim. So a killed worker costs time, and two workers
never carry out the same step at once.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone

from apps.errors import DomainError
from apps.evolution.act_on_step import StepFailed, StepWork, act_on_step
from apps.evolution.advance_run import ReadyStep, advance_run, close_step, lock_run
from apps.evolution.domain.step_outcome import Failure, after_failure
from apps.evolution.keep_value import keep_error, keep_value
from apps.evolution.models import PipelineStep, RunStatus, StepStatus, Tool
from apps.tenants.isolation import tenant_context

if TYPE_CHECKING:
    from datetime import datetime

    from apps.evolution.advance_run import LockedRun
    from apps.tenants.models import Tenant

log = structlog.get_logger(__name__)

GRACE = timedelta(seconds=10)


@dataclass(frozen=True, slots=True)
class Claimed:
    """A step that is ours until its time is over."""

    step_id: uuid.UUID
    run_id: uuid.UUID
    claim: uuid.UUID
    work: StepWork


def carry_out_step(tenant: Tenant, step_id: uuid.UUID) -> list[ReadyStep]:
    """Carry out a step if it is its turn and nobody else does; answers what is ready then."""
    claimed = claim_step(tenant, step_id, now=timezone.now())
    if claimed is None:
        return []
    try:
        output, failure = act_on_step(claimed.work), None
    except StepFailed as error:
        output, failure = None, error.failure
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        log.exception("step_broke", step=str(step_id), run=str(claimed.run_id))
        said = f"Carrying it out broke: {type(error).__name__}."
        output, failure = None, Failure("broken", said, may_have_acted=True)
    return settle_step(claimed, output, failure, now=timezone.now())


def claim_step(tenant: Tenant, step_id: uuid.UUID, *, now: datetime) -> Claimed | None:
    """Take a step for as long as it may take; None unless it is ready and free."""
    with tenant_context(tenant.pk):
        run = _lock_run_of(tenant, step_id)
        if run is None or run.row.status != RunStatus.RUNNING:
            return None
        step = next(one for one in run.steps.values() if one.pk == step_id)
        is_early = step.not_before is not None and step.not_before > now
        if is_early or step.step_id not in run.next().ready:
            return None
        work = _work(run, step)
        step.status, step.claim = StepStatus.RUNNING, uuid.uuid4()
        step.claimed_until = now + timedelta(seconds=work.longest_s) + GRACE
        step.attempts, step.started_at = step.attempts + 1, step.started_at or now
        step.params, step.error = _kept_params(work), ""
        step.save()
        return Claimed(step.pk, run.row.pk, step.claim, work)


def _lock_run_of(tenant: Tenant, step_id: uuid.UUID) -> LockedRun | None:
    mine = PipelineStep.objects.for_tenant(tenant).filter(pk=step_id)
    run_id = mine.values_list("run_id", flat=True).first()
    return lock_run(tenant, run_id) if run_id else None


def _work(run: LockedRun, step: PipelineStep) -> StepWork:
    spec, tenant = run.planned(step).spec, run.row.tenant
    tools = Tool.objects.for_tenant(tenant).select_related("tenant")
    return StepWork(
        tenant=tenant,
        spec=spec,
        inputs=run.row.inputs,
        outputs=run.outputs,
        key=f"{run.row.pk}:{step.step_id}",
        tool=tools.filter(name=spec.tool).first() if spec.tool else None,
    )


def _kept_params(work: StepWork) -> Any:
    try:
        return keep_value(work.params, work.tenant)
    except DomainError:  # carrying it out will say the same
        return None


def settle_step(
    claimed: Claimed, output: Any, failure: Failure | None, *, now: datetime
) -> list[ReadyStep]:
    """Write down what came of a step, unless another has taken it; answers what is ready then."""
    tenant = claimed.work.tenant
    with tenant_context(tenant.pk):
        run = lock_run(tenant, claimed.run_id)
        step = run.steps.get(claimed.work.spec.id) if run else None
        if run is None or step is None or step.claim != claimed.claim:
            log.warning("step_taken_by_another", step=str(claimed.step_id))
            return []
        if failure is None:
            step.status, step.output = StepStatus.SUCCEEDED, keep_value(output, tenant)
        else:
            _fail(step, claimed.work, failure, now)
        close_step(run, step, now=now)
        return advance_run(run, now=now)


def _fail(step: PipelineStep, work: StepWork, failure: Failure, now: datetime) -> None:
    outcome = after_failure(
        failure,
        is_repeatable=work.is_repeatable,
        attempts=step.attempts,
        retry=work.spec.retry,
        now=now,
    )
    step.status, step.not_before = StepStatus(outcome.status), outcome.not_before
    step.error = keep_error(failure.detail, work.tenant)
