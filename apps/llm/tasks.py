"""Background work on the ledger."""

from celery import shared_task
from django.utils import timezone

from apps.llm.forget_calls import forget_calls
from apps.tenants.each_tenant import for_each_tenant


@shared_task(name="llm.forget_calls")
def forget_calls_everywhere() -> None:
    """Remove old rows of the ledger, tenant by tenant."""
    for_each_tenant(lambda tenant: forget_calls(tenant, now=timezone.now()), also_inactive=True)
