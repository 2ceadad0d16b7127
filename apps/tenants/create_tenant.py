"""Make a tenant with its owner and a first key of each scope."""

import secrets
from dataclasses import dataclass

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email, validate_slug
from django.db import transaction

from apps.errors import Conflict, DomainError
from apps.tenants.audit import record_audit
from apps.tenants.isolation import tenant_context
from apps.tenants.issue_key import issue_key
from apps.tenants.models import Membership, Role, Scope, Tenant, User


@dataclass(frozen=True, slots=True)
class NewTenant:
    """What was made. `password` is None when the owner had an account already."""

    tenant: Tenant
    owner: Membership
    password: str | None
    keys: dict[str, str]


@transaction.atomic
def create_tenant(slug: str, *, owner_email: str, name: str = "") -> NewTenant:
    """Make a tenant; raises `tenant_exists`, `invalid_slug` or `invalid_email`."""
    _check(slug, owner_email)
    tenant = Tenant.objects.create(slug=slug, name=name or slug.replace("-", " ").title())
    user, password = _account(owner_email)
    with tenant_context(tenant.pk):
        owner = Membership.objects.create(tenant=tenant, user=user, role=Role.OWNER)
        record_audit(tenant, actor=user.email, action="create_tenant", target=tenant, slug=slug)
        keys = {scope: issue_key(owner, name=f"first {scope}", scope=scope) for scope in Scope}
    return NewTenant(tenant, owner, password, {str(scope): key for scope, key in keys.items()})


def _check(slug: str, email: str) -> None:
    try:
        validate_slug(slug)
    except ValidationError as error:
        raise DomainError("invalid_slug", "A slug has letters, digits and hyphens.") from error
    try:
        validate_email(email)
    except ValidationError as error:
        raise DomainError("invalid_email", f"{email!r} is no e-mail address.") from error
    if Tenant.objects.filter(slug=slug).exists():
        raise Conflict("tenant_exists", f"There is already a tenant {slug!r}.")


def _account(email: str) -> tuple[User, str | None]:
    known = User.objects.filter(email__iexact=email).first()
    if known:
        return known, None
    password = secrets.token_urlsafe(15)
    validate_password(password)
    return User.objects.create_user(email, password), password
