"""Keep the time of each tenant's earliest schedule, in the transaction that changes it.

Whoever adds or moves a schedule holds the alarm's row from then until the commit, and so does
whoever sets it back: so none of them misses what the other has not committed yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import connection

from apps.tenants.round_trip import ask

if TYPE_CHECKING:
    import uuid
    from datetime import datetime

    from apps.tenants.round_trip import Statement

# The row is locked even where the condition leaves it as it is.
_BRING_FORWARD = """
INSERT INTO scheduling_alarm (tenant_id, due_at) VALUES (%s, %s)
ON CONFLICT (tenant_id) DO UPDATE SET due_at = excluded.due_at
WHERE scheduling_alarm.due_at IS NULL OR scheduling_alarm.due_at > excluded.due_at
"""
# Locked first and read then: a schedule that is just being added is either waited for, or sees
# the new time and brings it forward.
_LOCK = "SELECT 1 FROM scheduling_alarm WHERE tenant_id = %s FOR UPDATE"
_SET = """
UPDATE scheduling_alarm SET due_at = (
    SELECT min(next_run_at) FROM scheduling_schedule WHERE tenant_id = %s AND status = 'active'
) WHERE tenant_id = %s
"""
_PUT_OFF = "UPDATE scheduling_alarm SET due_at = %s WHERE tenant_id = %s AND due_at < %s"


def bring_alarm_forward(tenant_id: uuid.UUID, at: datetime | None) -> None:
    """Let the tick look at a tenant at a time, or before, if it would have already."""
    if at is not None:
        ask(alarm_statement(tenant_id, at))


def alarm_statement(tenant_id: uuid.UUID, at: datetime) -> Statement:
    """Give what brings the alarm forward, to go out with others in one round trip."""
    return _BRING_FORWARD, (tenant_id, at)


def reset_alarm(tenant_id: uuid.UUID) -> None:
    """Set a tenant's alarm to its earliest schedule; needs a transaction in its context."""
    with connection.cursor() as cursor:
        cursor.execute(_LOCK, [tenant_id])
        cursor.execute(_SET, [tenant_id, tenant_id])


def put_off_alarm(tenant_id: uuid.UUID, until: datetime) -> None:
    """Let the tick leave a tenant alone for now: what fails there must not keep others waiting."""
    with connection.cursor() as cursor:
        cursor.execute(_PUT_OFF, [until, tenant_id, until])
