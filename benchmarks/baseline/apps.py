"""The baseline as an app: it exists only in benchmarks.settings, and its table has no migration."""

from django.apps import AppConfig


class BaselineConfig(AppConfig):
    """The app `baseline`."""

    name = "benchmarks.baseline"
    label = "baseline"
