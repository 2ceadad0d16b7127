"""Messages reach real receivers: signed, repeated until taken, and given up in the end."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone
from standardwebhooks import Webhook as Verifier

from apps.tenants.models import AuditEvent, Notice
from apps.webhooks.deliver import Outcome, claim_delivery, deliver, settle_delivery
from apps.webhooks.models import Webhook, WebhookDelivery
from apps.webhooks.register_webhook import change_webhook, rotate_secret
from apps.webhooks.resume_deliveries import due_deliveries
from tests.http_servers import dripping, serving
from tests.loopback import dead_address
from tests.webhooks.receivers import (
    PAYLOAD,
    Answers,
    is_signed,
    make_webhook,
    queue,
    the_delivery,
    try_now,
)

if TYPE_CHECKING:
    from tests.cast import Team


def test_a_message_is_signed_as_receivers_expect(clinic: Team):
    with serving(Answers([204])) as receiver:
        _, secret = make_webhook(clinic, f"{receiver.url}/hook?team=1")
        queue(clinic)
        assert try_now(clinic) is None
    [asked] = receiver.asked
    sent = the_delivery(clinic)
    assert (sent.state, sent.attempts, sent.last_status, sent.detail) == ("delivered", 1, 204, "")
    assert (asked.method, asked.path) == ("POST", "/hook?team=1")
    assert asked.headers["webhook-id"] == str(sent.pk)
    assert is_signed(asked, secret)
    assert Verifier(secret).verify(asked.body, asked.headers) == {
        "type": "proposal.waiting",
        "timestamp": sent.created_at.isoformat(),
        "data": PAYLOAD,
    }


def test_both_secrets_sign_for_a_day_after_a_rotation(clinic: Team):
    with serving(Answers([200])) as receiver:
        webhook, old = make_webhook(clinic, receiver.url)
        webhook, new = rotate_secret(webhook, by=clinic.members["admin"])
        for key in ("a", "b"):
            queue(clinic, key=key)
            row = WebhookDelivery.objects.for_tenant(clinic.tenant).get(key=key)
            deliver(clinic.tenant, row.pk)
            ends = timezone.now() - timedelta(seconds=1)
            Webhook.objects.for_tenant(clinic.tenant).update(old_secret_until=ends)
    first, second = receiver.asked
    assert is_signed(first, old)
    assert is_signed(first, new)
    assert is_signed(second, new)
    assert not is_signed(second, old)


def test_a_receiver_that_fails_twice_is_asked_until_it_takes_it(clinic: Team):
    with serving(Answers([500, 500, 200])) as receiver:
        make_webhook(clinic, receiver.url)
        queue(clinic)
        waits = [try_now(clinic) for _ in range(5)]
    assert waits[:3] == [timedelta(seconds=30), timedelta(minutes=2), None]
    assert len(receiver.asked) == 3
    assert len({asked.headers["webhook-id"] for asked in receiver.asked}) == 1
    assert len({asked.body for asked in receiver.asked}) == 1
    assert the_delivery(clinic).state == "delivered"


def test_what_waits_is_not_sent_before_its_time(clinic: Team):
    with serving(Answers([500])) as receiver:
        make_webhook(clinic, receiver.url)
        queue(clinic)
        for _ in range(3):
            deliver(clinic.tenant, the_delivery(clinic).pk)
    assert len(receiver.asked) == 1
    assert due_deliveries(clinic.tenant, now=timezone.now()) == []
    soon = timezone.now() + timedelta(seconds=31)
    assert due_deliveries(clinic.tenant, now=soon) == [the_delivery(clinic).pk]


def test_a_server_that_is_down_for_a_while_gets_it_when_it_is_back(clinic: Team):
    webhook, _ = make_webhook(clinic, dead_address())
    queue(clinic)
    try_now(clinic)
    try_now(clinic)
    down = the_delivery(clinic)
    assert (down.state, down.attempts, down.last_status) == ("waiting", 2, None)
    assert "cannot be reached" in down.detail
    with serving(Answers([200])) as receiver:
        change_webhook(webhook, by=clinic.members["admin"], url=receiver.url)
        try_now(clinic)
    assert the_delivery(clinic).state == "delivered"
    assert len(receiver.asked) == 1


def test_it_is_given_up_after_the_last_try(clinic: Team):
    with serving(Answers([503], body=b"closed for repairs")) as receiver:
        make_webhook(clinic, receiver.url)
        queue(clinic)
        for _ in range(8):
            try_now(clinic)
    dead = the_delivery(clinic)
    assert len(receiver.asked) == dead.attempts == 6
    assert (dead.state, dead.last_status) == ("dead", 503)
    assert dead.detail == "It answered 503: closed for repairs"


def test_a_redirect_is_not_followed(clinic: Team):
    with serving(Answers([200])) as elsewhere:
        where = {"Location": elsewhere.url}
        with serving(Answers([302], headers=where)) as receiver:
            make_webhook(clinic, receiver.url)
            queue(clinic)
            try_now(clinic)
    assert elsewhere.asked == []
    refused = the_delivery(clinic)
    assert (refused.state, refused.last_status) == ("waiting", 302)
    assert "not followed" in refused.detail


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_a_private_address_needs_permission(clinic: Team, host: str):
    with serving(Answers([200])) as receiver:
        make_webhook(clinic, f"http://{host}:{receiver.port}")
        Webhook.objects.for_tenant(clinic.tenant).update(may_be_private=False)
        queue(clinic)
        try_now(clinic)
    assert receiver.asked == []
    assert "may not reach" in the_delivery(clinic).detail


def test_the_allowed_hosts_of_tools_hold_for_webhooks(clinic: Team):
    with serving(Answers([200])) as receiver:
        make_webhook(clinic, receiver.url)
        clinic.tenant.settings = {"tools": {"allowedHosts": ["hooks.example.org"]}}
        clinic.tenant.save(update_fields=["settings"])
        queue(clinic)
        try_now(clinic)
    assert receiver.asked == []
    assert "none of the allowed hosts" in the_delivery(clinic).detail


def test_a_receiver_that_never_ends_its_answer_costs_its_time_only(
    clinic: Team, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("apps.webhooks.deliver.TIMEOUT_S", 0.3)
    with dripping(b"HTTP/1.1 200 OK\r\n", b"X: y\r\n") as url:
        make_webhook(clinic, url)
        queue(clinic)
        try_now(clinic)
    late = the_delivery(clinic)
    assert (late.state, late.last_status) == ("waiting", None)
    assert "did not answer" in late.detail


def test_410_switches_the_webhook_off_and_tells_the_administrators(clinic: Team):
    with serving(Answers([410])) as receiver:
        webhook, _ = make_webhook(clinic, receiver.url)
        for key in ("a", "b"):
            queue(clinic, key=key)
        rows = list(WebhookDelivery.objects.for_tenant(clinic.tenant).order_by("pk"))
        for row in rows:
            deliver(clinic.tenant, row.pk)
    assert len(receiver.asked) == 1
    webhook.refresh_from_db()
    assert not webhook.is_active
    states = WebhookDelivery.objects.for_tenant(clinic.tenant).values_list("state", flat=True)
    assert set(states) == {"dead"}
    told = Notice.objects.for_tenant(clinic.tenant).filter(source_kind="webhook")
    assert set(told.values_list("recipient__role", flat=True)) == {"owner", "admin"}
    assert AuditEvent.objects.for_tenant(clinic.tenant).filter(action="switch_off_webhook")
    assert queue(clinic, key="c") == 0


def test_a_claim_whose_worker_died_is_taken_up_and_the_late_word_of_it_is_not_heard(clinic: Team):
    with serving(Answers([200])) as receiver:
        make_webhook(clinic, receiver.url)
        queue(clinic)
        lost = claim_delivery(clinic.tenant, the_delivery(clinic).pk, now=timezone.now())
        assert lost
        assert due_deliveries(clinic.tenant, now=timezone.now()) == []
        over = timezone.now() - timedelta(seconds=1)
        WebhookDelivery.objects.for_tenant(clinic.tenant).update(claimed_until=over)
        [found] = due_deliveries(clinic.tenant, now=timezone.now())
        deliver(clinic.tenant, found)
    assert settle_delivery(lost, Outcome(500, "late"), now=timezone.now()) is None
    assert (the_delivery(clinic).state, len(receiver.asked)) == ("delivered", 1)


def test_one_that_takes_every_worker_with_it_is_given_up(clinic: Team):
    make_webhook(clinic, dead_address())
    queue(clinic)
    over = timezone.now() - timedelta(seconds=1)
    for _ in range(7):
        claim_delivery(clinic.tenant, the_delivery(clinic).pk, now=timezone.now())
        rows = WebhookDelivery.objects.for_tenant(clinic.tenant)
        rows.filter(state="sending").update(claimed_until=over)
    dead = the_delivery(clinic)
    assert (dead.state, dead.attempts) == ("dead", 6)
    assert "worker was gone" in dead.detail


def test_few_messages_of_one_webhook_are_under_way_at_once(clinic: Team):
    make_webhook(clinic, dead_address())
    for key in "abc":
        queue(clinic, key=key)
    rows = WebhookDelivery.objects.for_tenant(clinic.tenant)
    claims = [claim_delivery(clinic.tenant, row.pk, now=timezone.now()) for row in rows]
    assert sum(claim is not None for claim in claims) == 2


def test_one_webhooks_backlog_does_not_delay_another(clinic: Team, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("apps.webhooks.resume_deliveries.MOST_A_WEBHOOK", 2)
    for name in ("busy", "quiet"):
        make_webhook(clinic, dead_address(), name=name)
    for number in range(5):
        queue(clinic, key=str(number), only="busy")
    queue(clinic, key="last", only="quiet")
    found = due_deliveries(clinic.tenant, now=timezone.now())
    rows = WebhookDelivery.objects.for_tenant(clinic.tenant).filter(pk__in=found)
    assert sorted(rows.values_list("key", flat=True)) == ["0", "1", "last"]


def test_a_secret_stands_in_no_row_and_no_log(clinic: Team, caplog: pytest.LogCaptureFixture):
    echo = Answers([500])
    with serving(lambda asked: (500, {}, str(asked.headers).encode() + echo.body)) as receiver:
        _, secret = make_webhook(clinic, receiver.url)
        echo.body = secret.encode()
        queue(clinic)
        try_now(clinic)
    detail = the_delivery(clinic).detail
    signature = receiver.asked[0].headers["webhook-signature"]
    for hidden in (secret, secret.removeprefix("whsec_"), signature.removeprefix("v1,")):
        assert hidden not in detail
        assert hidden not in caplog.text
    assert secret.encode() not in bytes(Webhook.objects.for_tenant(clinic.tenant).get().secret)
    events = AuditEvent.objects.for_tenant(clinic.tenant).values_list("detail", flat=True)
    assert secret not in str(list(events))
