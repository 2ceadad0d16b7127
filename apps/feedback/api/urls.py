"""Routes of feedback."""

from django.urls import path

from apps.feedback.api import views

urlpatterns = [
    path("trajectories/<uuid:pk>/feedback", views.FeedbackView.as_view(), name="feedback"),
    path("messages/classify", views.ClassifyView.as_view(), name="classify"),
]
