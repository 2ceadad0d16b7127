"""Routes of feedback."""

from django.urls import path

from apps.feedback.api import learned_views, views

urlpatterns = [
    path("trajectories/<uuid:pk>/feedback", views.FeedbackView.as_view(), name="feedback"),
    path("messages/classify", views.ClassifyView.as_view(), name="classify"),
    path("preferences", learned_views.PreferenceListView.as_view(), name="preferences"),
    path("capabilities", learned_views.CapabilityListView.as_view(), name="capabilities"),
    path("signals", learned_views.SignalListView.as_view(), name="signals"),
]
