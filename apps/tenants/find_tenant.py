"""Find the tenant that a command is for."""

from apps.errors import DomainError, NotFound
from apps.tenants.models import Tenant


def find_tenant(slug: str | None) -> Tenant:
    """Find a tenant by slug; without one, the only one. Raises `not_found`, `tenant_needed`."""
    rows = Tenant.objects.filter(slug=slug) if slug else Tenant.objects.all()
    found = list(rows[:2])
    if not found:
        raise NotFound(f"tenant {slug!r}" if slug else "tenant yet")
    if len(found) > 1:
        slugs = ", ".join(Tenant.objects.order_by("slug").values_list("slug", flat=True)[:20])
        raise DomainError("tenant_needed", f"Name one of the tenants with --tenant: {slugs}.")
    return found[0]
