"""Questions about many experiences."""

from __future__ import annotations

from typing import Self

from apps.tenants.querysets import Row_co, TenantQuerySet


class ExperienceQuerySet(TenantQuerySet[Row_co]):
    """Experiences by state."""

    def active(self) -> Self:
        """Those that may be given to agents."""
        return self.filter(status="active")

    def without_vectors(self) -> Self:
        """Without the columns that only ranking in the database needs."""
        return self.defer("embedding", "context_embedding")
