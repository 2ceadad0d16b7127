"""Questions about many experiences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from django.db.models import Case, F, Value, When
from django.db.models.functions import Least
from pgvector.django import MaxInnerProduct

from apps.experiences.domain.ranking import IDENTIFIERS_WEIGHT
from apps.tenants.querysets import Row_co, TenantQuerySet

if TYPE_CHECKING:
    from collections.abc import Sequence


class ExperienceQuerySet(TenantQuerySet[Row_co]):
    """Experiences by state, by meaning and by words."""

    def active(self) -> Self:
        """Those that may be given to agents."""
        return self.filter(status="active")

    def nearest(
        self, vector: Sequence[float], embedder_id: str, *, named: Sequence[str] = ()
    ) -> Self:
        """All, nearest in meaning first, with `distance` (0–2) of the better of both vectors.

        Those that hold a `named` identifier come as much nearer as that is worth in the ranking.
        Every vector is a unit vector: the inner product is the cosine, at a third of its cost.
        """
        nearest = Least(
            MaxInnerProduct("embedding", vector), MaxInnerProduct("context_embedding", vector)
        )
        rows = self.filter(embedder_id=embedder_id).annotate(distance=nearest + 1.0)
        if not named:
            return rows.order_by("distance")
        bonus = Case(
            When(words__overlap=list(named), then=Value(IDENTIFIERS_WEIGHT)), default=Value(0.0)
        )
        return rows.annotate(away=F("distance") - bonus).order_by("away")

    def without_vectors(self) -> Self:
        """Without the columns that only ranking in the database needs."""
        return self.defer("embedding", "context_embedding")
