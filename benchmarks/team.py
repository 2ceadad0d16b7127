"""A tenant of its own for each benchmark, so that none finds the rows of another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.tenants.create_tenant import create_tenant
from apps.tenants.models import Membership, Scope, Tenant

if TYPE_CHECKING:
    from benchmarks.stand import Stand


@dataclass(frozen=True)
class Team:
    """A tenant, its owner, its keys by scope, and where to send them."""

    tenant: Tenant
    owner: Membership
    keys: dict[str, str]
    port: int

    @property
    def key(self) -> str:
        """The key that may do all an agent does."""
        return self.keys[Scope.AGENT]


def make_team(stand: Stand, slug: str) -> Team:
    """Make a tenant with a key of each scope."""
    made = create_tenant(slug, owner_email=f"owner@{slug}.example")
    return Team(made.tenant, made.owner, made.keys, stand.port)
