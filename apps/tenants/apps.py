"""Start-up of the tenants app: the refusal to run as a database superuser."""

from django.apps import AppConfig
from django.db.backends.signals import connection_created


class TenantsConfig(AppConfig):
    """The tenants app."""

    name = "apps.tenants"
    label = "tenants"

    def ready(self) -> None:
        from apps.tenants.isolation import refuse_superuser  # noqa: PLC0415 - needs the registry

        connection_created.connect(refuse_superuser)
