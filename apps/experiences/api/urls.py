"""Routes of experiences, pain points and solutions."""

from django.urls import path

from apps.experiences.api import pain_views, views

urlpatterns = [
    path("experiences", views.ExperienceListView.as_view(), name="experiences"),
    path("experiences/<uuid:pk>", views.ExperienceView.as_view(), name="experience"),
    path("pain-points", pain_views.PainListView.as_view(), name="pain-points"),
    path("pain-points/<uuid:pk>", pain_views.PainView.as_view(), name="pain-point"),
    path("pain-points/<uuid:pk>/dismiss", pain_views.DismissView.as_view(), name="pain-dismiss"),
    path("pain-points/<uuid:pk>/reopen", pain_views.ReopenView.as_view(), name="pain-reopen"),
    path("solutions", pain_views.SolutionListView.as_view(), name="solutions"),
    path(
        "solutions/<uuid:pk>/feedback",
        pain_views.SolutionFeedbackView.as_view(),
        name="solution-feedback",
    ),
]
