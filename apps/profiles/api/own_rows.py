"""Whose memories and profile somebody may see and change: reviewers all, others their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from apps.errors import NotFound
from apps.tenants.grants import Grant
from apps.tenants.models import EndUser

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from apps.tenants.authentication import Principal


def people_of(asking: Principal) -> QuerySet[EndUser]:
    """Give the people whose things a key or a member may see and change."""
    people = EndUser.objects.for_tenant(asking.tenant)
    if asking.membership is None or Grant.REVIEW in asking.grants:
        return people
    return people.filter(membership=asking.membership)


def person_of(asking: Principal, user_id: str) -> EndUser:
    """Find one of these people by the id that agents use; raises `not_found`."""
    person = people_of(asking).filter(external_id=user_id).first()
    if person is None:
        raise NotFound("person")
    return person


def own_only(asking: Principal, rows: Any) -> Any:
    """Keep the rows of people whose things the asking one may see."""
    if asking.membership is None or Grant.REVIEW in asking.grants:
        return rows
    return rows.filter(end_user__in=people_of(asking))
