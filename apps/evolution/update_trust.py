"""Bring the trust of a tenant's skills in line with the signals on them, all in one pass.

Trust is `apps.feedback.domain.signal_weights.trust_of`, computed by the database:

    (6 · 0.5 + Σ positive) / (6 + Σ positive + Σ negative)

with each signal's weight (explicit 3, comparison 3, implicit 2, usage 2, completion 1) halved every
30 days of its age, rounded to three places. Without signals it is 0.500, where it returns to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import connection, transaction

from apps.feedback.domain.signal_weights import HALF_LIFE_DAYS, PRIOR, PRIOR_WEIGHT

if TYPE_CHECKING:
    import uuid
    from collections.abc import Collection
    from datetime import datetime

    from apps.tenants.models import Tenant

_SECONDS_A_HALF_LIFE = HALF_LIFE_DAYS * 86_400
# Rows are locked in the order of their keys, as all who lock several skills do.
_UPDATE = """
WITH mine AS (
    SELECT id, trust FROM evolution_skill
    WHERE tenant_id = %(tenant)s AND (%(skills)s::uuid[] IS NULL OR id = ANY(%(skills)s::uuid[]))
), weighed AS (
    SELECT target_id, polarity, sum(weight * power(
        0.5::numeric,
        greatest(trunc(extract(epoch FROM %(now)s - created_at)), 0) / %(half_life)s::numeric
    )) AS weight
    FROM feedback_signal
    WHERE tenant_id = %(tenant)s AND target_kind = 'skill' AND target_id IN (SELECT id FROM mine)
    GROUP BY target_id, polarity
), sums AS (
    SELECT mine.id, mine.trust AS before,
        coalesce(sum(w.weight) FILTER (WHERE w.polarity = 'positive'), 0) AS good,
        coalesce(sum(w.weight) FILTER (WHERE w.polarity = 'negative'), 0) AS bad
    FROM mine LEFT JOIN weighed AS w ON w.target_id = mine.id
    GROUP BY mine.id, mine.trust
), wanted AS (
    SELECT id, before, round((%(start)s + good) / (%(prior)s + good + bad), 3) AS trust FROM sums
), locked AS (
    SELECT id FROM evolution_skill
    WHERE id IN (SELECT id FROM wanted WHERE trust <> before) ORDER BY id FOR NO KEY UPDATE
)
UPDATE evolution_skill AS k SET trust = w.trust
FROM wanted AS w WHERE w.id = k.id AND k.id IN (SELECT id FROM locked)
"""


@transaction.atomic
def update_trust(
    tenant: Tenant, *, now: datetime, skills: Collection[uuid.UUID] | None = None
) -> int:
    """Compute the trust of these skills, or of all; answers how many changed, and writes no other.

    One at a time for a tenant, so that none goes by signals that are older than another's.
    """
    values = {
        "tenant": tenant.pk,
        "skills": None if skills is None else list(skills),
        "now": now,
        "half_life": _SECONDS_A_HALF_LIFE,
        "start": PRIOR_WEIGHT * PRIOR,
        "prior": PRIOR_WEIGHT,
    }
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"trust:{tenant.pk}"])
        cursor.execute(_UPDATE, values)
        return int(cursor.rowcount)
