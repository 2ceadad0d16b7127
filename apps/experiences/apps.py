"""The experiences app."""

from django.apps import AppConfig


class ExperiencesConfig(AppConfig):
    """The experiences app."""

    name = "apps.experiences"
    label = "experiences"
