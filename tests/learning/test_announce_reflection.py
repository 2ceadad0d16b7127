"""Webhooks are told that a reflection can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone

from apps.learning.reflect import reflect
from apps.webhooks.models import WebhookDelivery
from tests.webhooks.receivers import make_webhook

if TYPE_CHECKING:
    from tests.cast import Team


def test_a_reflection_is_told_with_its_period_and_its_path(clinic: Team):
    make_webhook(clinic, "https://hooks.example.org/", events=["reflection.ready"])
    written = reflect(clinic.tenant, now=timezone.now(), trigger="manual")
    sent = WebhookDelivery.objects.for_tenant(clinic.tenant).get()
    assert sent.event == "reflection.ready"
    assert sent.payload == {
        "id": str(written.pk),
        "since": None,
        "until": written.until.isoformat(),
        "trigger": "manual",
        "path": f"/api/v1/reflections/{written.pk}",
    }
