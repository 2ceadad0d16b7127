"""Background work of the loop: ids in, one operation, nothing out."""

import uuid
from functools import partial

from celery import shared_task
from django.utils import timezone

from apps.evolution.tasks import send_steps
from apps.learning.act_on_run import act_on_run
from apps.learning.learn import learn
from apps.learning.propose_pipelines import propose_pipelines
from apps.learning.reflect import reflect_where_due
from apps.scheduling.carry_out_run import carry_out_run
from apps.tenants.each_tenant import for_each_tenant
from apps.tenants.isolation import tenant_context
from apps.tenants.models import Tenant


@shared_task(name="learning.learn_tenant")
def learn_tenant(tenant_id: str) -> None:
    """Take one tenant's waiting work through every stage of the loop."""
    learn(Tenant.objects.get(pk=tenant_id), now=timezone.now())


@shared_task(name="learning.learn_everywhere")
def learn_everywhere() -> None:
    """Find what a lost message left, tenant by tenant."""
    for_each_tenant(lambda tenant: learn(tenant, now=timezone.now()))


@shared_task(name="learning.reflect_where_due")
def reflect_everywhere_due() -> None:
    """Write the reflections whose time has come."""
    reflect_where_due(now=timezone.now())


@shared_task(name="learning.propose_pipelines")
def propose_pipelines_everywhere() -> None:
    """Look for chains of tools that repeat, in every tenant that learns."""
    for_each_tenant(_propose_pipelines)


def _propose_pipelines(tenant: Tenant) -> None:
    if tenant.learning.enabled:
        with tenant_context(tenant.pk):
            propose_pipelines(tenant, now=timezone.now())


@shared_task(name="learning.carry_out_firings", acks_late=True)
def carry_out_firings(tenant_id: str, run_ids: list[str]) -> None:
    """Carry out firings one after another; those that somebody else has are left to them."""
    tenant = Tenant.objects.get(pk=tenant_id)
    for run_id in run_ids:
        carry_out_run(tenant, uuid.UUID(run_id), partial(act_on_run, send=send_steps))
