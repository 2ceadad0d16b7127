"""People send a test, and send again what was given up or got lost at the receiver."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from apps.errors import Conflict
from apps.webhooks.deliver import claim_delivery
from apps.webhooks.models import Webhook, WebhookDelivery
from apps.webhooks.send_again import send_again, send_test
from tests.http_servers import serving
from tests.loopback import dead_address
from tests.webhooks.receivers import Answers, make_webhook, queue, the_delivery, try_now

if TYPE_CHECKING:
    from tests.cast import Team


def test_a_dead_one_is_sent_again_under_its_id(clinic: Team):
    with serving(Answers([500] * 6 + [200])) as receiver:
        make_webhook(clinic, receiver.url)
        queue(clinic)
        for _ in range(6):
            try_now(clinic)
        assert the_delivery(clinic).state == "dead"
        send_again(the_delivery(clinic), by=clinic.members["admin"])
        try_now(clinic)
    sent = the_delivery(clinic)
    assert (sent.state, sent.attempts, sent.detail) == ("delivered", 1, "")
    assert len({asked.headers["webhook-id"] for asked in receiver.asked}) == 1


def test_what_is_being_sent_is_not_sent_beside(clinic: Team):
    make_webhook(clinic, dead_address())
    queue(clinic)
    claim_delivery(clinic.tenant, the_delivery(clinic).pk, now=timezone.now())
    with pytest.raises(Conflict) as refused:
        send_again(the_delivery(clinic), by=clinic.members["admin"])
    assert refused.value.code == "being_sent"


def test_a_test_goes_to_one_whatever_it_asks_for(clinic: Team):
    with serving(Answers([200])) as receiver:
        webhook, _ = make_webhook(clinic, receiver.url, events=["skill.approved"])
        make_webhook(clinic, dead_address(), name="other")
        send_test(webhook, by=clinic.members["admin"])
        try_now(clinic)
    assert receiver.asked[0].json["type"] == "webhook.test"
    assert receiver.asked[0].json["data"] == {"webhook": "ops"}


def test_nothing_is_sent_to_one_that_is_off(clinic: Team):
    webhook, _ = make_webhook(clinic, dead_address())
    queue(clinic)
    Webhook.objects.for_tenant(clinic.tenant).update(is_active=False)
    webhook.refresh_from_db()
    with pytest.raises(Conflict, match="switched off"):
        send_test(webhook, by=clinic.members["admin"])
    with pytest.raises(Conflict, match="switched off"):
        send_again(the_delivery(clinic), by=clinic.members["admin"])
    assert WebhookDelivery.objects.for_tenant(clinic.tenant).count() == 1
