"""Routes of the loop."""

from django.urls import path

from apps.learning.api import erasure_views, reflection_views, save_views, views

urlpatterns = [
    path(
        "users/<path:user_id>/export",
        erasure_views.PersonExportView.as_view(),
        name="person-export",
    ),
    path("users/<path:user_id>", erasure_views.PersonView.as_view(), name="person"),
    # Read below, erased here: behind the longer routes of sessions.
    path("sessions/<path:session_id>", erasure_views.SessionView.as_view(), name="session"),
    path(
        "trajectories/<uuid:pk>/save-as-skill",
        save_views.SaveAsSkillView.as_view(),
        name="save-as-skill",
    ),
    path("context", views.ContextView.as_view(), name="context"),
    path("hooks/<str:client>", views.HookView.as_view(), name="hooks"),
    path("reflections", reflection_views.ReflectionListView.as_view(), name="reflections"),
    path("reflections/<uuid:pk>", reflection_views.ReflectionView.as_view(), name="reflection"),
    path("stats", views.StatisticsView.as_view(), name="stats"),
]
