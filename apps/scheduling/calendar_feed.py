"""A person's schedules as a calendar to subscribe to, behind a secret address."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import uuid
from datetime import datetime, timedelta
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone as clock

from apps.scheduling.domain.calendar_text import Event, write_calendar
from apps.scheduling.domain.recurrence import preview
from apps.scheduling.models import CalendarFeed, Schedule
from apps.scheduling.tenant_calendar import days_off
from apps.tenants.audit import record_audit
from apps.tenants.isolation import tenant_context
from apps.tenants.models import ApiKey

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from datetime import date

    from apps.tenants.models import EndUser, Membership, Tenant

AHEAD = timedelta(days=60)
MOST_OF_ONE = 200
MOST_SCHEDULES = 200
_SECRET = re.compile(r"([0-9a-f]{32})([0-9A-Za-z_-]{43})")


@transaction.atomic
def reset_feed(
    tenant: Tenant,
    *,
    by: str,
    end_user: EndUser | None = None,
    member: Membership | None = None,
) -> str:
    """Make the secret of a person's calendar, told this once; the one before opens nothing."""
    whose = {"end_user": end_user} if end_user else {"member": member}
    secret = secrets.token_urlsafe(32)
    # A new id as well: whoever knows the old address learns nothing of the new one.
    CalendarFeed.objects.for_tenant(tenant).filter(**whose).delete()
    feed = CalendarFeed.objects.create(tenant=tenant, secret_digest=ApiKey.digest(secret), **whose)
    record_audit(tenant, actor=by, action="reset_feed", target=feed)
    return f"{feed.pk.hex}{secret}"


def open_feed(secret: str) -> tuple[str, str] | None:
    """Give the calendar that a secret opens, with its ETag; None where it opens nothing."""
    found = _SECRET.fullmatch(secret)
    if found is None:
        return None
    with transaction.atomic():
        feed = _find(uuid.UUID(found[1]))
        if feed is None or not hmac.compare_digest(feed.secret_digest, ApiKey.digest(found[2])):
            return None
        with tenant_context(feed.tenant_id):
            text = write_calendar(_events(feed, clock.now()), name=feed.tenant.name)
    return text, f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'


def _find(pk: uuid.UUID) -> CalendarFeed | None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('app.feed', %s, true)", [str(pk)])
    rows = CalendarFeed.objects.select_related("tenant")
    return rows.filter(pk=pk, tenant__is_active=True).first()


def _events(feed: CalendarFeed, now: datetime) -> Iterator[Event]:
    """Give what one person's schedules do in the next 60 days, each 200 times at most."""
    if feed.end_user_id:
        mine = Q(end_user=feed.end_user_id)
    else:
        mine = Q(owner=feed.member_id, end_user=None) | Q(end_user__membership=feed.member_id)
    rows = Schedule.objects.for_tenant(feed.tenant).active().filter(mine)
    chosen = list(rows.order_by("created_at", "pk")[:MOST_SCHEDULES])
    holidays = days_off(feed.tenant, wanted=any(one.skips_holidays for one in chosen))
    for schedule in chosen:
        yield from _of_schedule(schedule, now, holidays)


def _of_schedule(schedule: Schedule, now: datetime, holidays: Collection[date]) -> Iterator[Event]:
    left = MOST_OF_ONE
    if schedule.max_runs:
        left = min(left, max(0, schedule.max_runs - schedule.fired))
    # From the start of the day: the text, and with it the ETag, stays the same for as long.
    since = now.replace(hour=0, minute=0, second=0, microsecond=0)
    times = preview(schedule.spec, since, left, holidays)
    until = since + AHEAD
    for at in islice(takewhile(lambda one: one <= until, times), left):
        yield Event(
            uid=f"{schedule.pk}-{at:%Y%m%dT%H%M%SZ}@journeyman",
            at=at,
            changed_at=schedule.updated_at,
            title=str(schedule),
            text=schedule.task if schedule.name else "",
        )
