"""Receivers on this machine, and a verifier of signatures written from the specification alone."""

from __future__ import annotations

import hashlib
import hmac
from base64 import b64decode
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from apps.webhooks.deliver import deliver
from apps.webhooks.models import Webhook, WebhookDelivery
from apps.webhooks.queue_deliveries import queue_deliveries
from apps.webhooks.register_webhook import register_webhook

if TYPE_CHECKING:
    from datetime import timedelta

    from tests.cast import Team
    from tests.http_servers import Asked, Reply

PAYLOAD = {"id": "0198", "name": "weekly-report", "path": "/api/v1/proposals/0198"}


@dataclass
class Answers:
    """A receiver that gives its answers in turn, and the last one from then on."""

    statuses: list[int]
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    def __call__(self, asked: Asked) -> Reply:
        status = self.statuses.pop(0) if len(self.statuses) > 1 else self.statuses[0]
        return status, self.headers, self.body


def make_webhook(team: Team, url: str, **fields: Any) -> tuple[Webhook, str]:
    """A webhook of the team, and its secret."""
    wanted: dict[str, Any] = {"name": "ops", "url": url, "may_be_private": True}
    return register_webhook(team.tenant, by=team.members["admin"], **(wanted | fields))


def queue(team: Team, *, event: str = "proposal.waiting", key: str = "k", only: str = "") -> int:
    return queue_deliveries(team.tenant, event, PAYLOAD, key=key, only=only)


def the_delivery(team: Team) -> WebhookDelivery:
    return WebhookDelivery.objects.for_tenant(team.tenant).get()


def try_now(team: Team) -> timedelta | None:
    """Send the one delivery as if its time had come."""
    rows = WebhookDelivery.objects.for_tenant(team.tenant)
    rows.filter(state="waiting").update(not_before=timezone.now())
    return deliver(team.tenant, rows.get().pk)


def is_signed(asked: Asked, secret: str) -> bool:
    """Check a message as the Standard Webhooks specification tells receivers to."""
    head = asked.headers
    if abs(timezone.now().timestamp() - int(head["webhook-timestamp"])) > 300:
        return False
    key = b64decode(secret.split("_", 1)[1])
    content = b".".join(
        [head["webhook-id"].encode(), head["webhook-timestamp"].encode(), asked.body]
    )
    expected = hmac.digest(key, content, hashlib.sha256)
    versions = (one.split(",", 1) for one in head["webhook-signature"].split(" "))
    return any(
        version == "v1" and hmac.compare_digest(b64decode(signature), expected)
        for version, signature in versions
    )
