"""The admin's pages of API keys: made and revoked by administrators, shown in full once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, override

from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from apps.tenants.admin_columns import column, titled
from apps.tenants.admin_filters import word_filter
from apps.tenants.grants import Grant
from apps.tenants.issue_key import issue_key, revoke_key
from apps.tenants.models import ApiKey, Scope
from apps.tenants.tenant_admin import TenantAdmin, membership_of

if TYPE_CHECKING:
    from django import forms
    from django.db.models import QuerySet
    from django.http import HttpRequest, HttpResponse

    from apps.tenants.admin_columns import Words
    from apps.tenants.models import Tenant

    ModelForm = forms.ModelForm[ApiKey]
else:
    from django.forms import ModelForm

SCOPES: Words = {
    Scope.INGEST: _("ingest: report events, read nothing"),
    Scope.AGENT: _("agent: report, ask for context, give feedback, pull skills"),
    Scope.READ: _("read: look at everything"),
    Scope.REVIEW: _("review: read and decide proposals"),
    Scope.ADMIN: _("admin: everything"),
}


def _state(key: Any) -> str:
    if key.revoked_at:
        return gettext("revoked")
    return gettext("usable") if key.is_usable(timezone.now()) else gettext("expired")


class KeyForm(ModelForm):
    """What a new key is asked for."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["scope"].choices = list(SCOPES.items())  # type: ignore[attr-defined]  # a choice field

    def clean_expires_at(self) -> Any:
        moment = self.cleaned_data["expires_at"]
        if moment and moment <= timezone.now():
            raise ValidationError(gettext("That time is over already."))
        return moment


class ApiKeyAdmin(TenantAdmin):
    """Keys for programs: made and revoked here, shown in full once."""

    plural = _("API keys")
    sight = Grant.ADMIN
    facts = (
        column(_("name"), "name"),
        column(_("scope"), "scope", words=SCOPES),
        titled(_("state"), _state),
        column(_("made by"), "created_by.user.email"),
        column(_("made"), "created_at", is_sortable=True),
        column(_("expires"), "expires_at"),
        column(_("last used"), "last_used_at"),
    )
    list_display = facts
    list_filter = (word_filter(_("scope"), "scope", SCOPES),)
    search_fields = ("name",)
    ordering = ("-created_at",)
    fields = ("name", "scope", "expires_at")
    actions = ("revoke",)
    add_form_template = "admin/key_form.html"

    def rows(self, tenant: Tenant) -> Any:
        return super().rows(tenant).select_related("created_by__user")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.has_admin_permission(request)

    @override
    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        labels = {"name": _("Name"), "scope": _("Scope"), "expires_at": _("Expires (UTC)")}
        helps = {
            "name": _("What it is for: you will look for it by this name."),
            "expires_at": _("Leave it empty for a key that lasts until it is revoked."),
        }
        return super().get_form(
            request, obj, change, form=KeyForm, labels=labels, help_texts=helps, **kwargs
        )

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        own = {
            "title": _("New API key"),
            "crumbs": self.crumbs(_("New API key")),
            "show_save_and_add_another": False,
            "show_save_and_continue": False,
        }
        return super().add_view(request, form_url, own | (extra_context or {}))

    @override
    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        given = form.cleaned_data
        obj.issued = issue_key(
            membership_of(request),
            name=given["name"],
            scope=given["scope"],
            expires_at=given["expires_at"],
        )

    def response_add(
        self, request: HttpRequest, obj: Any, post_url_continue: str | None = None
    ) -> HttpResponse:
        """Show the key in the answer itself: a message would leave it in a cookie."""
        context = {
            **self.admin_site.each_context(request),
            "title": _("New API key"),
            "crumbs": self.crumbs(obj.name),
            "issued": obj.issued,
            "name": obj.name,
            "scope": SCOPES[obj.scope],
            "back": reverse("admin:tenants_apikey_changelist"),
        }
        return TemplateResponse(request, "admin/issued_key.html", context)

    @admin.action(description=_("Revoke selected keys"), permissions=["admin"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[ApiKey]) -> None:
        for key in queryset:
            if key.revoked_at:
                note = gettext("“%(name)s” was revoked before.")
                self.message_user(request, note % {"name": key.name}, messages.WARNING)
                continue
            revoke_key(key, by=membership_of(request))
            note = gettext("“%(name)s” is revoked: it opens nothing from now on.")
            self.message_user(request, note % {"name": key.name}, messages.SUCCESS)
