"""The project's routes and the baseline's."""

from django.urls import path

from benchmarks.baseline.views import EventsView
from config.urls import urlpatterns as project

urlpatterns = [*project, path("baseline/events", EventsView.as_view())]
