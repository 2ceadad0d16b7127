"""The admin's pages of scores, each with its reasons, and of what they come to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models.functions import Left
from django.utils.translation import gettext_lazy as _

from apps.feedback.learned_admin import CapabilityAdmin, PreferenceAdmin, SignalAdmin
from apps.feedback.models import Capability, Preference, Score, Signal
from apps.tenants.admin_columns import column
from apps.tenants.admin_filters import word_filter
from apps.tenants.tenant_admin import Endless, TenantAdmin
from apps.trajectories.admin_words import SCORE_SOURCES, score_lines

if TYPE_CHECKING:
    from django.http import HttpRequest

    from apps.tenants.models import Tenant

admin.site.register(Preference, PreferenceAdmin)
admin.site.register(Capability, CapabilityAdmin)
admin.site.register(Signal, SignalAdmin)


@admin.register(Score)
class ScoreAdmin(TenantAdmin):
    """Judgements of runs."""

    plural = _("Scores")
    facts = (
        column(_("value"), "value"),
        column(_("judged by"), "source", words=SCORE_SOURCES),
        column(_("run"), "asked"),
        column(_("comment"), "comment"),
        column(_("who"), "by"),
        column(_("when"), "created_at"),
    )
    list_display = facts
    list_filter = (word_filter(_("judged by"), "source", SCORE_SOURCES),)
    search_fields = ("by__startswith",)
    search_help_text = _("The beginning of who judged")
    ordering = ("-pk",)
    paginator = Endless
    page_template = "admin/score.html"

    def rows(self, tenant: Tenant) -> Any:
        return super().rows(tenant).annotate(asked=Left("trajectory__intent", 120))

    def page_context(self, request: HttpRequest, row: Score) -> dict[str, Any]:
        return {"lines": score_lines(row.lines)}
