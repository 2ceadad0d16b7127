"""Every route of the product."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView

from apps.evolution.api.views import SkillIndexView
from config.health import healthz, readyz

api = [
    path("", include("apps.trajectories.api.urls")),
    path("", include("apps.feedback.api.urls")),
    path("", include("apps.experiences.api.urls")),
    path("", include("apps.evolution.api.urls")),
    path("", include("apps.learning.api.urls")),
]

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="admin:index")),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/v1/", include(api)),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs/", SpectacularSwaggerView.as_view(url_name="schema"), name="docs"),
    path(".well-known/agent-skills/index.json", SkillIndexView.as_view(), name="skill-index"),
    path("healthz", healthz),
    path("readyz", readyz),
]
