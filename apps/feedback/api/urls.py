"""Routes of feedback: who puts them together says where vectors come from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import path

from apps.feedback.api import learned_views, views

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.urls import URLPattern

    from apps.feedback.domain.message_vector import VectorSource


def feedback_routes(*, vectors: Callable[[], VectorSource]) -> list[URLPattern]:
    """Give the routes of this app."""
    classify = views.ClassifyView.as_view(vectors=vectors)
    return [
        path("trajectories/<uuid:pk>/feedback", views.FeedbackView.as_view(), name="feedback"),
        path("messages/classify", classify, name="classify"),
        path("preferences", learned_views.PreferenceListView.as_view(), name="preferences"),
        path("capabilities", learned_views.CapabilityListView.as_view(), name="capabilities"),
        path("signals", learned_views.SignalListView.as_view(), name="signals"),
    ]
