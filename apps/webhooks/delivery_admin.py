"""The admin's pages of deliveries: what went out, what came of it, and once more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from apps.errors import DomainError
from apps.tenants.admin_columns import column
from apps.tenants.admin_filters import word_filter
from apps.tenants.tenant_admin import Endless, TenantAdmin, membership_of
from apps.tenants.translate_sentence import translate_sentence
from apps.webhooks.models import DeliveryState
from apps.webhooks.send_again import send_again
from apps.webhooks.webhook_sentences import SENTENCES

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.http import HttpRequest

    from apps.tenants.admin_columns import Words
    from apps.tenants.models import Tenant
    from apps.webhooks.models import WebhookDelivery

STATES: Words = {
    DeliveryState.WAITING: _("waiting"),
    DeliveryState.SENDING: _("being sent"),
    DeliveryState.DELIVERED: _("delivered"),
    DeliveryState.DEAD: _("given up"),
}


class WebhookDeliveryAdmin(TenantAdmin):
    """Every message to a webhook, to look at and to send again."""

    plural = _("Webhook deliveries")
    facts = (
        column(_("event"), "event"),
        column(_("webhook"), "webhook.name"),
        column(_("state"), "state", words=STATES),
        column(_("tries"), "attempts"),
        column(_("last answer"), "last_status"),
        column(_("made"), "created_at", is_sortable=True),
        column(_("ended"), "finished_at"),
        column(_("not before"), "not_before"),
        column(_("what came of it"), "detail"),
        column(_("key"), "key"),
        column(_("message id"), "pk"),
        column(_("payload"), "payload"),
    )
    list_display = facts[:7]
    list_filter = (word_filter(_("state"), "state", STATES),)
    search_fields = ("webhook__name__exact", "key__exact", "event__exact")
    search_help_text = _("The whole name of the webhook, the whole key, or the event")
    ordering = ("-created_at", "-pk")
    paginator = Endless
    actions = ("send_selected_again",)

    def rows(self, tenant: Tenant) -> Any:
        return super().rows(tenant).select_related("webhook", "tenant")

    @admin.action(description=_("Send selected deliveries again"), permissions=["admin"])
    def send_selected_again(
        self, request: HttpRequest, queryset: QuerySet[WebhookDelivery]
    ) -> None:
        for delivery in queryset:
            named = {"event": delivery.event, "name": delivery.webhook.name}
            try:
                send_again(delivery, by=membership_of(request))
            except DomainError as error:
                named["detail"] = translate_sentence(error.detail, SENTENCES)
                said = gettext("“%(event)s” to “%(name)s”: %(detail)s") % named
                self.message_user(request, said, messages.WARNING)
                continue
            said = gettext("“%(event)s” is sent to “%(name)s” again.") % named
            self.message_user(request, said, messages.SUCCESS)
