"""The project's routes and the baselines'."""

from django.urls import path

from benchmarks.baseline.views import FlatView, RunsView
from config.urls import urlpatterns as project

urlpatterns = [
    *project,
    path("baseline/flat", FlatView.as_view()),
    path("baseline/runs", RunsView.as_view()),
]
