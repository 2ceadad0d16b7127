"""Questions about many skills and proposals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from pgvector.django import CosineDistance

from apps.tenants.querysets import Row_co, TenantQuerySet

if TYPE_CHECKING:
    from collections.abc import Sequence


class SkillQuerySet(TenantQuerySet[Row_co]):
    """Skills by state and meaning."""

    def active(self) -> Self:
        """Those that are served."""
        return self.filter(status="active", current__isnull=False)

    def nearest(self, vector: Sequence[float], embedder_id: str) -> Self:
        """All, nearest in meaning first, with `distance` (0–2)."""
        rows = self.filter(embedder_id=embedder_id)
        return rows.annotate(distance=CosineDistance("embedding", vector)).order_by("distance")

    def without_vectors(self) -> Self:
        """Without the columns that only ranking in the database needs."""
        return self.defer("embedding")


class ProposalQuerySet(TenantQuerySet[Row_co]):
    """Proposals by state."""

    def pending(self) -> Self:
        """Those that wait for a decision, the oldest first."""
        return self.filter(status="pending").order_by("created_at")

    def with_context(self) -> Self:
        """With all that a review shows, in a fixed number of queries."""
        return self.select_related("tenant", "skill__current", "decided_by__user").prefetch_related(
            "evidence"
        )
