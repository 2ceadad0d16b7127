"""`manage.py seed_demo --tenant SLUG`: fill two tenants with invented work to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from apps.learning.demo.events import demo_events
from apps.learning.learn import learn
from apps.tenants.create_tenant import create_tenant
from apps.tenants.find_tenant import find_tenant
from apps.tenants.isolation import tenant_context
from apps.tenants.models import Membership, Role, Tenant
from apps.trajectories.record_events import record_events

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from apps.learning.demo.events import DemoTenant

SECOND = "clinic"
SECOND_NAME = "河畔医院 Riverside Clinic"


class Command(BaseCommand):
    help = "Fill a tenant (a parts factory, English) and a second one (a clinic, Chinese)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tenant", help="the tenant that becomes the factory")

    def handle(self, *_: Any, **options: Any) -> None:
        factory = find_tenant(options["tenant"])
        clinic = Tenant.objects.filter(slug=SECOND).first() or _second_tenant(factory)
        for tenant, kind in _stories(factory, clinic):
            self.stdout.write(f"{tenant.slug}: {_seed(tenant, kind)} events")


def _stories(factory: Tenant, clinic: Tenant) -> list[tuple[Tenant, DemoTenant]]:
    return [(factory, "factory"), (clinic, "clinic")]


def _second_tenant(first: Tenant) -> Tenant:
    """Make the clinic, owned by whoever owns the factory."""
    with tenant_context(first.pk):
        owners = Membership.objects.for_tenant(first).filter(role=Role.OWNER)
        email = owners.select_related("user").earliest("created_at").user.email
    return create_tenant(SECOND, owner_email=email, name=SECOND_NAME).tenant


def _seed(tenant: Tenant, kind: DemoTenant) -> int:
    now = timezone.now()
    with tenant_context(tenant.pk):
        events = demo_events(kind, now=now)
        recorded = record_events(tenant, events, source="demo", now=now)
    learn(tenant, now=now)
    return recorded.accepted
