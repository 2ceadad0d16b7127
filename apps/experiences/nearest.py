"""Find the experiences nearest in meaning: a small tenant's by a scan, a large one's by index.

A scan is exact and costs as much as the tenant has experiences. The index (HNSW) costs the same
for any number, but a small tenant's rows lie too far apart in one that all tenants share.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import orjson

from apps.experiences.domain.ranking import IDENTIFIERS_WEIGHT
from apps.tenants.round_trip import ask

if TYPE_CHECKING:
    import uuid
    from collections.abc import Collection, Sequence
    from decimal import Decimal

    from apps.tenants.models import Tenant
    from apps.tenants.round_trip import Rows

CANDIDATES = 40
MOST_SCANNED = 4_000
SIZE_KEPT_S = 60.0
# Of one identifier, so many experiences are looked at: one that names more is no name.
MOST_NAMED = 1_000

_NAMED = """
SELECT experience_id FROM experiences_experienceidentifier
WHERE tenant_id = %s AND token = ANY(%s) LIMIT %s
"""
_MINE = """
SELECT e.id, e.words, e.confidence,
       least(e.embedding <#> q.v, e.context_embedding <#> q.v) + 1 AS distance
FROM (SELECT %s::halfvec AS v) AS q, experiences_experience AS e
WHERE e.tenant_id = %s AND e.embedder_id = %s AND e.status = 'active'
"""
_SHOWN = "SELECT id, words, confidence, distance"
_SCAN = f"""{_SHOWN} FROM ({_MINE}) AS mine
ORDER BY distance - CASE WHEN id IN ({_NAMED}) THEN {IDENTIFIERS_WEIGHT} ELSE 0 END LIMIT %s
"""
_BY_NAME = f"{_SHOWN} FROM ({_MINE} AND e.id IN ({_NAMED})) AS mine ORDER BY distance LIMIT %s"
_BY_MEANING, _BY_CONTEXT = (
    f"{_SHOWN} FROM ({_MINE} ORDER BY e.{column} <#> q.v LIMIT %s) AS mine"
    for column in ("embedding", "context_embedding")
)
# Without sorts the planner takes the index, whatever it thinks of a tenant it knows nothing of.
_USE_INDEX = (
    "SELECT set_config('enable_sort', 'off', true), set_config('hnsw.ef_search', '100', true), "
    "set_config('hnsw.iterative_scan', 'relaxed_order', true)"
)
_AS_BEFORE = "SELECT set_config('enable_sort', 'on', true)"
_SIZE = (
    "SELECT count(*) FROM (SELECT 1 FROM experiences_experience WHERE tenant_id = %s LIMIT %s) AS t"
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """An experience that may help, with what its rank is made of; `distance` is 0–2."""

    id: uuid.UUID
    words: Sequence[str]
    confidence: Decimal
    distance: float


def nearest_experiences(
    tenant: Tenant,
    vector: Sequence[float],
    *,
    embedder_id: str,
    named: Collection[str] = (),
    most: int = CANDIDATES,
) -> list[Candidate]:
    """The active experiences nearest to a unit vector, and those that hold a `named` identifier.

    The distance is that of the better of pattern and of pattern with context: every vector is a
    unit vector, so that the inner product is the cosine.
    """
    v, names = _spell(vector), list(named)
    mine, naming = (tenant.pk, embedder_id), (tenant.pk, names, MOST_NAMED)
    if _is_small(tenant):
        [rows] = ask((_SCAN, [v, *mine, *naming, most]))
        return [Candidate(*row) for row in rows]
    _, *found, _ = ask(
        (_USE_INDEX, ()),
        (_BY_MEANING, [v, *mine, most]),
        (_BY_CONTEXT, [v, *mine, most]),
        *([(_BY_NAME, [v, *mine, *naming, most])] if names else []),
        (_AS_BEFORE, ()),
    )
    return _joined(found)


def _spell(vector: Sequence[float]) -> str:
    return orjson.dumps(vector, option=orjson.OPT_SERIALIZE_NUMPY).decode()


def _joined(found: list[Rows]) -> list[Candidate]:
    by_id = {row[0]: Candidate(*row) for rows in found for row in rows}
    return list(by_id.values())


_sizes: dict[uuid.UUID, tuple[float, bool]] = {}


def _is_small(tenant: Tenant) -> bool:
    """Tell whether a scan is the better way; looked up once a minute and process."""
    now = time.monotonic()
    known = _sizes.get(tenant.pk)
    if known is None or now - known[0] > SIZE_KEPT_S:
        [[(size,)]] = ask((_SIZE, [tenant.pk, MOST_SCANNED + 1]))
        known = _sizes[tenant.pk] = (now, size <= MOST_SCANNED)
    return known[1]
