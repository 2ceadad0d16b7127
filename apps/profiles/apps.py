"""The profiles app."""

from django.apps import AppConfig


class ProfilesConfig(AppConfig):
    """The profiles app."""

    name = "apps.profiles"
    label = "profiles"
