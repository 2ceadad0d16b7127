"""The Django app of scheduling."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SchedulingConfig(AppConfig):
    """What is to be done at a time."""

    name = "apps.scheduling"
    verbose_name = _("Scheduling")
