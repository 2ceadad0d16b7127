"""The admin's page of a tenant's learning settings, with the meaning of each beside it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, override

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextareaWidget

from apps.errors import DomainError
from apps.tenants.change_settings import change_settings
from apps.tenants.explain_settings import explain_settings
from apps.tenants.grants import Grant
from apps.tenants.learning_settings import read_settings
from apps.tenants.models import Tenant
from apps.tenants.tenant_admin import TenantAdmin, membership_of, principal_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    ModelForm = forms.ModelForm[Tenant]
else:
    from django.forms import ModelForm


class SettingsField(forms.JSONField):
    """JSON as people read and write it."""

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, dict):
            return json.dumps(value, ensure_ascii=False, indent=2)
        return super().prepare_value(value)


class SettingsForm(ModelForm):
    """The settings that differ from the defaults."""

    settings = SettingsField(
        label=_("Settings"),
        required=False,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 14, "spellcheck": "false"}),
        help_text=_("Only what differs from the defaults."),
    )

    class Meta:
        model = Tenant
        fields = ("settings",)

    def clean_settings(self) -> dict[str, Any]:
        given: Any = self.cleaned_data["settings"]
        if given is None:  # an emptied field
            return {}
        if not isinstance(given, dict):
            raise ValidationError(gettext("Settings are one JSON object: { … }."))
        try:
            read_settings(given)
        except DomainError as error:
            raise ValidationError(error.detail) from error
        return given


class TenantSettingsAdmin(TenantAdmin):
    """The active tenant's settings; there is one row, and this is its page."""

    plural = _("Settings")
    sight = Grant.ADMIN
    form = SettingsForm
    fields = ("settings",)
    change_form_template = "admin/settings.html"

    def rows(self, tenant: Tenant) -> Any:
        return Tenant.objects.filter(pk=tenant.pk)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_admin_permission(request)

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        return redirect("admin:tenants_tenant_change", principal_of(request).tenant.pk)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        tenant = principal_of(request).tenant
        own = {
            "title": _("Settings"),
            "crumbs": [(_("Settings"), "")],
            "explained": explain_settings(tenant.learning),
            "show_save_and_continue": False,
            "show_close": False,
        }
        # Past TenantAdmin's page of facts to the form.
        return self.changeform_view(request, object_id, form_url, own | (extra_context or {}))

    @override
    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        change_settings(membership_of(request), settings=form.cleaned_data["settings"])

    def response_change(self, request: HttpRequest, obj: Any) -> HttpResponse:
        self.message_user(request, gettext("The settings are saved."), messages.SUCCESS)
        return redirect("admin:tenants_tenant_change", obj.pk)
