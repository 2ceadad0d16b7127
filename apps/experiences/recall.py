"""Find the experiences that help with a message; none when none is relevant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.experiences.domain.ranking import Match, Query
from apps.experiences.models import Experience

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.tenants.models import Tenant

CANDIDATES = 40


@dataclass(frozen=True, slots=True)
class Recalled:
    """An experience with how it matched."""

    experience: Experience
    match: Match


def recall_experiences(
    tenant: Tenant, message: str, vector: Sequence[float], *, embedder_id: str, most: int
) -> list[Recalled]:
    """Rank a tenant's active experiences for a message whose vector is given, best first."""
    query = Query(message)
    ranked = [
        Recalled(row, query.match(1 - float(row.distance), row.words))
        for row in _candidates(tenant, query, vector, embedder_id)
    ]
    ranked.sort(key=lambda one: (-one.match.similarity, -one.experience.confidence))
    return [one for one in ranked if one.match.is_relevant][:most]


def _candidates(
    tenant: Tenant, query: Query, vector: Sequence[float], embedder_id: str
) -> list[Experience]:
    """The nearest by meaning, those that name an identifier of the message before others."""
    mine = Experience.objects.for_tenant(tenant).active().without_vectors()
    return list(mine.nearest(vector, embedder_id, named=sorted(query.identifiers))[:CANDIDATES])
