"""Find the experiences that help with a message; none when none is relevant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import orjson
from django.db.models import JSONField

from apps.experiences.domain.rerank import Found, rank_values
from apps.experiences.models import Experience, ExperienceAlternative, ExperienceEvidence
from apps.experiences.nearest import CANDIDATES, nearest_experiences
from apps.language.ranking import Match, Query
from apps.language.soft_overlap import soft_overlaps
from apps.llm.embedding import embedder
from apps.tenants.round_trip import ask

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence

    from apps.experiences.nearest import Candidate
    from apps.tenants.models import Tenant, TenantOwned

ONLY_RANKED_BY = {"words", "pieces", "embedding", "context_embedding"}


@dataclass(frozen=True, slots=True)
class Recalled:
    """An experience with how it matched."""

    experience: Experience
    match: Match


class _Rows[Row: TenantOwned]:
    """How the rows of a table are asked for by the experience that they belong to."""

    def __init__(self, model: type[Row], owner: str) -> None:
        read = [one for one in model._meta.concrete_fields if one.name not in ONLY_RANKED_BY]
        self._model = model
        self._columns = [one.attname for one in read]
        self._json = [place for place, one in enumerate(read) if isinstance(one, JSONField)]
        self._owner = self._columns.index(owner)
        self.sql = (
            f"SELECT {', '.join(self._columns)} FROM {model._meta.db_table} "  # noqa: S608 - our own names
            f"WHERE tenant_id = %s AND {owner} = ANY(%s) ORDER BY id"
        )

    def by_owner(self, rows: list[tuple[Any, ...]]) -> dict[uuid.UUID, list[Row]]:
        """Make what was answered into objects, those of an experience together."""
        found: dict[uuid.UUID, list[Row]] = {}
        for row in rows:
            values = list(row)
            for place in self._json:
                values[place] = orjson.loads(values[place])
            one = self._model.from_db("default", self._columns, values)
            found.setdefault(row[self._owner], []).append(one)
        return found


_EXPERIENCES = _Rows(Experience, "id")
_QUOTES = _Rows(ExperienceEvidence, "experience_id")
_OTHER_WAYS = _Rows(ExperienceAlternative, "experience_id")


def recall_experiences(
    tenant: Tenant, message: str, vector: Sequence[float], *, embedder_id: str, most: int
) -> list[Recalled]:
    """Those of a tenant's active experiences that help with a message, best first.

    `vector` is the message's. None when none is relevant.
    """
    ranked = _rank(tenant, message, vector, embedder_id=embedder_id)[:most]
    return _load(tenant, [one for one in ranked if one[0].is_relevant])


def search_experiences(
    tenant: Tenant, message: str, vector: Sequence[float], *, embedder_id: str, most: int
) -> list[Recalled]:
    """Rank a tenant's active experiences for somebody who looks for one: alike or not, the best.

    Each has its `quotes` and `other_ways`. A message without a single telling word finds nothing.
    """
    ranked = _rank(tenant, message, vector, embedder_id=embedder_id)[:most]
    return _load(tenant, ranked, quotes=_QUOTES, other_ways=_OTHER_WAYS)


def _rank(
    tenant: Tenant, message: str, vector: Sequence[float], *, embedder_id: str
) -> list[tuple[Match, Candidate]]:
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
    return [pair for _, pair in ranked]


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


def _load(
    tenant: Tenant, ranked: list[tuple[Match, Candidate]], **beside: _Rows[Any]
) -> list[Recalled]:
    """Read the rows of those that are shown, and of no other, with what stands beside them."""
    if not ranked:
        return []
    wanted = [tenant.pk, [one.id for _, one in ranked]]
    rows, *others = ask(*((table.sql, wanted) for table in (_EXPERIENCES, *beside.values())))
    known = _EXPERIENCES.by_owner(rows)
    for (name, table), found in zip(beside.items(), others, strict=True):
        owned = table.by_owner(found)
        for pk, [experience] in known.items():
            setattr(experience, name, owned.get(pk, []))
    return [Recalled(known[one.id][0], match) for match, one in ranked if one.id in known]
