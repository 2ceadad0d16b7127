"""The admin's pages of what scores and servings come to: preferences, capabilities, signals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from apps.feedback.domain.preference_text import write_pattern
from apps.feedback.models import Polarity, PreferenceKind, SignalKind, TargetKind
from apps.tenants.admin_columns import column, titled
from apps.tenants.admin_filters import AgentFilter, word_filter
from apps.tenants.tenant_admin import Endless, TenantAdmin

if TYPE_CHECKING:
    from apps.tenants.admin_columns import Words
    from apps.tenants.models import Tenant

PREFERENCE_KINDS: Words = {
    PreferenceKind.TOOL_PREFERENCE: _("tool to prefer"),
    PreferenceKind.AVOID: _("pattern to avoid"),
}
TARGET_KINDS: Words = {
    TargetKind.SKILL: _("skill"),
    TargetKind.PIPELINE: _("pipeline"),
    TargetKind.EXPERIENCE: _("experience"),
}
SIGNAL_KINDS: Words = {
    SignalKind.EXPLICIT: _("said so"),
    SignalKind.IMPLICIT: _("asked the same again"),
    SignalKind.USAGE: _("used it"),
    SignalKind.COMPLETION: _("how the run ended"),
    SignalKind.COMPARISON: _("compared with runs without it"),
}
POLARITIES: Words = {
    Polarity.POSITIVE: _("speaks for it"),
    Polarity.NEGATIVE: _("speaks against it"),
    Polarity.NEUTRAL: _("speaks neither way"),
}


def sentence(row: Any) -> str:
    """Say a preference in the reader's language."""
    language = "zh" if (get_language() or "").startswith("zh") else "en"
    return write_pattern(row.tool, row.pattern, language)


class PreferenceAdmin(TenantAdmin):
    """Tools that agents do well with, and patterns to avoid."""

    plural = _("Preferences")
    facts = (
        titled(_("what was learned"), sentence),
        column(_("kind"), "kind", words=PREFERENCE_KINDS),
        column(_("agent"), "agent"),
        column(_("kind of request"), "request_type"),
        column(_("tool"), "tool"),
        column(_("confidence"), "confidence"),
        column(_("runs"), "runs"),
        column(_("sessions"), "sessions"),
        column(_("last seen"), "last_seen"),
    )
    list_display = facts
    list_filter = (AgentFilter, word_filter(_("kind"), "kind", PREFERENCE_KINDS))
    search_fields = ("tool__startswith", "request_type__startswith")
    search_help_text = _("The beginning of a tool's name or of a kind of request")
    ordering = ("-last_seen", "-pk")
    paginator = Endless

    def rows(self, tenant: Tenant) -> Any:
        return super().rows(tenant).select_related("agent")


class CapabilityAdmin(TenantAdmin):
    """How each tool fares, by agent and kind of request."""

    plural = _("Capabilities")
    facts = (
        column(_("tool"), "tool"),
        column(_("agent"), "agent"),
        column(_("kind of request"), "request_type"),
        column(_("uses"), "uses"),
        column(_("successes"), "successes"),
        column(_("errors"), "errors"),
        column(_("success rate"), "success_rate"),
        column(_("mean score"), "mean_score"),
        column(_("runs"), "runs"),
        column(_("changed"), "updated_at"),
    )
    list_display = facts
    list_filter = (AgentFilter,)
    search_fields = ("tool__startswith", "request_type__startswith")
    search_help_text = _("The beginning of a tool's name or of a kind of request")
    ordering = ("-updated_at", "-pk")
    paginator = Endless

    def rows(self, tenant: Tenant) -> Any:
        return super().rows(tenant).select_related("agent")


class SignalAdmin(TenantAdmin):
    """Feedback on skills, pipelines and experiences."""

    plural = _("Signals")
    facts = (
        column(_("about"), "target_kind", words=TARGET_KINDS),
        column(_("how"), "kind", words=SIGNAL_KINDS),
        column(_("judgement"), "polarity", words=POLARITIES),
        column(_("weight of a signal"), "weight"),
        column(_("what was said"), "quote"),
        column(_("session"), "session_id"),
        column(_("when"), "created_at"),
        column(_("its id"), "target_id"),
    )
    list_display = facts[:7]
    list_filter = (
        word_filter(_("about"), "target_kind", TARGET_KINDS),
        word_filter(_("how"), "kind", SIGNAL_KINDS),
        word_filter(_("judgement"), "polarity", POLARITIES),
    )
    search_fields = ("session_id__startswith",)
    search_help_text = _("The beginning of a session's id")
    ordering = ("-created_at", "-pk")
    paginator = Endless
