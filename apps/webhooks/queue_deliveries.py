"""Put an event on its way to the webhooks that ask for it, in the transaction that makes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson
from django.db import connection
from django.db.models import Q

from apps.errors import DomainError
from apps.webhooks.domain.event import Event
from apps.webhooks.models import Webhook, WebhookDelivery
from apps.webhooks.signals import deliveries_queued

if TYPE_CHECKING:
    import uuid
    from collections.abc import Mapping

    from apps.tenants.models import Tenant
    from apps.tenants.querysets import TenantQuerySet

LONGEST_KEY = 200
LARGEST_PAYLOAD = 64 * 1024


def queue_deliveries(
    tenant: Tenant, event: str, payload: Mapping[str, Any], *, key: str, only: str = ""
) -> int:
    """Write one delivery for each active webhook that asks for the event; answers how many take it.

    With `only`, the webhook of that name alone takes it, whatever it asks for; none, if there is
    no such one. The same key again makes no second delivery. Raises `unknown_event`,
    `invalid_key`, `payload_too_large`.
    """
    _check(event, payload, key)
    takers = _hold(list(_takers(tenant, event, only).values_list("pk", flat=True)))
    if not takers:
        return 0
    told: dict[str, Any] = {"event": event, "key": key, "payload": dict(payload)}
    rows = [WebhookDelivery(tenant=tenant, webhook_id=taker, **told) for taker in takers]
    WebhookDelivery.objects.bulk_create(rows, ignore_conflicts=True)
    deliveries_queued.send(
        WebhookDelivery, tenant_id=tenant.pk, delivery_ids=[row.pk for row in rows]
    )
    return len(takers)


def _takers(tenant: Tenant, event: str, only: str) -> TenantQuerySet[Webhook]:
    active = Webhook.objects.for_tenant(tenant).filter(is_active=True)
    if only:
        return active.filter(name=only)
    return active.filter(Q(events__len=0) | Q(events__contains=[event]))


def _hold(webhook_ids: list[uuid.UUID]) -> list[uuid.UUID]:
    """Keep webhooks from being removed before the commit; answers those that are still there.

    A foreign key is checked at the commit: without it, who removes a webhook would undo what the
    event tells of. The lock is the weakest there is, and hinders nobody who sends.
    """
    if not webhook_ids:
        return []
    with connection.cursor() as cursor:
        cursor.execute(_HOLD, [webhook_ids])
        return [row[0] for row in cursor.fetchall()]


_HOLD = "SELECT id FROM webhooks_webhook WHERE id = ANY(%s) ORDER BY id FOR KEY SHARE"


def _check(event: str, payload: Mapping[str, Any], key: str) -> None:
    if event not in {one.value for one in Event}:
        raise DomainError("unknown_event", f"There is no event {event!r}.")
    if not 1 <= len(key) <= LONGEST_KEY:
        raise DomainError("invalid_key", f"key: From 1 to {LONGEST_KEY} characters.")
    if len(orjson.dumps(payload)) > LARGEST_PAYLOAD:
        limit = LARGEST_PAYLOAD // 1024
        raise DomainError("payload_too_large", f"What is sent is larger than {limit} KB.")
