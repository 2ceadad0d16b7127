"""Routes of experiences."""

from django.urls import path

from apps.experiences.api import views

urlpatterns = [
    path("experiences", views.ExperienceListView.as_view(), name="experiences"),
    path("experiences/<uuid:pk>", views.ExperienceView.as_view(), name="experience"),
]
