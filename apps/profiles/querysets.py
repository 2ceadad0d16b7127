"""Questions about many memories."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from pgvector.django import MaxInnerProduct

from apps.tenants.querysets import Row_co, TenantQuerySet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.tenants.models import EndUser


class MemoryQuerySet(TenantQuerySet[Row_co]):
    """Memories by whose they are, by state and by meaning."""

    def of_person(self, end_user: EndUser) -> Self:
        """Those of one person: asked for before anything is ranked."""
        return self.filter(end_user=end_user)

    def kept(self) -> Self:
        """All but those that the person removed."""
        return self.exclude(status="erased")

    def in_force(self) -> Self:
        """Those that hold, or that another memory contradicts."""
        return self.filter(status__in=("active", "conflicting"))

    def nearest(self, vector: Sequence[float], embedder_id: str) -> Self:
        """All of one source of vectors, nearest in meaning first, with `distance` (0–2).

        Every vector is a unit vector: the inner product is the cosine.
        """
        rows = self.filter(embedder_id=embedder_id)
        distance = MaxInnerProduct("embedding", vector) + 1.0
        return rows.annotate(distance=distance).order_by("distance")

    def without_vectors(self) -> Self:
        """Without the column that only ranking in the database needs."""
        return self.defer("embedding")
