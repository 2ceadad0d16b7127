"""A million schedules of one tenant, some of them due, and a look at what became of those."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.db import connection

from apps.scheduling.alarm import bring_alarm_forward, reset_alarm
from apps.tenants.isolation import tenant_context

if TYPE_CHECKING:
    from datetime import datetime

    from apps.tenants.models import Tenant

AT_ONCE = 100_000

# Four ways to recur, in turn; the numbered tag finds a slice of them again.
_INSERT = """
INSERT INTO scheduling_schedule (id, tenant_id, name, task, kind, cron, rrule, every, at, starts_at,
    ends_at, max_runs, skips_holidays, timezone, target, target_ref, target_params, misfire,
    grace_s, overlap, status, pause_reason, next_run_at, fired, tags, created_by, created_at,
    updated_at)
SELECT gen_random_uuid(), %(tenant)s, 'n-' || n, 'Send the report', way.kind, way.cron, way.rrule,
    way.every, NULL, way.starts_at, NULL, NULL, false, way.timezone, 'reminder', '', '{}', 'once',
    NULL, 'skip', 'active', '', %(now)s::timestamptz + interval '2 days' + n * interval '1 ms', 0,
    ARRAY['slice-' || n / %(slice)s], 'bench', %(now)s, %(now)s
FROM generate_series(%(first)s::int, %(last)s::int) AS n JOIN (VALUES
    (0, 'cron', ARRAY['0 9 * * 1-5']::varchar[], '', '', NULL::timestamptz, 'Asia/Shanghai'),
    (1, 'cron', ARRAY['30 8 * * *', '0 17 * * *'], '', '', NULL, 'Europe/Berlin'),
    (2, 'interval', ARRAY[]::varchar[], '', 'PT45M', NULL, 'UTC'),
    (3, 'rrule', ARRAY[]::varchar[], 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', '',
        '2026-01-05T09:00Z', 'America/New_York')
) AS way (turn, kind, cron, rrule, every, starts_at, timezone) ON way.turn = n %% 4
"""
_MAKE_DUE = """
UPDATE scheduling_schedule SET next_run_at = %(now)s::timestamptz - interval '1 second'
WHERE tenant_id = %(tenant)s AND id = ANY(%(ids)s)
"""
_SLICE = """
SELECT id FROM scheduling_schedule WHERE tenant_id = %(tenant)s AND tags = ARRAY[%(tag)s]::varchar[]
"""
# A firing is lost where a schedule that was due has none, and twice where it has several, or
# moved on more than once.
_CHECK = """
SELECT count(*), count(*) FILTER (WHERE runs = 0 OR fired = 0 OR next_run_at <= %(now)s),
    count(*) FILTER (WHERE runs > 1 OR fired > 1)
FROM (SELECT schedule.fired, schedule.next_run_at, count(run.id) AS runs
    FROM scheduling_schedule AS schedule LEFT JOIN scheduling_schedulerun AS run
        ON run.tenant_id = schedule.tenant_id AND run.schedule_id = schedule.id
    WHERE schedule.tenant_id = %(tenant)s AND schedule.id = ANY(%(ids)s)
    GROUP BY schedule.id) AS counted
"""


class Checked(NamedTuple):
    """How many schedules were due, and of these how many did not fire once."""

    due: int
    lost: int
    twice: int


def load_schedules(tenant: Tenant, count: int, now: datetime, slice_of: int) -> None:
    """Store so many schedules that fire in two days."""
    for first in range(0, count, AT_ONCE):
        with tenant_context(tenant.pk), connection.cursor() as cursor:
            last = min(first + AT_ONCE, count) - 1
            values = {"tenant": tenant.pk, "now": now, "slice": slice_of}
            cursor.execute(_INSERT, values | {"first": first, "last": last})
    with tenant_context(tenant.pk):
        bring_alarm_forward(tenant.pk, now)
        reset_alarm(tenant.pk)


def find_slice(tenant: Tenant, number: int) -> list[object]:
    """Give the schedules of a slice."""
    with tenant_context(tenant.pk), connection.cursor() as cursor:
        cursor.execute(_SLICE, {"tenant": tenant.pk, "tag": f"slice-{number}"})
        return [pk for (pk,) in cursor.fetchall()]


def make_due(tenant: Tenant, ids: list[object], now: datetime) -> None:
    """Let schedules be due at once."""
    with tenant_context(tenant.pk), connection.cursor() as cursor:
        cursor.execute(_MAKE_DUE, {"tenant": tenant.pk, "now": now, "ids": ids})
        bring_alarm_forward(tenant.pk, now)


def check(tenant: Tenant, ids: list[object], now: datetime) -> Checked:
    """Count in SQL what was lost and what fired twice."""
    with tenant_context(tenant.pk), connection.cursor() as cursor:
        cursor.execute(_CHECK, {"tenant": tenant.pk, "now": now, "ids": ids})
        return Checked(*cursor.fetchone())
