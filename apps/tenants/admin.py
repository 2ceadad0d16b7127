"""The admin's pages of a tenant itself: its people, agents, keys, settings and log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.auth.models import Group
from django.utils.translation import gettext_lazy as _

from apps.tenants.admin_columns import column
from apps.tenants.admin_filters import word_filter
from apps.tenants.grants import Grant
from apps.tenants.key_admin import ApiKeyAdmin
from apps.tenants.models import Agent, ApiKey, AuditEvent, EndUser, Membership, Notice, Role, Tenant
from apps.tenants.notify_members import read_notice
from apps.tenants.settings_admin import TenantSettingsAdmin
from apps.tenants.tenant_admin import Endless, TenantAdmin, membership_of

if TYPE_CHECKING:
    from django.http import HttpRequest

    from apps.tenants.admin_columns import Words

ROLES: Words = {
    Role.OWNER: _("owner"),
    Role.ADMIN: _("administrator"),
    Role.REVIEWER: _("reviewer"),
    Role.MEMBER: _("member"),
    Role.VIEWER: _("viewer"),
}
admin.site.unregister(Group)
admin.site.register(ApiKey, ApiKeyAdmin)
admin.site.register(Tenant, TenantSettingsAdmin)


@admin.register(Membership)
class MembershipAdmin(TenantAdmin):
    """The people of the tenant."""

    plural = _("Members")
    facts = (
        column(_("e-mail"), "user.email", is_sortable=True),
        column(_("name"), "user.name"),
        column(_("role"), "role", words=ROLES),
        column(_("member since"), "created_at", is_sortable=True),
    )
    list_display = facts
    list_select_related = ("user",)
    list_filter = (word_filter(_("role"), "role", ROLES),)
    search_fields = ("user__email", "user__name")
    ordering = ("created_at",)

    def rows(self, tenant: Tenant) -> Any:
        return super().rows(tenant).select_related("user")


@admin.register(Agent)
class AgentAdmin(TenantAdmin):
    """The agents that report to the tenant."""

    plural = _("Agents")
    facts = (
        column(_("name"), "name", is_sortable=True),
        column(_("first seen"), "created_at", is_sortable=True),
    )
    list_display = facts
    search_fields = ("name",)
    ordering = ("name",)


@admin.register(EndUser)
class EndUserAdmin(TenantAdmin):
    """The people whom the agents work for."""

    plural = _("People")
    facts = (
        column(_("ID at the agent"), "external_id", is_sortable=True),
        column(_("member"), "membership.user.email"),
        column(_("first seen"), "created_at"),
    )
    list_display = facts
    search_fields = ("external_id",)
    ordering = ("external_id",)
    paginator = Endless

    def rows(self, tenant: Tenant) -> Any:
        return super().rows(tenant).select_related("membership__user")


@admin.register(AuditEvent)
class AuditEventAdmin(TenantAdmin):
    """What was decided, by whom, when."""

    plural = _("Audit log")
    sight = Grant.ADMIN
    facts = (
        column(_("when"), "at"),
        column(_("who"), "actor"),
        column(_("did what"), "action"),
        column(_("to a"), "target_kind"),
        column(_("ID"), "target_id"),
        column(_("details"), "detail"),
    )
    list_display = facts[:-1]
    search_fields = ("actor__startswith", "action__exact", "target_id__exact")
    search_help_text = _("Who, the whole action, or the whole id")
    ordering = ("-at",)
    paginator = Endless


@admin.register(Notice)
class NoticeAdmin(TenantAdmin):
    """What the person who looks was told."""

    plural = _("Notices")
    facts = (
        column(_("title"), "title"),
        column(_("when"), "created_at", is_sortable=True),
        column(_("read"), "read_at", is_sortable=True),
        column(_("because of"), "source_kind"),
        column(_("text"), "text"),
    )
    list_display = facts[:-1]
    search_fields = ("title",)
    ordering = ("-created_at", "-pk")
    paginator = Endless

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).filter(recipient=membership_of(request))

    def page_context(self, request: HttpRequest, row: Notice) -> dict[str, Any]:
        read_notice(row)
        return {}
