"""The admin's pages of webhooks: registered by administrators, their secrets shown once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, override

from django import forms
from django.contrib import admin, messages
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget

from apps.errors import DomainError
from apps.tenants.admin_columns import column, shown, titled
from apps.tenants.tenant_admin import TenantAdmin, membership_of
from apps.tenants.translate_sentence import translate_sentence
from apps.webhooks.domain.event import CHOICES
from apps.webhooks.register_webhook import (
    change_webhook,
    draft_webhook,
    register_webhook,
    rotate_secret,
)
from apps.webhooks.send_again import send_test
from apps.webhooks.webhook_sentences import SENTENCES

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.http import HttpRequest, HttpResponse

    from apps.tenants.models import Membership
    from apps.webhooks.models import Webhook

    ModelForm = forms.ModelForm[Webhook]
else:
    from django.forms import ModelForm


def _events(webhook: Any) -> str:
    return shown(webhook.events) if webhook.events else gettext("all")


def _old_secret(webhook: Any) -> str:
    return shown(webhook.old_secret_until if webhook.has_old_secret(timezone.now()) else None)


class WebhookForm(ModelForm):
    """What a new webhook is asked for, held to the rules of registering one."""

    by: ClassVar[Membership]
    events = forms.MultipleChoiceField(
        choices=[(event, event) for event in CHOICES],
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
        required=False,
        label=_("Events"),
        help_text=_("None chosen: all of them."),
    )

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                draft_webhook(self.by.tenant, by=self.by, **given)
            except DomainError as error:
                self.refuse(error.detail)
        return given

    def refuse(self, detail: str) -> None:
        """Show a refusal beside the field that it begins with."""
        field, _colon, sentence = detail.partition(": ")
        known = field in self.fields
        said = translate_sentence(sentence if known else detail, SENTENCES)
        self.add_error(field if known else None, said)


class WebhookAdmin(TenantAdmin):
    """Addresses that events are sent to; a secret is shown when it is made."""

    plural = _("Webhooks")
    facts = (
        column(_("name"), "name", is_sortable=True),
        column(_("address"), "url"),
        titled(_("events"), _events),
        column(_("active"), "is_active"),
        column(_("made"), "created_at", is_sortable=True),
        column(_("may be private"), "may_be_private"),
        column(_("changed"), "updated_at"),
        titled(_("the former secret signs until"), _old_secret),
    )
    list_display = facts[:5]
    search_fields = ("name",)
    ordering = ("name",)
    fields = ("name", "url", "events", "may_be_private")
    actions = ("test_selected", "switch_on", "switch_off", "rotate_selected")
    add_form_template = "admin/key_form.html"

    def rows(self, tenant: Any) -> Any:
        return super().rows(tenant).select_related("tenant")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.has_admin_permission(request)

    @override
    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        mine = type("MyWebhookForm", (WebhookForm,), {"by": membership_of(request)})
        labels = {
            "name": _("Name"),
            "url": _("Address"),
            "may_be_private": _("May be a private address"),
        }
        helps = {
            "url": _("Where the messages are posted: http:// or https:// and a host."),
            "may_be_private": _("For servers in your own network, this machine's included."),
        }
        return super().get_form(
            request, obj, change, form=mine, labels=labels, help_texts=helps, **kwargs
        )

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        own = {
            "title": _("New webhook"),
            "crumbs": self.crumbs(_("New webhook")),
            "show_save_and_add_another": False,
            "show_save_and_continue": False,
        }
        return super().add_view(request, form_url, own | (extra_context or {}))

    @override
    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        by = membership_of(request)
        made, obj.issued = register_webhook(by.tenant, by=by, **form.cleaned_data)
        obj.pk = made.pk

    def response_add(
        self, request: HttpRequest, obj: Any, post_url_continue: str | None = None
    ) -> HttpResponse:
        return self.show_secret(request, obj.name, obj.issued)

    def show_secret(self, request: HttpRequest, name: str, secret: str) -> HttpResponse:
        """Show a secret in the answer itself: a message would leave it in a cookie."""
        context = {
            **self.admin_site.each_context(request),
            "title": gettext("The secret of “%(name)s”") % {"name": name},
            "crumbs": self.crumbs(name),
            "secret": secret,
            "back": reverse("admin:webhooks_webhook_changelist"),
        }
        return TemplateResponse(request, "admin/webhook_secret.html", context)

    @admin.action(description=_("Send selected webhooks a test"), permissions=["admin"])
    def test_selected(self, request: HttpRequest, queryset: QuerySet[Webhook]) -> None:
        for webhook in queryset:
            try:
                send_test(webhook, by=membership_of(request))
            except DomainError as error:
                said = translate_sentence(error.detail, SENTENCES)
                self.message_user(request, f"“{webhook.name}”: {said}", messages.WARNING)
                continue
            said = gettext("“%(name)s” is sent a test; the deliveries tell what comes of it.")
            self.message_user(request, said % {"name": webhook.name}, messages.SUCCESS)

    @admin.action(description=_("Switch selected webhooks on"), permissions=["admin"])
    def switch_on(self, request: HttpRequest, queryset: QuerySet[Webhook]) -> None:
        self.switch(request, queryset, on=True)

    @admin.action(description=_("Switch selected webhooks off"), permissions=["admin"])
    def switch_off(self, request: HttpRequest, queryset: QuerySet[Webhook]) -> None:
        self.switch(request, queryset, on=False)

    def switch(self, request: HttpRequest, queryset: QuerySet[Webhook], *, on: bool) -> None:
        """Switch webhooks on or off, with a message each."""
        for webhook in queryset:
            change_webhook(webhook, by=membership_of(request), is_active=on)
            said = gettext("“%(name)s” is on.") if on else gettext("“%(name)s” is off.")
            self.message_user(request, said % {"name": webhook.name}, messages.SUCCESS)

    @admin.action(description=_("Give the selected webhook a new secret"), permissions=["admin"])
    def rotate_selected(
        self, request: HttpRequest, queryset: QuerySet[Webhook]
    ) -> HttpResponse | None:
        if len(queryset) != 1:
            said = gettext("Select one webhook: its new secret is shown this once.")
            self.message_user(request, said, messages.WARNING)
            return None
        webhook, secret = rotate_secret(queryset[0], by=membership_of(request))
        return self.show_secret(request, webhook.name, secret)
