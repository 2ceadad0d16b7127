"""The admin's pages of experiences: what was solved once, and the quotes that prove it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from apps.experiences.models import Experience, ExperienceEvidence, ExperienceStatus
from apps.experiences.pain_admin import PainPointAdmin, SolutionAdmin
from apps.experiences.pain_models import PainPoint, Solution
from apps.tenants.admin_columns import column
from apps.tenants.admin_filters import AgentFilter, word_filter
from apps.tenants.tenant_admin import TenantAdmin
from apps.trajectories.admin_words import OUTCOMES
from apps.trajectories.models import Trajectory

if TYPE_CHECKING:
    from django.http import HttpRequest

    from apps.tenants.admin_columns import Words
    from apps.tenants.models import Tenant

STATUSES: Words = {ExperienceStatus.ACTIVE: _("recalled"), ExperienceStatus.ARCHIVED: _("archived")}
MOST_QUOTES = 50
admin.site.register(PainPoint, PainPointAdmin)
admin.site.register(Solution, SolutionAdmin)


@admin.register(Experience)
class ExperienceAdmin(TenantAdmin):
    """Solved problems, ready to be recalled."""

    plural = _("Experiences")
    facts = (
        column(_("problem"), "pain_pattern"),
        column(_("state"), "status", words=STATUSES),
        column(_("confidence"), "confidence", is_sortable=True),
        column(_("used by sessions"), "reuse_count", is_sortable=True),
        column(_("outcome"), "outcome", words=OUTCOMES),
        column(_("agent"), "agent.name"),
        column(_("learned on"), "created_at", is_sortable=True),
        column(_("person"), "end_user.external_id"),
        column(_("written by"), "written_by.user.email"),
        column(_("kind of request"), "request_type"),
        column(_("industry"), "industry_context"),
        column(_("tools"), "tools"),
        column(_("taught the skill"), "synthesized_skill"),
    )
    list_display = facts[:7]
    list_filter = (word_filter(_("state"), "status", STATUSES), AgentFilter)
    search_fields = ("pain_pattern",)
    ordering = ("-created_at",)
    page_template = "admin/experience.html"

    def rows(self, tenant: Tenant) -> Any:
        rows = super().rows(tenant).without_vectors().defer("words")
        return rows.select_related("agent", "end_user", "written_by__user")

    def page_context(self, request: HttpRequest, row: Experience) -> dict[str, Any]:
        quotes = list(
            ExperienceEvidence.objects.for_tenant(row.tenant)
            .filter(experience=row)
            .order_by("created_at")[:MOST_QUOTES]
        )
        runs = Trajectory.objects.for_tenant(row.tenant)
        kept = runs.filter(pk__in={quote.trajectory_id for quote in quotes})
        others = list(row.alternatives.order_by("created_at"))
        return {"others": others, "quotes": quotes, "kept": set(kept.values_list("pk", flat=True))}
