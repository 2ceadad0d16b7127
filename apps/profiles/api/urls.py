"""Routes of memories and profiles; who puts them together gives vectors and open problems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import path

from apps.profiles.api import views

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.urls import URLPattern


def profile_routes(
    *, vectors: Callable[[], views.VectorSource], pain_points: views.ProblemSource
) -> list[URLPattern]:
    """Give the routes of this app."""
    return [
        path("memories", views.MemoryListView.as_view(vectors=vectors), name="memories"),
        path("memories/<uuid:pk>", views.MemoryView.as_view(), name="memory"),
        path(
            "profiles/<path:user_id>",
            views.ProfileView.as_view(pain_points=pain_points),
            name="profile",
        ),
    ]
