"""Webhooks are registered, changed and removed by rule; their secrets are sealed."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from apps.errors import Conflict, DomainError
from apps.tenants.models import AuditEvent
from apps.webhooks.models import Webhook, WebhookDelivery
from apps.webhooks.register_webhook import (
    change_webhook,
    register_webhook,
    remove_webhook,
    reseal_webhooks,
    rotate_secret,
    secrets_of,
)
from tests.webhooks.receivers import make_webhook, queue

if TYPE_CHECKING:
    from tests.cast import Team

URL = "https://hooks.example.org/in"


def test_a_webhook_asks_for_everything_unless_it_is_told_otherwise(clinic: Team):
    webhook, secret = register_webhook(
        clinic.tenant, name="ops", by=clinic.members["admin"], url=URL
    )
    assert (webhook.events, webhook.is_active, webhook.may_be_private) == ([], True, False)
    assert secret.startswith("whsec_")
    assert secrets_of(webhook) == [secret]


@pytest.mark.parametrize(
    ("wrong", "code", "field"),
    [
        ({"name": "no spaces"}, "invalid_name", "name"),
        ({"url": "ftp://hooks.example.org"}, "invalid_url", "url"),
        ({"url": "https://me:pw@hooks.example.org"}, "invalid_url", "url"),
        ({"url": "http://10.0.0.7/", "may_be_private": False}, "address_refused", "url"),
        ({"url": "http://169.254.169.254/"}, "address_refused", "url"),
        ({"events": ["webhook.test"]}, "unknown_event", "events"),
        ({"secret": "mine"}, "invalid_webhook", "secret"),
    ],
)
def test_a_wrong_field_is_named(clinic: Team, wrong: dict[str, Any], code: str, field: str):
    with pytest.raises(DomainError) as refused:
        make_webhook(clinic, **({"url": URL} | wrong))
    assert refused.value.code == code
    assert refused.value.detail.startswith(f"{field}:")


def test_a_host_that_the_settings_do_not_list_is_refused(clinic: Team):
    clinic.tenant.settings = {"tools": {"allowedHosts": ["*.example.com"]}}
    with pytest.raises(DomainError) as refused:
        make_webhook(clinic, URL)
    assert refused.value.code == "host_not_allowed"


def test_a_name_is_taken_once_a_tenant(clinic: Team, factory: Team):
    make_webhook(clinic, URL)
    with pytest.raises(Conflict, match="already a webhook"):
        make_webhook(clinic, URL)
    with factory.inside():
        make_webhook(factory, URL)


def test_there_is_a_limit(clinic: Team, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("apps.webhooks.register_webhook.MOST_WEBHOOKS", 1)
    make_webhook(clinic, URL)
    with pytest.raises(Conflict, match="already"):
        make_webhook(clinic, URL, name="second")


def test_only_administrators_open_private_addresses(clinic: Team):
    reviewer = clinic.members["reviewer"]
    with pytest.raises(DomainError) as refused:
        register_webhook(clinic.tenant, name="x", by=reviewer, url=URL, may_be_private=True)
    assert refused.value.code == "permission_denied"
    webhook, _ = make_webhook(clinic, URL)
    with pytest.raises(DomainError, match="may_be_private"):
        change_webhook(webhook, by=reviewer, url="http://10.0.0.1/")


def test_a_change_is_audited_and_leaves_the_rest(clinic: Team):
    webhook, secret = make_webhook(clinic, URL, events=["skill.approved"])
    changed = change_webhook(webhook, by=clinic.members["admin"], is_active=False)
    assert (changed.is_active, changed.url, changed.events) == (False, URL, ["skill.approved"])
    assert secrets_of(changed) == [secret]
    event = AuditEvent.objects.for_tenant(clinic.tenant).get(action="change_webhook")
    assert event.detail == {"before": {"is_active": True}, "after": {"is_active": False}}


def test_the_former_secret_signs_for_a_day(clinic: Team):
    webhook, first = make_webhook(clinic, URL)
    webhook, second = rotate_secret(webhook, by=clinic.members["admin"])
    assert secrets_of(webhook) == [second, first]
    left = webhook.old_secret_until - timezone.now()  # type: ignore[operator]
    assert timedelta(hours=23) < left <= timedelta(hours=24)
    webhook, third = rotate_secret(webhook, by=clinic.members["admin"])
    assert secrets_of(webhook) == [third, second]
    webhook.old_secret_until = timezone.now()
    assert secrets_of(webhook) == [third]


def test_removing_one_removes_what_it_was_sent(clinic: Team):
    webhook, _ = make_webhook(clinic, URL)
    queue(clinic)
    remove_webhook(webhook, by=clinic.members["admin"])
    assert not Webhook.objects.for_tenant(clinic.tenant).exists()
    assert not WebhookDelivery.objects.for_tenant(clinic.tenant).exists()


def test_secrets_survive_a_new_key(clinic: Team, settings: Any):
    webhook, first = make_webhook(clinic, URL)
    webhook, second = rotate_secret(webhook, by=clinic.members["admin"])
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "n" * 50
    assert reseal_webhooks(clinic.tenant) == 1
    settings.SECRET_KEY_FALLBACKS = []
    webhook.refresh_from_db()
    assert secrets_of(webhook) == [second, first]
