"""Webhooks are told when a trouble is confirmed, without a word of who complained."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.webhooks.models import WebhookDelivery
from tests.experiences.pains import DATES, tell
from tests.webhooks.receivers import make_webhook

if TYPE_CHECKING:
    from tests.cast import Team


def test_a_confirmed_trouble_is_told_once(clinic: Team):
    make_webhook(clinic, "https://hooks.example.org/", events=["pain_point.confirmed"])
    rows = WebhookDelivery.objects.for_tenant(clinic.tenant)
    for number, title in enumerate((*DATES["en"], *DATES["en"])):
        pain = tell(clinic, title, session=f"s-{number}", user_id="u")
        assert rows.count() == (pain.status == "confirmed")
    assert pain.status == "confirmed"
    payload = rows.get().payload
    assert (payload["id"], payload["kind"]) == (str(pain.pk), "correction")
    assert payload["path"] == f"/api/v1/pain-points/{pain.pk}"
    assert "date" not in str(payload)
