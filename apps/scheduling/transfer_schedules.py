"""Hand the schedules of a member who leaves to another, so that none is nobody's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone as clock

from apps.errors import DomainError
from apps.scheduling.models import Schedule
from apps.tenants.audit import record_audit
from apps.tenants.models import Membership

if TYPE_CHECKING:
    from apps.tenants.models import Tenant


@transaction.atomic
def transfer_schedules(tenant: Tenant, *, giver: str, taker: str, by: str) -> int:
    """Make a member, by e-mail address, the owner of all that another owns; answers how many.

    Raises `unknown_member`, `same_member`.
    """
    before, after = _member(tenant, giver, "from"), _member(tenant, taker, "to")
    if before.pk == after.pk:
        raise DomainError("same_member", "to: This is the member who has them.")
    rows = Schedule.objects.for_tenant(tenant).filter(owner=before)
    moved = rows.update(owner=after, updated_at=clock.now())
    record_audit(
        tenant,
        actor=by,
        action="transfer_schedules",
        target=before,
        to=after.user.email,
        schedules=moved,
    )
    return moved


def _member(tenant: Tenant, email: str, field: str) -> Membership:
    rows = Membership.objects.for_tenant(tenant).select_related("user")
    found = rows.filter(user__email__iexact=email.strip()).first()
    if found is None:
        raise DomainError("unknown_member", f"{field}: No member has this e-mail address.")
    return found
