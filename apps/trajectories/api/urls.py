"""Routes of what happened."""

from django.urls import path

from apps.trajectories.api import similar_views, views

# An agent's own session ids, and those of sub-agents, may hold slashes: the longer routes first,
# and one session alone last of all, in apps/learning/api/urls.py, where it can be erased.
urlpatterns = [
    path("events", views.EventsView.as_view(), name="events"),
    path("trajectories", views.TrajectoryListView.as_view(), name="trajectories"),
    path("trajectories/<uuid:pk>", views.TrajectoryView.as_view(), name="trajectory"),
    path(
        "trajectories/<uuid:pk>/similar", similar_views.SimilarView.as_view(), name="similar-runs"
    ),
    path("sessions", views.SessionListView.as_view(), name="sessions"),
    path(
        "sessions/<path:session_id>/compressed", views.CompressedView.as_view(), name="compressed"
    ),
    path("sessions/<path:session_id>/end", views.EndSessionView.as_view(), name="end-session"),
    path("imports", views.ImportListView.as_view(), name="imports"),
    path("imports/<uuid:pk>", views.ImportView.as_view(), name="import"),
]
