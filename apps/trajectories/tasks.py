"""Background work on trajectories: ids in, one operation, nothing out."""

import uuid

from celery import shared_task
from django.utils import timezone

from apps.tenants.each_tenant import for_each_tenant
from apps.tenants.models import Tenant
from apps.trajectories.apply_retention import apply_retention
from apps.trajectories.end_session import end_idle_sessions
from apps.trajectories.import_transcripts import claim_import, run_import, unfinished_imports


@shared_task(name="trajectories.read_import", soft_time_limit=3000, time_limit=3300)
def read_import(tenant_id: str, import_id: str) -> None:
    """Read one import, unless another worker does."""
    tenant = Tenant.objects.get(pk=tenant_id)
    if claim_import(tenant, uuid.UUID(import_id)):
        run_import(tenant, uuid.UUID(import_id))


@shared_task(name="trajectories.resume_imports")
def resume_imports() -> None:
    """Send again what a lost message or a dead worker left."""
    for_each_tenant(_send_unfinished)


@shared_task(name="trajectories.end_idle_sessions")
def end_idle_sessions_everywhere() -> None:
    """End the sessions that went silent, tenant by tenant."""
    for_each_tenant(lambda tenant: end_idle_sessions(tenant, now=timezone.now()))


@shared_task(name="trajectories.apply_retention")
def apply_retention_everywhere() -> None:
    """Remove what no tenant needs any more."""
    apply_retention(now=timezone.now())


def _send_unfinished(tenant: Tenant) -> None:
    for import_id in unfinished_imports(tenant):
        read_import.delay(str(tenant.pk), str(import_id))
