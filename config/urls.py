"""Every route of the product."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from apps.evolution.api.pull_views import SkillIndexView
from apps.feedback.api.urls import feedback_routes
from apps.learning.know_person import open_problems
from apps.llm.embedding import embedder
from apps.profiles.api.urls import profile_routes
from apps.scheduling.api.feed_view import feed
from config.api import no_such_route
from config.health import healthz, readyz

api = [
    path("", include("apps.trajectories.api.urls")),
    path("", include(feedback_routes(vectors=embedder))),
    path("", include("apps.experiences.api.urls")),
    path("", include(profile_routes(vectors=embedder, pain_points=open_problems))),
    path("", include("apps.evolution.api.urls")),
    path("", include("apps.scheduling.api.urls")),
    path("", include("apps.learning.api.urls")),
    path("", include("apps.webhooks.api.urls")),
    path("", include("apps.tenants.api.urls")),
]

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="admin:index")),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/v1/", include(api)),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs/", SpectacularSwaggerSplitView.as_view(url_name="schema"), name="docs"),
    path(".well-known/agent-skills/index.json", SkillIndexView.as_view(), name="skill-index"),
    path("feeds/<str:secret>.ics", feed, name="schedule-calendar"),
    path("api/<path:rest>", no_such_route),
    path("healthz", healthz),
    path("readyz", readyz),
]
