"""Background work on skills and pipelines: what time alone changes, and the steps of runs."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from celery import shared_task
from django.utils import timezone

from apps.evolution.age_skills import age_skills
from apps.evolution.carry_out_step import carry_out_step
from apps.evolution.forget_runs import forget_runs
from apps.evolution.judge_skills import judge_skills
from apps.evolution.resume_runs import resume_runs
from apps.tenants.each_tenant import for_each_tenant
from apps.tenants.enqueue import enqueue
from apps.tenants.isolation import tenant_context
from apps.tenants.models import Tenant

if TYPE_CHECKING:
    from collections.abc import Iterable

    from apps.evolution.advance_run import ReadyStep


@shared_task(name="evolution.age_skills")
def age_skills_everywhere() -> None:
    """Take what nobody uses out of service, and judge the rest anew, tenant by tenant."""
    for_each_tenant(_age)


def _age(tenant: Tenant) -> None:
    with tenant_context(tenant.pk):
        age_skills(tenant, now=timezone.now())
    with tenant_context(tenant.pk):
        judge_skills(tenant, now=timezone.now())


@shared_task(name="evolution.carry_out_step")
def carry_out_pipeline_step(tenant_id: str, step_id: str) -> None:
    """Carry out one step of a run, and have what follows carried out."""
    tenant = Tenant.objects.get(pk=tenant_id)
    send_steps(carry_out_step(tenant, uuid.UUID(step_id)))


@shared_task(name="evolution.resume_runs")
def resume_runs_everywhere() -> None:
    """Take up the runs that killed workers and lost messages left, tenant by tenant."""
    for_each_tenant(lambda tenant: send_steps(resume_runs(tenant, now=timezone.now())))


@shared_task(name="evolution.forget_runs")
def forget_runs_everywhere() -> None:
    """Remove old runs and notices, tenant by tenant."""
    for_each_tenant(lambda tenant: forget_runs(tenant, now=timezone.now()), also_inactive=True)


def send_steps(steps: Iterable[ReadyStep]) -> None:
    """Have workers carry out the steps that are ready, once the transaction has committed."""
    for step in steps:
        enqueue(carry_out_pipeline_step, str(step.tenant_id), str(step.step_id), wait_s=step.wait_s)
