"""Background work on skills: time alone changes what is served."""

from celery import shared_task
from django.utils import timezone

from apps.evolution.age_skills import age_skills
from apps.tenants.each_tenant import for_each_tenant
from apps.tenants.isolation import tenant_context
from apps.tenants.models import Tenant


@shared_task(name="evolution.age_skills")
def age_skills_everywhere() -> None:
    """Take what nobody uses out of service, tenant by tenant."""
    for_each_tenant(_age)


def _age(tenant: Tenant) -> None:
    with tenant_context(tenant.pk):
        age_skills(tenant, now=timezone.now())
