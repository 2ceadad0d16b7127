"""Signatures are those of the Standard Webhooks specification."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from apps.webhooks.domain.message import write_body, write_headers
from apps.webhooks.domain.signature import sign, spell_secret

NEW, OLD = spell_secret(b"n" * 32), spell_secret(b"o" * 32)


def test_the_example_of_the_specification_is_met():
    signature = sign(
        b'{"test": 2432232314}',
        message_id="msg_p5jXN8AQM9LWM0D4loKWxJek",
        timestamp=1614265330,
        secrets=["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    )
    assert signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


@pytest.mark.parametrize("secret", [NEW, OLD])
def test_receivers_with_either_secret_take_the_message(secret: str):
    body = write_body("skill.approved", {"skill": "周报"}, at=datetime(2026, 1, 2, tzinfo=UTC))
    headers = write_headers(body, message_id="0198", now=datetime.now(UTC), secrets=[NEW, OLD])
    told = Webhook(secret).verify(body, headers)
    assert told == {
        "type": "skill.approved",
        "timestamp": "2026-01-02T00:00:00+00:00",
        "data": {"skill": "周报"},
    }


def test_a_changed_body_or_id_is_refused():
    headers = write_headers(b"{}", message_id="1", now=datetime.now(UTC), secrets=[NEW])
    for body, told in ((b"{ }", headers), (b"{}", headers | {"webhook-id": "2"})):
        with pytest.raises(WebhookVerificationError):
            Webhook(NEW).verify(body, told)
