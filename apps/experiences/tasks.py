"""Background work on what is known: time alone changes how sure it is."""

from celery import shared_task
from django.utils import timezone

from apps.experiences.fade_pains import fade_pains
from apps.tenants.each_tenant import for_each_tenant
from apps.tenants.isolation import tenant_context
from apps.tenants.models import Tenant


@shared_task(name="experiences.fade_pains")
def fade_pains_everywhere() -> None:
    """Weigh old pain points again, tenant by tenant."""
    for_each_tenant(_fade)


def _fade(tenant: Tenant) -> None:
    with tenant_context(tenant.pk):
        fade_pains(tenant, now=timezone.now())
