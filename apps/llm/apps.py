"""The llm app."""

from django.apps import AppConfig


class LlmConfig(AppConfig):
    """The llm app."""

    name = "apps.llm"
    label = "llm"
