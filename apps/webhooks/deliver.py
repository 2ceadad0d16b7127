"""Send one delivery: claim it, send it outside any transaction, write down what came of it.

A claim is a random number with a time. Whoever finds the time over may send again; an outcome is
written only by who still holds the claim. So a killed worker costs time, two workers never send
the same at once, and a receiver that saw it twice knows it by its id.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone

from apps.errors import DomainError
from apps.tenants.back_off import MOST_ATTEMPTS, wait_after
from apps.tenants.call_out import OutboundCall, call_out
from apps.tenants.isolation import tenant_context
from apps.webhooks.domain.excerpt import clean_excerpt
from apps.webhooks.domain.message import write_body, write_headers
from apps.webhooks.models import DeliveryState, Webhook, WebhookDelivery
from apps.webhooks.register_webhook import reach_of, secrets_of
from apps.webhooks.switch_off import switch_off

if TYPE_CHECKING:
    from datetime import datetime

    from apps.tenants.models import Tenant

log = structlog.get_logger(__name__)

TIMEOUT_S = 15
GRACE = timedelta(seconds=15)
MOST_AT_ONCE = 2
GONE = 410
REDIRECTS = range(300, 400)
# A message that waits longer than this would come back from the broker before its time.
LONGEST_MESSAGE_WAIT = timedelta(minutes=2)
LOST = "Its worker was gone before it had an answer."
SWITCHED_OFF = "The webhook is switched off."
_CHANGED = (
    *("state", "claim", "claimed_until", "attempts", "not_before"),
    *("last_status", "detail", "finished_at"),
)


@dataclass(frozen=True, slots=True)
class Claimed:
    """A delivery that is ours until its time is over."""

    row: WebhookDelivery
    webhook: Webhook
    claim: uuid.UUID


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one try; no status: there was no answer."""

    status: int | None
    detail: str = ""

    @property
    def is_delivered(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


def deliver(tenant: Tenant, delivery_id: uuid.UUID) -> timedelta | None:
    """Send a delivery whose time has come, unless another does.

    Answers after which time it is to be sent again, where that is soon; else the sweep sees to it.
    """
    if not tenant.is_active:
        return None
    claimed = claim_delivery(tenant, delivery_id, now=timezone.now())
    if claimed is None:
        return None
    return settle_delivery(claimed, send_message(claimed), now=timezone.now())


def claim_delivery(tenant: Tenant, delivery_id: uuid.UUID, *, now: datetime) -> Claimed | None:
    """Take a delivery for as long as sending may take; None unless it is due and free.

    Of one webhook, few are sent at once: a slow receiver must not hold every worker.
    """
    with tenant_context(tenant.pk):
        due = WebhookDelivery.objects.for_tenant(tenant).due(now).filter(pk=delivery_id)
        webhook = _lock_webhook(tenant, due.values_list("webhook_id", flat=True).first())
        row = due.select_for_update(skip_locked=True).first() if webhook else None
        if webhook is None or row is None:
            return None
        if not webhook.is_active or row.attempts >= MOST_ATTEMPTS:
            row.detail = LOST if webhook.is_active else SWITCHED_OFF
            _finish(row, DeliveryState.DEAD, now)
            return None
        others = WebhookDelivery.objects.for_tenant(tenant).filter(webhook=webhook)
        if others.under_way(now).count() >= MOST_AT_ONCE:
            return None
        row.state, row.claim = DeliveryState.SENDING, uuid.uuid4()
        row.claimed_until = now + timedelta(seconds=TIMEOUT_S) + GRACE
        row.attempts += 1
        row.save(update_fields=_CHANGED)
        return Claimed(row, webhook, row.claim)


def send_message(claimed: Claimed) -> Outcome:
    """Send the message, and say what came of it; not to be called inside a transaction."""
    row, webhook = claimed.row, claimed.webhook
    try:
        answer = call_out(_call(row, webhook), reach=reach_of(webhook))
    except SoftTimeLimitExceeded:
        raise
    except DomainError as error:
        return Outcome(None, error.detail)
    except Exception as error:
        log.exception("delivery_broke", delivery=str(row.pk), webhook=str(webhook.pk))
        return Outcome(None, f"Sending it broke: {type(error).__name__}.")
    if 200 <= answer.status < 300:
        return Outcome(answer.status)
    said = f"It answered {answer.status}: {clean_excerpt(answer.body)}".rstrip(": ")
    if answer.status in REDIRECTS:
        said = f"It answered {answer.status}: redirects are not followed."
    return Outcome(answer.status, said)


def _call(row: WebhookDelivery, webhook: Webhook) -> OutboundCall:
    body = write_body(row.event, row.payload, at=row.created_at)
    headers = write_headers(
        body, message_id=str(row.pk), now=timezone.now(), secrets=secrets_of(webhook)
    )
    return OutboundCall("POST", webhook.url, headers, body, TIMEOUT_S)


def settle_delivery(claimed: Claimed, outcome: Outcome, *, now: datetime) -> timedelta | None:
    """Write down what came of a try, unless another has taken the delivery since."""
    tenant = claimed.webhook.tenant
    with tenant_context(tenant.pk):
        webhook = _lock_webhook(tenant, claimed.webhook.pk)
        rows = WebhookDelivery.objects.for_tenant(tenant).select_for_update()
        row = rows.filter(pk=claimed.row.pk, claim=claimed.claim).first()
        if webhook is None or row is None:
            log.warning("delivery_taken_by_another", delivery=str(claimed.row.pk))
            return None
        row.last_status, row.detail = outcome.status, outcome.detail[:500]
        wait = wait_after(row.attempts)
        if outcome.is_delivered:
            _finish(row, DeliveryState.DELIVERED, now)
        elif outcome.status == GONE:
            switch_off(webhook, now=now)
            _finish(row, DeliveryState.DEAD, now)
        elif wait is None:
            _finish(row, DeliveryState.DEAD, now)
        else:
            _wait(row, now + wait)
            return wait if wait <= LONGEST_MESSAGE_WAIT else None
        return None


def _lock_webhook(tenant: Tenant, pk: uuid.UUID | None) -> Webhook | None:
    """Let those who claim and settle deliveries of one webhook follow one another."""
    rows = Webhook.objects.for_tenant(tenant).select_for_update(of=("self",), no_key=True)
    return rows.select_related("tenant").filter(pk=pk).first() if pk else None


def _wait(row: WebhookDelivery, until: datetime) -> None:
    row.state, row.not_before = DeliveryState.WAITING, until
    row.claim = row.claimed_until = None
    row.save(update_fields=_CHANGED)


def _finish(row: WebhookDelivery, state: DeliveryState, now: datetime) -> None:
    row.state, row.finished_at = state, now
    row.claim = row.claimed_until = None
    row.save(update_fields=_CHANGED)
