"""Questions about many pain points and solutions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from pgvector.django import MaxInnerProduct

from apps.tenants.querysets import Row_co, TenantQuerySet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.tenants.models import EndUser

UNSOLVED = ("open", "confirmed")
ON_TRIAL = ("proposed", "accepted")


class PainPointQuerySet(TenantQuerySet[Row_co]):
    """Pain points by meaning."""

    def nearest(self, vector: Sequence[float], embedder_id: str) -> Self:
        """All, nearest in meaning first, with `distance` (0–2); every vector is a unit vector."""
        away = MaxInnerProduct("embedding", vector) + 1.0
        return self.filter(embedder_id=embedder_id).annotate(distance=away).order_by("distance")

    def troubling(self, person: EndUser) -> Self:
        """What has gone wrong for a person and is not solved, last seen first."""
        live = self.filter(evidence__end_user=person, status__in=UNSOLVED)
        return live.distinct().order_by("-last_seen")

    def without_vectors(self) -> Self:
        """Without the columns that only comparing needs."""
        return self.defer("embedding", "words")


class SolutionQuerySet(TenantQuerySet[Row_co]):
    """Solutions by state and by what they are against."""

    def on_trial(self) -> Self:
        """Those that may be given, to see whether they help."""
        return self.filter(status__in=ON_TRIAL)

    def with_pain(self) -> Self:
        """With the pain point of each, without its vector."""
        return self.select_related("pain").defer("pain__embedding")
