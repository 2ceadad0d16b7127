"""The webhooks app."""

from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    """The webhooks app."""

    name = "apps.webhooks"
    label = "webhooks"

    def ready(self) -> None:
        from apps.webhooks import receivers  # noqa: F401, PLC0415 - connects itself
