"""Find the solution on trial that fits a message, and note that a session was given it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.experiences.learn_pains import digest_message
from apps.experiences.pain_models import PainStatus, Solution, SolutionUse
from apps.language.ranking import Match, Query

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from apps.tenants.models import Tenant

LOOKED_AT = 5
# A pain point is not what was asked for: it must be nearer than an experience to be told unasked.
LEAST_SIMILARITY = 0.50


@dataclass(frozen=True, slots=True)
class FittingSolution:
    """A solution on trial with how its pain point matched the message."""

    solution: Solution
    match: Match


def find_solutions(
    tenant: Tenant, message: str, vector: Sequence[float], *, embedder_id: str, most: int = 1
) -> list[FittingSolution]:
    """Find solutions of confirmed pain points that a message is about, best first; often none."""
    mine = Solution.objects.for_tenant(tenant).on_trial().filter(pain__status=PainStatus.CONFIRMED)
    query = Query(message)
    found = [
        FittingSolution(row, query.match(1 - float(row.distance), row.pain.words))
        for row in mine.with_pain().nearest(vector, embedder_id)[:LOOKED_AT]
    ]
    fitting = [one for one in found if one.match.similarity >= LEAST_SIMILARITY]
    fitting.sort(key=lambda one: (-one.match.similarity, -one.solution.confidence))
    return fitting[:most]


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
