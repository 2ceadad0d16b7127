"""The fixed cast: a team is a tenant with a member of each role, its keys, and ways to ask."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.test import Client
from django.utils import timezone

from apps.tenants.create_tenant import create_tenant
from apps.tenants.isolation import tenant_context
from apps.tenants.models import Membership, Role, Tenant, User

if TYPE_CHECKING:
    from collections.abc import Iterator

PASSWORD = "correct-horse-battery"
# What a test says is given to a session must be given to it whatever its name.
SETTINGS: dict[str, Any] = {"lift": {"enabled": False}}


@dataclass
class Team:
    """A tenant, its people and its keys."""

    tenant: Tenant
    keys: dict[str, str]
    members: dict[str, Membership]

    @contextmanager
    def inside(self) -> Iterator[None]:
        """See and write this tenant's rows."""
        with tenant_context(self.tenant.pk):
            yield

    def client(self, scope: str) -> KeyClient:
        """An HTTP client with the key of a scope."""
        return KeyClient(self.keys[scope])

    def browser(self, role: str) -> Client:
        """An HTTP client with the session of a member."""
        client = Client()
        client.force_login(self.members[role].user)
        return client


class KeyClient:
    """JSON over HTTP with an API key."""

    def __init__(self, key: str = "") -> None:
        self.http = Client(headers={"Authorization": f"Bearer {key}"} if key else {})

    def get(self, path: str, **query: Any) -> Any:
        return self.http.get(path, query)

    def post(self, path: str, body: Any = None) -> Any:
        return self.http.post(path, body, content_type="application/json")

    def post_raw(self, path: str, body: bytes, content_type: str = "application/json") -> Any:
        return self.http.generic("POST", path, body, content_type=content_type)


def make_team(slug: str) -> Team:
    """Make a tenant with one member of each role; the owner's keys are the team's."""
    made = create_tenant(slug, owner_email=f"owner@{slug}.example")
    made.tenant.settings = SETTINGS
    made.tenant.save(update_fields=["settings"])
    members = {Role.OWNER: made.owner}
    with tenant_context(made.tenant.pk):
        for role in (Role.ADMIN, Role.REVIEWER, Role.MEMBER, Role.VIEWER):
            user = User.objects.create_user(f"{role}@{slug}.example", PASSWORD)
            members[role] = Membership.objects.create(tenant=made.tenant, user=user, role=role)
    return Team(made.tenant, made.keys, {str(role): one for role, one in members.items()})


def now() -> Any:
    """The time, as the product reads it."""
    return timezone.now()
