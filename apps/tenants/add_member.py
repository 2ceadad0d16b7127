"""Take a person into a tenant with a role, or give a member another one."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction

from apps.errors import DomainError
from apps.tenants.audit import record_audit
from apps.tenants.isolation import tenant_context
from apps.tenants.models import Membership, Role, User

if TYPE_CHECKING:
    from apps.tenants.models import Tenant


def find_or_make_account(email: str) -> tuple[User, str | None]:
    """Find a person's account, or make one with a password that is told this once."""
    try:
        validate_email(email)
    except ValidationError as error:
        raise DomainError("invalid_email", f"{email!r} is no e-mail address.") from error
    known = User.objects.filter(email__iexact=email).first()
    if known:
        return known, None
    password = secrets.token_urlsafe(15)
    return User.objects.create_user(email, password), password


@transaction.atomic
def add_member(
    tenant: Tenant, email: str, *, role: str, actor: str
) -> tuple[Membership, str | None]:
    """Give a person a role; the password is None when they had an account.

    Raises `invalid_email`, `unknown_role`, or `last_owner` when nobody would own the tenant.
    """
    if role not in Role.values:
        raise DomainError("unknown_role", f"Roles are {', '.join(Role.values)}.")
    user, password = find_or_make_account(email)
    with tenant_context(tenant.pk):
        members = Membership.objects.for_tenant(tenant)
        owners = members.filter(role=Role.OWNER).exclude(user=user)
        was = members.filter(user=user).first()
        if was and was.role == Role.OWNER != role and not owners.exists():
            raise DomainError("last_owner", "A tenant keeps at least one owner.")
        member, _ = members.update_or_create(
            user=user, defaults={"role": role}, create_defaults={"tenant": tenant, "role": role}
        )
        before = was.role if was else None
        record_audit(
            tenant, actor=actor, action="set_role", target=member, before=before, after=role
        )
    return member, password
