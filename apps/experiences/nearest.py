"""Find the experiences nearest in meaning: a small tenant's by a scan, a large one's by index.

A scan is exact and costs as much as the tenant has experiences. The index (HNSW) costs the same
for any number, but a small tenant's rows lie too far apart in one that all tenants share.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import orjson

from apps.experiences.domain.everyday import REQUESTS
from apps.language.ranking import IDENTIFIERS_WEIGHT
from apps.llm.embedding import embedder
from apps.tenants.round_trip import ask

if TYPE_CHECKING:
    import uuid
    from collections.abc import Collection, Sequence
    from decimal import Decimal

    from numpy.typing import ArrayLike

    from apps.tenants.models import Tenant

CANDIDATES = 40
MOST_SCANNED = 4_000
SIZE_KEPT_S = 60.0
HALF_DECIMALS = 5  # a half of below one holds no more of them
# Of one identifier, so many experiences are looked at: one that names more is no name.
MOST_NAMED = 1_000

_NAMED = """
SELECT experience_id FROM experiences_experienceidentifier
WHERE tenant_id = %s AND token = ANY(%s) LIMIT %s
"""
_ASKED = "(SELECT %s::halfvec AS v) AS asked"
_USUAL = "(SELECT %s::halfvec AS v) AS usual"
_DISTANCE = "least(e.embedding <#> asked.v, e.context_embedding <#> asked.v) + 1 AS distance"
_EVERYDAY = "-least(e.embedding <#> usual.v, e.context_embedding <#> usual.v)"
_SHOWN = f"e.words, e.pieces, e.language, e.confidence, {_EVERYDAY}"
_OWN = "e.tenant_id = %s AND e.embedder_id = %s AND e.status = 'active'"
_MINE = f"SELECT e.id, {_DISTANCE} FROM {_ASKED}, experiences_experience AS e WHERE {_OWN}"  # noqa: S608 - our own words


def _of(found: str) -> str:
    """Spell a search so that of all that it sorts, only what it found is read as rows."""
    return (
        f"SELECT e.id, found.distance, {_SHOWN} FROM ({found}) AS found "  # noqa: S608 - our own words
        f"JOIN experiences_experience AS e USING (id), {_USUAL}"
    )


def _by_index(column: str) -> str:
    """Spell a search that an index answers in order, so that it reads no row but the nearest."""
    return (
        f"SELECT e.id, {_DISTANCE}, {_SHOWN} "  # noqa: S608 - our own words
        f"FROM {_ASKED}, {_USUAL}, experiences_experience AS e WHERE {_OWN} "
        f"ORDER BY e.{column} <#> asked.v LIMIT %s"
    )


_SCAN = _of(
    f"SELECT id, distance FROM ({_MINE}) AS mine ORDER BY distance - "  # noqa: S608 - our own words
    f"CASE WHEN id IN ({_NAMED}) THEN {IDENTIFIERS_WEIGHT} ELSE 0 END LIMIT %s"
)
_BY_NAME = _of(f"{_MINE} AND e.id IN ({_NAMED}) ORDER BY distance LIMIT %s")
_BY_MEANING = _by_index("embedding")
_BY_CONTEXT = _by_index("context_embedding")
# Without sorts the planner takes the index, whatever it thinks of a tenant it knows nothing of;
# so that one plan is as good as the next, and it need not plan again for every message.
_USE_INDEX = (
    "SELECT set_config('enable_sort', 'off', true), "
    "set_config('plan_cache_mode', 'force_generic_plan', true), "
    "set_config('hnsw.ef_search', '64', true), "
    "set_config('hnsw.iterative_scan', 'relaxed_order', true)"
)
_AS_BEFORE = (
    "SELECT set_config('enable_sort', 'on', true), set_config('plan_cache_mode', 'auto', true)"
)
_SIZE = (
    "SELECT count(*) FROM (SELECT 1 FROM experiences_experience WHERE tenant_id = %s LIMIT %s) AS t"
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """An experience that may help, with what its rank is made of.

    `distance` is 0–2; `everyday` is how near it is to what anybody asks for, -1–1.
    """

    id: uuid.UUID
    distance: float
    words: Sequence[str]
    pieces: Sequence[int]
    language: str
    confidence: Decimal
    everyday: float


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
    v, everyday, names = spell_vector(vector), _everyday(embedder_id), list(named)
    by_meaning = [v, everyday, tenant.pk, embedder_id, most]
    by_name = [v, tenant.pk, embedder_id, tenant.pk, names, MOST_NAMED, most, everyday]
    if _is_small(tenant):
        [rows] = ask((_SCAN, by_name))
        return [Candidate(*row) for row in rows]
    _, *found, _ = ask(
        (_USE_INDEX, ()),
        (_BY_MEANING, by_meaning),
        (_BY_CONTEXT, by_meaning),
        *([(_BY_NAME, by_name)] if names else []),
        (_AS_BEFORE, ()),
    )
    return list({row[0]: Candidate(*row) for rows in found for row in rows}.values())


def spell_vector(vector: ArrayLike) -> str:
    """Write a unit vector as the database reads it, as exactly as it keeps it."""
    import numpy as np  # noqa: PLC0415 - a process that looks nothing up does not load it

    rounded = np.round(np.asarray(vector, dtype=np.float32), HALF_DECIMALS)
    return orjson.dumps(rounded, option=orjson.OPT_SERIALIZE_NUMPY).decode()


@lru_cache(maxsize=4)
def _everyday(embedder_id: str) -> str:
    """The middle of what anybody asks for, as this source of vectors sees it."""
    return spell_vector(embedder().embed(REQUESTS).mean(axis=0))


_sizes: dict[uuid.UUID, tuple[float, bool]] = {}


def _is_small(tenant: Tenant) -> bool:
    """Tell whether a scan is the better way; looked up once a minute and process."""
    now = time.monotonic()
    known = _sizes.get(tenant.pk)
    if known is None or now - known[0] > SIZE_KEPT_S:
        [[(size,)]] = ask((_SIZE, [tenant.pk, MOST_SCANNED + 1]))
        known = _sizes[tenant.pk] = (now, size <= MOST_SCANNED)
    return known[1]
