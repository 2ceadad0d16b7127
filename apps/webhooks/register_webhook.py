"""Register, change and remove webhooks, and rotate the secrets that sign their messages."""

from __future__ import annotations

import re
import secrets
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from apps.errors import Conflict, DomainError, NotFound
from apps.tenants.audit import record_audit
from apps.tenants.call_out import check_url
from apps.tenants.checked_way import Reach
from apps.tenants.grants import BY_ROLE, Grant
from apps.tenants.network_address import is_address, is_reachable
from apps.tenants.seal import reseal, seal, unseal
from apps.webhooks.domain.event import CHOICES
from apps.webhooks.domain.signature import SECRET_BYTES, spell_secret
from apps.webhooks.models import Webhook

if TYPE_CHECKING:
    from collections.abc import Mapping

    from apps.tenants.models import Membership, Tenant

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
MOST_WEBHOOKS = 50
OLD_SECRET_LASTS = timedelta(hours=24)
CHANGEABLE = ("url", "events", "may_be_private", "is_active")


@transaction.atomic
def register_webhook(
    tenant: Tenant, *, name: str, by: Membership, **fields: Any
) -> tuple[Webhook, str]:
    """Register a webhook; answers it with its secret, which is shown this once.

    Raises `webhook_exists`, `too_many_webhooks`, and for a wrong field `invalid_name`,
    `invalid_url`, `host_not_allowed`, `address_refused`, `unknown_event`, `invalid_webhook` or
    `permission_denied`.
    """
    webhook = draft_webhook(tenant, name=name, by=by, **fields)
    secret = _new_secret()
    webhook.secret = seal(secret, purpose=_purpose(webhook))
    try:
        with transaction.atomic():
            webhook.save(force_insert=True)
    except IntegrityError as error:
        raise _exists(name) from error
    after = {field: getattr(webhook, field) for field in fields}
    _audit(webhook, by, "register_webhook", after=after)
    return webhook, secret


def draft_webhook(tenant: Tenant, *, name: str, by: Membership, **fields: Any) -> Webhook:
    """Make a webhook that is not stored yet; raises what `register_webhook` raises."""
    mine = Webhook.objects.for_tenant(tenant)
    if not NAME.fullmatch(name):
        wanted = "name: Up to 64 letters, digits, dots, hyphens and underscores."
        raise DomainError("invalid_name", wanted)
    if mine.filter(name=name).exists():
        raise _exists(name)
    if mine.count() >= MOST_WEBHOOKS:
        raise Conflict("too_many_webhooks", f"There are {MOST_WEBHOOKS} webhooks already.")
    webhook = Webhook(tenant=tenant, name=name)
    _apply(webhook, fields, by)
    return webhook


def _exists(name: str) -> Conflict:
    return Conflict("webhook_exists", f"name: There is already a webhook {name!r}.")


@transaction.atomic
def change_webhook(webhook: Webhook, *, by: Membership, **fields: Any) -> Webhook:
    """Change what is given; what waits goes to the new address. Raises what registering raises."""
    locked = _lock(webhook)
    before = {name: getattr(locked, name) for name in fields if name in CHANGEABLE}
    changed = _apply(locked, fields, by)
    locked.updated_at = timezone.now()
    locked.save(update_fields=[*changed, "updated_at"])
    _audit(locked, by, "change_webhook", before=before, after=changed)
    return locked


@transaction.atomic
def remove_webhook(webhook: Webhook, *, by: Membership) -> None:
    """Remove a webhook with all its deliveries, those that wait as well.

    What tells of an event right now is waited for: its deliveries go too.
    """
    locked = _lock(webhook, against_events=True)
    _audit(locked, by, "remove_webhook", name=locked.name, url=locked.url)
    locked.delete()


@transaction.atomic
def rotate_secret(webhook: Webhook, *, by: Membership) -> tuple[Webhook, str]:
    """Give a webhook a new secret, shown this once; the former one signs too for 24 hours."""
    locked, now = _lock(webhook), timezone.now()
    secret = _new_secret()
    locked.old_secret, locked.old_secret_until = locked.secret, now + OLD_SECRET_LASTS
    locked.secret = seal(secret, purpose=_purpose(locked))
    locked.updated_at = now
    locked.save(update_fields=["secret", "old_secret", "old_secret_until", "updated_at"])
    _audit(locked, by, "rotate_webhook_secret")
    return locked, secret


def secrets_of(webhook: Webhook) -> list[str]:
    """Open the secrets that sign now, the newest first; raises `sealed_with_another_key`."""
    sealed = [webhook.secret]
    if webhook.has_old_secret(timezone.now()):
        sealed.append(webhook.old_secret)
    return [unseal(bytes(one), purpose=_purpose(webhook)) for one in sealed]


def reach_of(webhook: Webhook) -> Reach:
    """Say where a webhook's messages may go: the rules for tools hold for them as well."""
    hosts = webhook.tenant.learning.tools.allowed_hosts
    return Reach(hosts=hosts, may_be_private=webhook.may_be_private)


def reseal_webhooks(tenant: Tenant) -> int:
    """Seal the webhooks' secrets under the present key; answers how many webhooks there are."""
    with transaction.atomic():
        rows = list(Webhook.objects.for_tenant(tenant).select_for_update())
        for webhook in rows:
            purpose = _purpose(webhook)
            webhook.secret = reseal(bytes(webhook.secret), purpose=purpose)
            is_used = webhook.has_old_secret(timezone.now())
            old = reseal(bytes(webhook.old_secret), purpose=purpose) if is_used else b""
            webhook.old_secret = old
            webhook.save(update_fields=["secret", "old_secret"])
        return len(rows)


def _lock(webhook: Webhook, *, against_events: bool = False) -> Webhook:
    rows = Webhook.objects.for_tenant(webhook.tenant).select_for_update(
        of=("self",), no_key=not against_events
    )
    locked = rows.select_related("tenant").filter(pk=webhook.pk).first()
    if locked is None:
        raise NotFound("webhook")
    return locked


def _apply(webhook: Webhook, fields: Mapping[str, Any], by: Membership) -> dict[str, Any]:
    """Set the fields that are given, hold the whole to the rules; answers what to write down."""
    unknown = sorted(set(fields) - set(CHANGEABLE))
    if unknown:
        raise DomainError("invalid_webhook", f"{unknown[0]}: There is no such field.")
    was_private, is_new = webhook.may_be_private, webhook._state.adding
    for name, value in fields.items():
        setattr(webhook, name, value)
    webhook.events = list(dict.fromkeys(webhook.events))
    _check(webhook)
    opens = webhook.may_be_private and (is_new or not was_private or "url" in fields)
    if opens and Grant.ADMIN not in BY_ROLE[by.role]:
        said = "may_be_private: Only administrators let a webhook reach private addresses."
        raise DomainError("permission_denied", said)
    return {name: getattr(webhook, name) for name in fields}


def _check(webhook: Webhook) -> None:
    place = check_url(webhook.url, reach=reach_of(webhook))
    private = webhook.may_be_private
    if is_address(place.host) and not is_reachable(place.host, may_be_private=private):
        said = f"url: {place.host} is an address that calls may not reach."
        raise DomainError("address_refused", said)
    unknown = sorted(set(webhook.events) - set(CHOICES))
    if unknown:
        raise DomainError("unknown_event", f"events: There is no event {unknown[0]!r}.")


def _audit(webhook: Webhook, by: Membership, action: str, **detail: Any) -> None:
    record_audit(webhook.tenant, actor=by.user.email, action=action, target=webhook, **detail)


def _new_secret() -> str:
    return spell_secret(secrets.token_bytes(SECRET_BYTES))


def _purpose(webhook: Webhook) -> str:
    return f"webhook {webhook.tenant_id} {webhook.pk}"
