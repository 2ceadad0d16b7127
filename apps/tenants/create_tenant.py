"""Make a tenant with its owner and a first key of each scope."""

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, validate_slug
from django.db import transaction

from apps.errors import Conflict, DomainError
from apps.tenants.add_member import find_or_make_account
from apps.tenants.audit import record_audit
from apps.tenants.isolation import tenant_context
from apps.tenants.issue_key import issue_key
from apps.tenants.models import Membership, Role, Scope, Tenant

LONGEST_SLUG = 63


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
    _check(slug)
    tenant = Tenant.objects.create(slug=slug, name=name or slug.replace("-", " ").title())
    user, password = find_or_make_account(owner_email)
    with tenant_context(tenant.pk):
        owner = Membership.objects.create(tenant=tenant, user=user, role=Role.OWNER)
        record_audit(tenant, actor=user.email, action="create_tenant", target=tenant, slug=slug)
        keys = {scope: issue_key(owner, name=f"first {scope}", scope=scope) for scope in Scope}
    return NewTenant(tenant, owner, password, {str(scope): key for scope, key in keys.items()})


def _check(slug: str) -> None:
    try:
        validate_slug(slug)
        MaxLengthValidator(LONGEST_SLUG)(slug)
    except ValidationError as error:
        wanted = f"A slug has at most {LONGEST_SLUG} letters, digits and hyphens."
        raise DomainError("invalid_slug", wanted) from error
    if Tenant.objects.filter(slug=slug).exists():
        raise Conflict("tenant_exists", f"There is already a tenant {slug!r}.")
