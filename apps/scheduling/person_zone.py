"""In which time zone a person speaks: as they said once, else their team's, else nobody knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone as clock

from apps.errors import DomainError
from apps.scheduling.domain.by_hand import WrongSpecError, known_zone
from apps.scheduling.models import PersonZone

if TYPE_CHECKING:
    from apps.tenants.models import EndUser, Membership, Tenant


def find_zone_of(
    tenant: Tenant, *, end_user: EndUser | None = None, member: Membership | None = None
) -> str:
    """Give the zone that is kept for a person, else the tenant's; empty where neither is known."""
    kept = None
    if end_user or member:
        rows = PersonZone.objects.for_tenant(tenant)
        mine = rows.filter(end_user=end_user) if end_user else rows.filter(member=member)
        kept = mine.values_list("timezone", flat=True).first()
    return kept or tenant.learning.scheduling.timezone or ""


def keep_zone(
    tenant: Tenant,
    timezone: str,
    *,
    end_user: EndUser | None = None,
    member: Membership | None = None,
) -> str:
    """Keep a person's zone from now on. Raises `unknown_zone`."""
    whose = {"end_user": end_user} if end_user else {"member": member}
    PersonZone.objects.for_tenant(tenant).update_or_create(
        **whose,
        defaults={"timezone": check_zone(timezone), "updated_at": clock.now()},
        create_defaults={"tenant": tenant, "timezone": timezone, **whose},
    )
    return timezone


def check_zone(timezone: str) -> str:
    """Give back a zone of the IANA's list; raises `unknown_zone`."""
    try:
        return known_zone(timezone)
    except WrongSpecError as error:
        said = f"timezone: {timezone[:64]!r} is no zone of the IANA's list, such as Asia/Shanghai."
        raise DomainError("unknown_zone", said) from error
