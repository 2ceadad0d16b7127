"""Compare the sessions that loaded a skill from its file with like ones that did not.

What agents pull as files cannot be withheld from them. This is an observation and proves nothing:
who loads a skill may differ from who does not in more than that.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import connection
from django.utils import timezone

from apps.evolution.domain.lift import Arm, Lift, compare_arms

if TYPE_CHECKING:
    from apps.evolution.models import Skill

MOST_WITH, MOST_WITHOUT = 500, 2000
# Like is a session of the same agent for the same kind of request. A session that we offered the
# skill to is of neither side: there, lift is measured.
_SIDES = """
WITH used AS (
    SELECT DISTINCT session_id FROM feedback_signal
    WHERE tenant_id = %(tenant)s AND target_kind = 'skill' AND target_id = %(skill)s
      AND kind = 'usage' AND polarity = 'positive' AND created_at >= %(since)s
), offered AS (
    SELECT session_id FROM evolution_serving
    WHERE tenant_id = %(tenant)s AND skill_id = %(skill)s
), those AS (
    SELECT n.agent_id, c.request_type, n.score
    FROM used AS u
    JOIN trajectories_session AS n ON n.tenant_id = %(tenant)s AND n.external_id = u.session_id
    JOIN trajectories_compressedtrajectory AS c ON c.session_id = n.id
    WHERE n.status = 'learned' AND n.score IS NOT NULL
      AND u.session_id NOT IN (SELECT session_id FROM offered)
    ORDER BY n.started_at DESC LIMIT %(most_with)s
), others AS (
    SELECT n.score
    FROM (SELECT DISTINCT agent_id, request_type FROM those) AS k
    JOIN trajectories_session AS n ON n.tenant_id = %(tenant)s AND n.agent_id = k.agent_id
    JOIN trajectories_compressedtrajectory AS c
        ON c.session_id = n.id AND c.request_type = k.request_type
    WHERE n.status = 'learned' AND n.score IS NOT NULL AND n.started_at >= %(since)s
      AND n.external_id NOT IN (SELECT session_id FROM used)
      AND n.external_id NOT IN (SELECT session_id FROM offered)
    ORDER BY n.started_at DESC LIMIT %(most_without)s
)
SELECT true, count(*), coalesce(avg(score), 0), coalesce(var_samp(score), 0) FROM those
UNION ALL
SELECT false, count(*), coalesce(avg(score), 0), coalesce(var_samp(score), 0) FROM others
"""


def measure_observed(skill: Skill) -> Lift:
    """Compare by sessions' scores, over the time that runs are kept, the latest at most."""
    kept = timedelta(days=skill.tenant.learning.trajectory.retention_days)
    values: dict[str, Any] = {
        "tenant": skill.tenant_id,
        "skill": skill.pk,
        "since": timezone.now() - kept,
        "most_with": MOST_WITH,
        "most_without": MOST_WITHOUT,
    }
    with connection.cursor() as cursor:
        cursor.execute(_SIDES, values)
        sides = {had: Arm(*figures) for had, *figures in cursor.fetchall()}
    return compare_arms(sides[True], sides[False], least=skill.tenant.learning.lift.least_sessions)
