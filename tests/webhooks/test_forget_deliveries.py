"""Finished deliveries are kept for 30 days; what waits is kept until it is finished."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from apps.webhooks.forget_deliveries import forget_deliveries
from apps.webhooks.models import WebhookDelivery
from tests.webhooks.receivers import make_webhook, queue

if TYPE_CHECKING:
    from tests.cast import Team


@pytest.mark.parametrize(
    ("days", "settings", "kept"), [(29, {}, 2), (31, {}, 1), (8, {"retentionDays": 7}, 1)]
)
def test_old_ones_go(clinic: Team, days: int, settings: dict[str, int], kept: int):
    clinic.tenant.settings = {"trajectory": settings}
    make_webhook(clinic, "https://hooks.example.org/")
    for key in ("finished", "waits"):
        queue(clinic, key=key)
    rows = WebhookDelivery.objects.for_tenant(clinic.tenant)
    long_ago = timezone.now() - timedelta(days=days)
    rows.update(created_at=long_ago)
    rows.filter(key="finished").update(state="delivered", finished_at=long_ago)
    assert forget_deliveries(clinic.tenant, now=timezone.now()) == 2 - kept
    assert "waits" in rows.values_list("key", flat=True)
    assert rows.count() == kept
