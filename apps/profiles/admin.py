"""The admin's pages of what is known of people: to look at, with the quotes that prove it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.profiles.domain.fields import FieldName
from apps.profiles.models import FieldSource, Memory, MemoryKind, MemoryStatus, Profile
from apps.profiles.read_profile import known_fields
from apps.tenants.admin_columns import column, shown
from apps.tenants.admin_filters import AgentFilter, word_filter
from apps.tenants.grants import Grant
from apps.tenants.tenant_admin import TenantAdmin
from apps.trajectories.models import Trajectory

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.http import HttpRequest
    from django_stubs_ext import StrOrPromise

    from apps.profiles.models import FieldEvidence, MemoryEvidence
    from apps.tenants.admin_columns import Words
    from apps.tenants.models import Tenant

KINDS: Words = {
    MemoryKind.PREFERENCE: _("preference"),
    MemoryKind.FACT: _("fact"),
    MemoryKind.LESSON: _("lesson"),
}
STATUSES: Words = {
    MemoryStatus.ACTIVE: _("holds"),
    MemoryStatus.SUPERSEDED: _("superseded"),
    MemoryStatus.CONFLICTING: _("conflicting"),
}
SWITCHES: dict[Any, StrOrPromise] = {True: _("on"), False: _("switched off by the person")}
SOURCES: Words = {
    FieldSource.PERSON: _("the person's word"),
    FieldSource.INFERRED: _("inferred"),
}
FIELDS: Words = {
    FieldName.INDUSTRY: _("industry"),
    FieldName.ROLE: _("role"),
    FieldName.EXPERTISE: _("expertise"),
    FieldName.STYLE: _("communication style"),
    FieldName.LANGUAGE: _("preferred language"),
    FieldName.TOOLS: _("preferred tools"),
    FieldName.TOPICS: _("recent topics"),
}
MOST_QUOTES = 50


@admin.register(Memory)
class MemoryAdmin(TenantAdmin):
    """What people said that lasts."""

    plural = _("Memories")
    sight = Grant.REVIEW
    facts = (
        column(_("memory"), "text"),
        column(_("person"), "end_user.external_id"),
        column(_("kind"), "kind", words=KINDS),
        column(_("state"), "status", words=STATUSES),
        column(_("confidence"), "confidence", is_sortable=True),
        column(_("confirmed by sessions"), "times_confirmed", is_sortable=True),
        column(_("last said on"), "last_confirmed_at", is_sortable=True),
        column(_("agent"), "agent.name"),
        column(_("superseded by"), "superseded_by.text"),
        column(_("conflicts with"), "conflicts_with.text"),
        column(_("learned on"), "created_at"),
    )
    list_display = facts[:7]
    list_filter = (
        word_filter(_("kind"), "kind", KINDS),
        word_filter(_("state"), "status", STATUSES),
        AgentFilter,
    )
    search_fields = ("text", "end_user__external_id")
    ordering = ("-created_at",)
    page_template = "admin/memory.html"

    def rows(self, tenant: Tenant) -> Any:
        rows = super().rows(tenant).kept().without_vectors().defer("words")
        return rows.select_related("end_user", "agent", "superseded_by", "conflicts_with")

    def page_context(self, request: HttpRequest, row: Memory) -> dict[str, Any]:
        quotes = list(row.evidence.order_by("-said_at")[:MOST_QUOTES])
        return {"quotes": quotes, "kept": kept_runs(row.tenant, quotes)}


@admin.register(Profile)
class ProfileAdmin(TenantAdmin):
    """What is known of each person."""

    plural = _("Profiles")
    sight = Grant.REVIEW
    facts = (
        column(_("person"), "end_user.external_id"),
        column(_("learning"), "learning_enabled", words=SWITCHES),
        column(_("known since"), "created_at", is_sortable=True),
        column(_("changed on"), "updated_at", is_sortable=True),
    )
    list_display = facts
    list_filter = (word_filter(_("learning"), "learning_enabled", SWITCHES),)
    search_fields = ("end_user__external_id",)
    ordering = ("-created_at",)
    page_template = "admin/profile.html"

    def rows(self, tenant: Tenant) -> Any:
        return super().rows(tenant).select_related("end_user", "tenant")

    def page_context(self, request: HttpRequest, row: Profile) -> dict[str, Any]:
        known = known_fields(row, now=timezone.now())
        quotes = [quote for one in known.values() for quote in one.evidence]
        fields = [
            {
                "title": FIELDS[name],
                "value": shown(one.values),
                "confidence": shown(one.confidence),
                "source": SOURCES[one.source],
                "last_confirmed": shown(one.last_confirmed_at),
                "quotes": one.evidence,
            }
            for name, one in known.items()
        ]
        return {"fields": fields, "kept": kept_runs(row.tenant, quotes)}


def kept_runs(tenant: Tenant, quotes: Iterable[MemoryEvidence | FieldEvidence]) -> set[Any]:
    """Give the runs that quotes are from and that are still kept."""
    runs = Trajectory.objects.for_tenant(tenant)
    kept = runs.filter(pk__in={quote.trajectory_id for quote in quotes})
    return set(kept.values_list("pk", flat=True))
