"""Tell members of a tenant something, once for each source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q
from django.utils import timezone

from apps.errors import DomainError
from apps.tenants.models import Membership, Notice, Role

if TYPE_CHECKING:
    import uuid
    from collections.abc import Iterable

    from apps.tenants.models import Tenant

EVERYONE = "everyone"
LONGEST_TITLE = 200
LONGEST_TEXT = 20_000


def notify_members(
    tenant: Tenant, *, to: str | Iterable[str], title: str, text: str, source: tuple[str, str]
) -> int:
    """Leave a notice for members, each by role or e-mail address; answers how many are told.

    `to` may also be `everyone`. `source` is a kind and a key: the same source again tells nobody
    a second time. Raises `unknown_recipient` with the first name that no member answers to.
    """
    kind, key = source
    members = _members(tenant, (to,) if isinstance(to, str) else tuple(to))
    rows = [
        Notice(
            tenant=tenant,
            recipient=member,
            title=title[:LONGEST_TITLE],
            text=text[:LONGEST_TEXT],
            source_kind=kind,
            source_key=key,
        )
        for member in members
    ]
    Notice.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)


def _members(tenant: Tenant, names: tuple[str, ...]) -> list[Membership]:
    active = Membership.objects.for_tenant(tenant).filter(user__is_active=True)
    found: dict[uuid.UUID, Membership] = {}
    for name in names:
        known = {row.pk: row for row in active.filter(_named(name.strip()))}
        if not known:
            said = f"to: No member is {name[:100]!r}. Name a role, an e-mail address or everyone."
            raise DomainError("unknown_recipient", said)
        found |= known
    return list(found.values())


def _named(name: str) -> Q:
    if name == EVERYONE:
        return Q()
    return Q(role=name) if name in Role.values else Q(user__email__iexact=name)


def read_notice(notice: Notice) -> Notice:
    """Note that the recipient has seen a notice; the first time counts."""
    if notice.read_at is None:
        notice.read_at = timezone.now()
        notice.save(update_fields=["read_at"])
    return notice
