"""Find the experiences that help with a message; none when none is relevant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.experiences.domain.rerank import Found, rank_values
from apps.experiences.models import Experience
from apps.experiences.nearest import CANDIDATES, nearest_experiences
from apps.language.ranking import Match, Query
from apps.language.soft_overlap import soft_overlaps
from apps.llm.embedding import embedder

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
    """Those of a tenant's active experiences that help with a message, best first.

    `vector` is the message's. None when none is relevant.
    """
    return [
        one
        for one in search_experiences(tenant, message, vector, embedder_id=embedder_id, most=most)
        if one.match.is_relevant
    ]


def search_experiences(
    tenant: Tenant, message: str, vector: Sequence[float], *, embedder_id: str, most: int
) -> list[Recalled]:
    """Rank a tenant's active experiences for somebody who looks for one: alike or not, the best.

    A message without a single telling word finds nothing.
    """
    query = Query(message)
    if not query.weights:
        return []
    candidates = nearest_experiences(
        tenant, vector, embedder_id=embedder_id, named=query.identifiers
    )
    matched = [(query.match(1 - one.distance, one.words), one) for one in candidates]
    alike = sorted(matched, key=lambda pair: -pair[0].similarity)[:CANDIDATES]
    ranked = sorted(
        zip(_values(message, alike), alike, strict=True),
        key=lambda one: (-one[0], -one[1][1].confidence),
    )
    return _load(tenant, [pair for _, pair in ranked[:most]])


def _values(message: str, alike: list[tuple[Match, Candidate]]) -> list[float]:
    source = embedder()
    overlaps = soft_overlaps(
        source.pieces(message), [one.pieces for _, one in alike], source.piece_vectors
    )
    return rank_values(
        [
            Found(match.similarity, overlap, one.everyday, one.language)
            for (match, one), overlap in zip(alike, overlaps, strict=True)
        ]
    )


def _load(tenant: Tenant, ranked: list[tuple[Match, Candidate]]) -> list[Recalled]:
    """Read the rows of those that are shown, and of no other."""
    if not ranked:
        return []
    rows = Experience.objects.for_tenant(tenant).without_vectors().defer("words", "pieces")
    known = rows.in_bulk([one.id for _, one in ranked])
    return [Recalled(known[one.id], match) for match, one in ranked if one.id in known]
