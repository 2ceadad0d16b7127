"""The learning app: hears the news of the lower ones."""

from django.apps import AppConfig


class LearningConfig(AppConfig):
    """The learning app."""

    name = "apps.learning"
    label = "learning"

    def ready(self) -> None:
        # Importing them is what connects them.
        from apps.learning import receivers  # noqa: F401, PLC0415
