"""Read how the sessions that were given a skill scored, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import connection

from apps.feedback.domain.served import ARRIVAL_SLACK, MOST_CLOCK_SKEW

if TYPE_CHECKING:
    from datetime import datetime
    from decimal import Decimal

    from apps.evolution.models import Skill

MOST_SESSIONS = 200
# A session counts as in `apps/evolution/measure_lift.py`: by all that people asked for after it.
_SCORES = """
SELECT served_at, score FROM (
    SELECT s.served_at, s.id, avg(t.score) AS score
    FROM evolution_serving AS s
    JOIN trajectories_session AS n ON n.tenant_id = s.tenant_id AND n.external_id = s.session_id
        AND n.status IN ('ended', 'learned')
    JOIN trajectories_trajectory AS t ON t.tenant_id = s.tenant_id AND t.session_id = n.id
        AND t.author = 'person' AND t.opened_at >= s.served_at - %(slack)s
        AND t.started_at >= s.served_at - %(skew)s
    WHERE s.tenant_id = %(tenant)s AND s.skill_id = %(skill)s AND NOT s.withheld
      AND s.followed IS DISTINCT FROM false AND s.served_at >= %(since)s
    GROUP BY s.id, s.served_at
    HAVING every(t.scored_at IS NOT NULL) AND count(t.score) > 0
    ORDER BY s.served_at DESC, s.id DESC LIMIT %(most)s
) AS latest ORDER BY served_at, id
"""


def read_served_scores(skill: Skill, *, since: datetime) -> list[Decimal]:
    """List the scores of the latest 200 sessions that were given a skill, the oldest first."""
    values: dict[str, Any] = {
        "tenant": skill.tenant_id,
        "skill": skill.pk,
        "since": since,
        "slack": ARRIVAL_SLACK,
        "skew": MOST_CLOCK_SKEW,
        "most": MOST_SESSIONS,
    }
    with connection.cursor() as cursor:
        cursor.execute(_SCORES, values)
        return [score for _, score in cursor.fetchall()]
