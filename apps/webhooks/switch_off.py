"""Stop sending to a receiver that says it is gone, and tell the administrators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.tenants.audit import record_audit
from apps.tenants.models import Membership, Role
from apps.tenants.notify_members import notify_members

if TYPE_CHECKING:
    from datetime import datetime

    from apps.webhooks.models import Webhook

ACTOR = "webhooks"
TITLE = "The webhook “{name}” is switched off"
TEXT = (
    "Its server answered 410 Gone: it wants no further messages. What waits for it is not sent. "
    "Switch it on again when the server is back, and send again what it missed."
)


def switch_off(webhook: Webhook, *, now: datetime) -> None:
    """Switch a locked webhook off, with a notice to every administrator; twice tells nobody."""
    if not webhook.is_active:
        return
    webhook.is_active, webhook.updated_at = False, now
    webhook.save(update_fields=["is_active", "updated_at"])
    record_audit(webhook.tenant, actor=ACTOR, action="switch_off_webhook", target=webhook)
    members = Membership.objects.for_tenant(webhook.tenant).filter(user__is_active=True)
    roles = members.filter(role__in=[Role.OWNER, Role.ADMIN]).values_list("role", flat=True)
    notify_members(
        webhook.tenant,
        to=sorted(set(roles)),
        title=TITLE.format(name=webhook.name),
        text=TEXT,
        source=("webhook", f"{webhook.pk}:{now.isoformat()}"),
    )
