"""The trajectories app."""

from django.apps import AppConfig


class TrajectoriesConfig(AppConfig):
    """The trajectories app."""

    name = "apps.trajectories"
    label = "trajectories"
