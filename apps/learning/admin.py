"""The admin's pages of reflections, as they were written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from apps.learning.domain.report_text import LIFT_GROUPS, REFLECTION, lift_figures, reflection_text
from apps.learning.models import Reflection
from apps.tenants.admin_columns import column, titled
from apps.tenants.tenant_admin import TenantAdmin

if TYPE_CHECKING:
    from django.http import HttpRequest

    from apps.tenants.admin_columns import Words

TRIGGERS: Words = {"manual": _("asked for"), "scheduled": _("on schedule")}
TRENDS: Words = {"improving": _("improving"), "declining": _("declining"), "stable": _("stable")}


def _trend(one: Any) -> str:
    return str(TRENDS.get(one.report.get("trend", ""), ""))


def _runs(one: Any) -> str:
    return str(one.report.get("trajectories", ""))


@admin.register(Reflection)
class ReflectionAdmin(TenantAdmin):
    """Reports over a period."""

    plural = _("Reflections")
    facts = (
        column(_("until"), "until"),
        column(_("since"), "since"),
        column(_("written"), "trigger", words=TRIGGERS),
        titled(_("runs"), _runs),
        titled(_("trend"), _trend),
    )
    list_display = facts
    ordering = ("-created_at",)
    page_template = "admin/reflection.html"

    def page_context(self, request: HttpRequest, row: Reflection) -> dict[str, Any]:
        language = "zh" if (get_language() or "").startswith("zh") else "en"
        return {"text": reflection_text(row.report, language), "lifts": _lifts(row, language)}


def _lifts(row: Reflection, language: str) -> list[dict[str, Any]]:
    """What was measured, each with its verdict in words and its figures."""
    measured = row.report.get("lift", {})
    return [
        {**one, "word": REFLECTION[language][group], "figures": lift_figures(one)}
        for group in LIFT_GROUPS
        for one in measured.get(group, [])
    ]
