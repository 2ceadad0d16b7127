"""The feedback app."""

from django.apps import AppConfig


class FeedbackConfig(AppConfig):
    """The feedback app."""

    name = "apps.feedback"
    label = "feedback"
