"""Remove what firings of a person's schedules told others: notices and messages to webhooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.learning.send_reminder import SOURCE
from apps.scheduling.models import ScheduleRun
from apps.tenants.models import Notice
from apps.webhooks.models import WebhookDelivery

if TYPE_CHECKING:
    from apps.learning.domain.erasure import Receipt
    from apps.learning.find_doomed import Doomed


def forget_schedules(doomed: Doomed, receipt: Receipt) -> None:
    """To be called before the person goes; their schedules, proposals and messages go with them."""
    if doomed.person is None:
        return
    runs = ScheduleRun.objects.for_tenant(doomed.tenant).filter(schedule__end_user=doomed.person)
    keys = [run.idempotency_key for run in runs.only("pk")]
    notices = Notice.objects.for_tenant(doomed.tenant).filter(source_kind=SOURCE)
    receipt.counts["notices"] += notices.filter(source_key__in=keys).delete()[0]
    sent = WebhookDelivery.objects.for_tenant(doomed.tenant).filter(key__in=keys)
    receipt.counts["deliveries"] += sent.delete()[0]
