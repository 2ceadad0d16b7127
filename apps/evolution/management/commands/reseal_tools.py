"""`manage.py reseal_tools`: seal kept secrets under the present DJANGO_SECRET_KEY."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.errors import DomainError
from apps.evolution.register_tool import reseal_tools
from apps.tenants.isolation import tenant_context
from apps.tenants.models import Tenant
from apps.webhooks.register_webhook import reseal_webhooks


class Command(BaseCommand):
    help = "Seal kept secrets anew; DJANGO_SECRET_KEY_FALLBACKS is not needed after it."

    def handle(self, *args: Any, **options: Any) -> None:
        broken = []
        for tenant in Tenant.objects.order_by("slug"):
            try:
                with tenant_context(tenant.pk):
                    count = reseal_tools(tenant) + reseal_webhooks(tenant)
            except DomainError as error:
                broken.append(f"{tenant.slug}: {error.detail}")
            else:
                self.stdout.write(f"{tenant.slug}: {count} sealed anew")
        if broken:
            raise CommandError("\n".join(broken))
