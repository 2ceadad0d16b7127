"""Find the experiences that help with a message; none when none is relevant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.experiences.domain.ranking import Match, Query
from apps.experiences.models import Experience
from apps.experiences.nearest import nearest_experiences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.experiences.nearest import Candidate
    from apps.tenants.models import Tenant


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
    candidates = nearest_experiences(
        tenant, vector, embedder_id=embedder_id, named=query.identifiers
    )
    ranked = [(query.match(1 - one.distance, one.words), one) for one in candidates]
    ranked.sort(key=lambda pair: (-pair[0].similarity, -pair[1].confidence))
    return _load(tenant, [pair for pair in ranked if pair[0].is_relevant][:most])


def _load(tenant: Tenant, ranked: list[tuple[Match, Candidate]]) -> list[Recalled]:
    """Read the rows of those that are shown, and of no other."""
    if not ranked:
        return []
    rows = Experience.objects.for_tenant(tenant).without_vectors().defer("words")
    known = rows.in_bulk([one.id for _, one in ranked])
    return [Recalled(known[one.id], match) for match, one in ranked if one.id in known]
