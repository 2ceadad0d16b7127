"""Whose schedules somebody may see and change, and for whom they may make one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Q

from apps.errors import DomainError, NotFound
from apps.scheduling.models import Schedule
from apps.tenants.grants import Grant
from apps.tenants.models import EndUser
from apps.trajectories.actors import end_user_id
from apps.trajectories.domain.cleaning import clean_text

if TYPE_CHECKING:
    from apps.tenants.authentication import Principal
    from apps.tenants.models import Membership


def seen_schedules(asking: Principal, user_id: str = "") -> Any:
    """Give the schedules that somebody sees: reviewers all, members their own.

    The key of an agent sees those of the person that it names. Raises `user_id_needed`.
    """
    rows = Schedule.objects.for_tenant(asking.tenant).select_related("end_user", "owner__user")
    if asking.membership:
        return rows if Grant.REVIEW in asking.grants else rows.filter(_own(asking.membership))
    if Grant.READ in asking.grants:
        return rows
    if not user_id:
        raise DomainError("user_id_needed", "Say whose: user_id.")
    return rows.filter(end_user__external_id=user_id)


def managed_schedules(asking: Principal, user_id: str = "") -> Any:
    """Give the schedules that somebody changes: administrators all, members their own.

    A key changes what it sees, save that only an administrator's reaches beyond one person.
    """
    rows = seen_schedules(asking, user_id)
    if Grant.ADMIN in asking.grants:
        return rows
    if asking.membership:
        return rows.filter(_own(asking.membership))
    if not user_id:
        raise DomainError("user_id_needed", "Say whose: user_id.")
    return rows.filter(end_user__external_id=user_id)


def _own(member: Membership) -> Q:
    return Q(owner=member) | Q(end_user__membership=member)


def person_for(asking: Principal, user_id: str) -> EndUser | None:
    """Find or make the person that is named; a member speaks for themselves alone.

    Raises `user_id_needed`, `not_found`.
    """
    named = clean_text(user_id).strip()
    if not named:
        if asking.membership or Grant.ADMIN in asking.grants:
            return None
        raise DomainError("user_id_needed", "Say for whom: user_id.")
    people = EndUser.objects.for_tenant(asking.tenant).select_related("membership")
    if asking.membership and Grant.ADMIN not in asking.grants:
        person = people.filter(external_id=named, membership=asking.membership).first()
        if person is None:
            raise NotFound("person")
        return person
    person_id = end_user_id(asking.tenant, named)
    return people.filter(pk=person_id).first() if person_id else None


def owner_for(asking: Principal, person: EndUser | None) -> Membership | None:
    """Give the member who owns what is made: the person, who asks, or who made the key."""
    if person and person.membership:
        return person.membership
    return asking.member
