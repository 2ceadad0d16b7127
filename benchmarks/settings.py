"""The project's settings with the baseline beside it: one more app, two more routes."""

from config.settings import *  # noqa: F403 - the project's settings, extended
from config.settings import INSTALLED_APPS as PROJECT_APPS

INSTALLED_APPS = [*PROJECT_APPS, "benchmarks.baseline"]
ROOT_URLCONF = "benchmarks.urls"
