"""Start-up of the tenants app: the refusal to run as a database superuser."""

from django.apps import AppConfig
from django.db.backends.signals import connection_created


class TenantsConfig(AppConfig):
    """The tenants app."""

    name = "apps.tenants"
    label = "tenants"

    def ready(self) -> None:
        # All need the app registry, which is not there when this module loads. Without the Celery
        # app, `enqueue` would send to a default broker that nobody runs.
        import config.celery  # noqa: F401, PLC0415
        from apps.tenants import openapi  # noqa: F401, PLC0415 - registers itself
        from apps.tenants.isolation import refuse_superuser  # noqa: PLC0415

        connection_created.connect(refuse_superuser)
