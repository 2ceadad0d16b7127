"""The evolution app."""

from django.apps import AppConfig


class EvolutionConfig(AppConfig):
    """The evolution app."""

    name = "apps.evolution"
    label = "evolution"
