"""The admin's pages of pipelines and of every text they ever had; both are only read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from apps.evolution.domain.text_diff import unified_diff
from apps.evolution.models import PipelineVersion, Proposal
from apps.evolution.review_text import as_code, diff_lines
from apps.evolution.review_words import ACTIONS, LANGUAGES, PIPELINE_STATUSES, STATUSES
from apps.tenants.admin_columns import column
from apps.tenants.admin_filters import word_filter
from apps.tenants.tenant_admin import TenantAdmin, principal_of

if TYPE_CHECKING:
    from django.http import HttpRequest

    from apps.evolution.models import Pipeline
    from apps.tenants.models import Tenant

MOST_VERSIONS = 100


class PipelineAdmin(TenantAdmin):
    """Approved pipelines, as they are run."""

    plural = _("Pipelines")
    facts = (
        column(_("title"), "title"),
        column(_("name"), "name"),
        column(_("version"), "current.version"),
        column(_("state"), "status", words=PIPELINE_STATUSES),
        column(_("changed"), "updated_at", is_sortable=True),
        column(_("language"), "language", words=LANGUAGES),
        column(_("description"), "description"),
        column(_("tools"), "tools"),
        column(_("triggers"), "triggers"),
    )
    list_display = facts[:6]
    list_filter = (
        word_filter(_("state"), "status", PIPELINE_STATUSES),
        word_filter(_("language"), "language", LANGUAGES),
    )
    search_fields = ("name", "title", "description")
    ordering = ("-updated_at",)
    page_template = "admin/pipeline.html"

    def rows(self, tenant: Tenant) -> Any:
        return super().rows(tenant).defer("current__content").select_related("current")

    def page_context(self, request: HttpRequest, row: Pipeline) -> dict[str, Any]:
        tenant = principal_of(request).tenant
        versions = PipelineVersion.objects.for_tenant(tenant).filter(pipeline=row)
        proposals = Proposal.objects.for_tenant(tenant).filter(pipeline=row).defer("content")
        return {
            "title": row.title,
            "text": as_code(row.current.content) if row.current else "",
            "versions": list(versions.defer("content").order_by("-created_at")[:MOST_VERSIONS]),
            "proposals": [
                (one, ACTIONS.get(one.action, one.action), STATUSES.get(one.status, one.status))
                for one in proposals.order_by("-created_at")[:MOST_VERSIONS]
            ],
        }


class PipelineVersionAdmin(TenantAdmin):
    """Every text that a pipeline ever had."""

    plural = _("Pipeline versions")
    facts = (
        column(_("pipeline"), "pipeline.name"),
        column(_("version"), "version"),
        column(_("approved by"), "approved_by"),
        column(_("since"), "created_at", is_sortable=True),
        column(_("SHA-256"), "digest"),
    )
    list_display = facts[:4]
    search_fields = ("pipeline__name", "approved_by")
    ordering = ("-created_at",)
    page_template = "admin/pipeline_version.html"

    def rows(self, tenant: Tenant) -> Any:
        return super().rows(tenant).select_related("pipeline").defer("content")

    def page_context(self, request: HttpRequest, row: PipelineVersion) -> dict[str, Any]:
        current = row.pipeline.current
        labels = {"old": row.version, "new": current.version if current else ""}
        served = current.content if current and current.pk != row.pk else row.content
        return {
            "title": f"{row.pipeline.name} {row.version}",
            "text": as_code(row.content),
            "is_current": current is not None and current.pk == row.pk,
            "diff": diff_lines(unified_diff(row.content, served, **labels)),
            "current": current,
        }
