"""Say on which days a tenant does not work; its working days leave them out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction

from apps.errors import DomainError
from apps.scheduling.change_schedule import follow_holidays
from apps.scheduling.domain.calendar_text import MOST_DAYS, WrongCalendarError, read_days
from apps.scheduling.models import Holiday
from apps.tenants.audit import record_audit

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from apps.tenants.models import Tenant

_WHY = {
    "no_calendar": "This is no iCalendar text: it begins with BEGIN:VCALENDAR.",
    "cut_off": "The text ends within an event.",
    "recurring_event": "An event recurs; each day needs an event of its own.",
    "no_whole_day": "An event has a time; holidays are whole days (DTSTART;VALUE=DATE).",
    "invalid_date": "An event names a day that does not exist, or ends before it begins.",
    "too_many_days": f"{MOST_DAYS:,} days are the most.",
}


def read_holidays(text: str) -> dict[date, str]:
    """Read the days of an iCalendar text. Raises `invalid_calendar`."""
    try:
        return read_days(text)
    except WrongCalendarError as error:
        raise DomainError("invalid_calendar", _WHY[str(error)]) from error


@transaction.atomic
def set_holidays(tenant: Tenant, days: Mapping[date, str], *, by: str) -> int:
    """Put these days in the place of all before; answers how many they are.

    Raises `too_many_days`.
    """
    if len(days) > MOST_DAYS:
        raise DomainError("too_many_days", _WHY["too_many_days"])
    rows = Holiday.objects.for_tenant(tenant)
    kept: dict[date, Any] = {row.day: row for row in rows.select_for_update()}
    rows.exclude(day__in=list(days)).delete()
    made = [Holiday(tenant=tenant, day=day, name=name[:200]) for day, name in days.items()]
    rows.bulk_create(
        made, update_conflicts=True, unique_fields=["tenant", "day"], update_fields=["name"]
    )
    follow_holidays(tenant)
    record_audit(
        tenant, actor=by, action="set_holidays", target=tenant, before=len(kept), after=len(made)
    )
    return len(made)
