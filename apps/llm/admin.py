"""The admin's pages of the ledger: what was asked of a model, and what it cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from apps.llm.models import ModelCall
from apps.tenants.admin_columns import NOTHING, column, duration, titled
from apps.tenants.admin_filters import word_filter
from apps.tenants.tenant_admin import Endless, TenantAdmin

if TYPE_CHECKING:
    from apps.tenants.admin_columns import Words

PURPOSES: Words = {
    "extract": _("read a run"),
    "judge": _("second reading"),
    "draft": _("draft"),
    "schedule": _("schedule"),
    "reflect": _("reflection"),
    "generate": _("pipeline step"),
}
OUTCOMES: Words = {
    "asked": _("asked"),
    "answered": _("answered"),
    "repaired": _("answered after repair"),
    "invalid": _("not valid"),
    "timeout": _("timed out"),
    "refused": _("refused"),
    "over_budget": _("over budget"),
    "error": _("error"),
}


def _tokens(call: Any) -> str:
    return f"{call.input_tokens} + {call.output_tokens}"


def _cost(call: Any) -> str:
    return NOTHING if call.cost is None else str(call.cost)


def _duration(call: Any) -> str:
    return duration(call.duration_ms)


@admin.register(ModelCall)
class ModelCallAdmin(TenantAdmin):
    """Questions to a model."""

    plural = _("Model calls")
    list_display = (
        column(_("when"), "created_at"),
        column(_("purpose"), "purpose", words=PURPOSES),
        column(_("outcome"), "outcome", words=OUTCOMES),
        column(_("model"), "model"),
        titled(_("tokens"), _tokens),
        titled(_("cost"), _cost),
        titled(_("duration"), _duration),
    )
    facts = (*list_display, column(_("error"), "error"))
    list_filter = (
        word_filter(_("purpose"), "purpose", PURPOSES),
        word_filter(_("outcome"), "outcome", OUTCOMES),
    )
    ordering = ("-created_at", "-pk")
    paginator = Endless
