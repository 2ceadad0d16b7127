"""Send on request: a delivery once more, or a test."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from apps.errors import Conflict, NotFound
from apps.tenants.audit import record_audit
from apps.webhooks.domain.event import Event
from apps.webhooks.models import DeliveryState, WebhookDelivery
from apps.webhooks.queue_deliveries import queue_deliveries
from apps.webhooks.signals import deliveries_queued

if TYPE_CHECKING:
    from apps.tenants.models import Membership
    from apps.webhooks.models import Webhook


@transaction.atomic
def send_again(delivery: WebhookDelivery, *, by: Membership) -> WebhookDelivery:
    """Send a delivery now, with all its tries ahead of it, under the id that it had.

    Raises `webhook_off`, and `being_sent` for one that is on its way this moment.
    """
    _require_active(delivery.webhook)
    rows = WebhookDelivery.objects.for_tenant(delivery.tenant).select_for_update(of=("self",))
    locked = rows.select_related("webhook", "tenant").filter(pk=delivery.pk).first()
    if locked is None:
        raise NotFound("delivery")
    if locked.state == DeliveryState.SENDING:
        raise Conflict("being_sent", "It is being sent right now.")
    locked.state, locked.attempts, locked.finished_at = DeliveryState.WAITING, 0, None
    locked.not_before = timezone.now()
    locked.save(update_fields=["state", "attempts", "finished_at", "not_before"])
    record_audit(locked.tenant, actor=by.user.email, action="send_again", target=locked)
    deliveries_queued.send(WebhookDelivery, tenant_id=locked.tenant_id, delivery_ids=[locked.pk])
    return locked


@transaction.atomic
def send_test(webhook: Webhook, *, by: Membership) -> WebhookDelivery:
    """Send a webhook a message that says nothing but its name; raises `webhook_off`."""
    _require_active(webhook)
    key, payload = f"test:{uuid.uuid4()}", {"webhook": webhook.name}
    queue_deliveries(webhook.tenant, Event.WEBHOOK_TEST, payload, key=key, only=webhook.name)
    record_audit(webhook.tenant, actor=by.user.email, action="test_webhook", target=webhook)
    rows = WebhookDelivery.objects.for_tenant(webhook.tenant)
    return rows.select_related("webhook").get(webhook=webhook, key=key)


def _require_active(webhook: Webhook) -> None:
    if not webhook.is_active:
        raise Conflict("webhook_off", "The webhook is switched off: switch it on first.")
