"""Find the solution on trial that fits a message, and note that a session was given it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.experiences.learn_pains import digest_message
from apps.experiences.nearest import spell_vector
from apps.experiences.pain_models import Solution, SolutionUse
from apps.language.ranking import Match, Query
from apps.tenants.round_trip import ask

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from apps.tenants.models import Tenant

LOOKED_AT = 5
# A pain point is not what was asked for: it must be nearer than an experience to be told unasked.
LEAST_SIMILARITY = 0.50
_NEAREST = """
SELECT s.id, p.words, s.confidence, (p.embedding <#> %s::halfvec) + 1 AS distance
FROM experiences_solution AS s JOIN experiences_painpoint AS p ON p.id = s.pain_id
WHERE s.tenant_id = %s AND s.status IN ('proposed', 'accepted') AND p.status = 'confirmed'
  AND p.embedder_id = %s
ORDER BY distance LIMIT %s
"""


@dataclass(frozen=True, slots=True)
class FittingSolution:
    """A solution on trial with how its pain point matched the message."""

    solution: Solution
    match: Match


def find_solutions(
    tenant: Tenant, message: str, vector: Sequence[float], *, embedder_id: str, most: int = 1
) -> list[FittingSolution]:
    """Find solutions of confirmed pain points that a message is about, best first; often none."""
    query = Query(message)
    [rows] = ask((_NEAREST, [spell_vector(vector), tenant.pk, embedder_id, LOOKED_AT]))
    found = [
        (query.match(1 - distance, words), confidence, pk)
        for pk, words, confidence, distance in rows
    ]
    fitting = [one for one in found if one[0].similarity >= LEAST_SIMILARITY]
    fitting.sort(key=lambda one: (-one[0].similarity, -one[1]))
    if not fitting:
        return []
    known = Solution.objects.for_tenant(tenant).with_pain().in_bulk([pk for *_, pk in fitting])
    return [FittingSolution(known[pk], match) for match, _, pk in fitting if pk in known][:most]


def note_solutions_given(
    tenant: Tenant, solutions: Sequence[Solution], *, session_id: str, message: str, now: datetime
) -> None:
    """Note that a session was given solutions for a message; a second time changes nothing."""
    rows = [
        SolutionUse(
            tenant=tenant,
            solution=one,
            session_id=session_id,
            message_digest=digest_message(message),
            given_at=now,
        )
        for one in sorted(solutions, key=lambda one: one.pk)
    ]
    SolutionUse.objects.bulk_create(rows, ignore_conflicts=True)
