"""Routes of the loop."""

from django.urls import path

from apps.learning.api import views

urlpatterns = [
    path("context", views.ContextView.as_view(), name="context"),
    path("hooks/<str:client>", views.HookView.as_view(), name="hooks"),
    path("reflections", views.ReflectionListView.as_view(), name="reflections"),
    path("stats", views.StatisticsView.as_view(), name="stats"),
]
