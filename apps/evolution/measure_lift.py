"""Measure what skills and experiences bring, from sessions that had them and some that did not."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import connection
from django.utils import timezone

from apps.evolution.domain.lift import Arm, Lift, compare_arms
from apps.feedback.domain.served import ARRIVAL_SLACK, MOST_CLOCK_SKEW

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence
    from datetime import datetime

    from apps.tenants.models import Tenant

# A skill's present text alone is measured: what an older version did says nothing of it. A session
# counts once it was learned from and all that people asked for after the serving is scored: looking
# at those that go on would be peeking.
_ARMS = """
WITH offered AS (
    SELECT coalesce(s.skill_id, s.experience_id) AS item, s.withheld, s.session_id, s.served_at
    FROM evolution_serving AS s
    LEFT JOIN evolution_skill AS k ON k.id = s.skill_id
    LEFT JOIN evolution_skillversion AS v ON v.id = k.current_id
    WHERE s.tenant_id = %(tenant)s AND s.served_at >= %(since)s
      AND (s.skill_id = ANY(%(skills)s::uuid[]) OR s.experience_id = ANY(%(experiences)s::uuid[]))
      AND s.served_at >= coalesce(greatest(v.created_at, k.promoted_at), s.served_at)
), judged AS (
    SELECT o.item, o.withheld, avg(t.score) AS score
    FROM offered AS o
    JOIN trajectories_session AS n ON n.tenant_id = %(tenant)s AND n.external_id = o.session_id
        AND n.status = 'learned'
    JOIN trajectories_trajectory AS t ON t.tenant_id = %(tenant)s AND t.session_id = n.id
        AND t.author = 'person' AND t.opened_at >= o.served_at - %(slack)s
        AND t.started_at >= o.served_at - %(skew)s
    GROUP BY o.item, o.withheld, n.id
    HAVING every(t.scored_at IS NOT NULL) AND count(t.score) > 0
)
SELECT item, withheld, count(*), avg(score), coalesce(var_samp(score), 0)
FROM judged GROUP BY item, withheld
"""


def measure_lift(
    tenant: Tenant,
    *,
    skills: Sequence[uuid.UUID] = (),
    experiences: Sequence[uuid.UUID] = (),
    since: datetime | None = None,
) -> dict[uuid.UUID, Lift]:
    """Measure each of these items in one query; what no learned session counts for has no entry.

    A session's score is the mean of the scores of all that people asked for in it from the serving
    on. Servings before `since` do not count; without it those of the time that runs are kept.
    """
    if not skills and not experiences:
        return {}
    arms = _arms(tenant, skills, experiences, since or _kept_since(tenant))
    least = tenant.learning.lift.least_sessions
    items = {item for item, _ in arms}
    return {
        item: compare_arms(
            arms.get((item, False), Arm(0)), arms.get((item, True), Arm(0)), least=least
        )
        for item in items
    }


def _kept_since(tenant: Tenant) -> datetime:
    return timezone.now() - timedelta(days=tenant.learning.trajectory.retention_days)


def _arms(
    tenant: Tenant,
    skills: Sequence[uuid.UUID],
    experiences: Sequence[uuid.UUID],
    since: datetime,
) -> dict[tuple[uuid.UUID, bool], Arm]:
    values: dict[str, Any] = {
        "tenant": tenant.pk,
        "since": since,
        "skills": list(skills),
        "experiences": list(experiences),
        "slack": ARRIVAL_SLACK,
        "skew": MOST_CLOCK_SKEW,
    }
    with connection.cursor() as cursor:
        cursor.execute(_ARMS, values)
        return {(item, withheld): Arm(*figures) for item, withheld, *figures in cursor.fetchall()}
