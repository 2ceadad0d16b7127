"""Say how runs like those an experience was drawn from have gone: how many, how well, how long."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from apps.experiences.domain.record import Record
from apps.tenants.round_trip import ask

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence

    from apps.experiences.models import Experience

# Of an experience that thousands of sessions were given, the latest of them speak.
MOST_USES = 100

_RECORDS = """
WITH wanted AS (
  SELECT id, tools FROM experiences_experience WHERE tenant_id = %s AND id = ANY(%s)
), runs AS (
  SELECT w.id AS experience_id, e.trajectory_id
  FROM wanted w JOIN experiences_experienceevidence e
    ON e.tenant_id = %s AND e.experience_id = w.id
  UNION
  SELECT w.id, t.id
  FROM wanted w
  CROSS JOIN LATERAL (
    SELECT session_id FROM experiences_experienceuse u
    WHERE u.tenant_id = %s AND u.experience_id = w.id ORDER BY u.id DESC LIMIT %s
  ) AS used
  JOIN trajectories_session s ON s.tenant_id = %s AND s.external_id = used.session_id
  JOIN trajectories_trajectory t ON t.tenant_id = %s AND t.session_id = s.id
  WHERE t.tools && w.tools
)
SELECT r.experience_id, count(*), avg((t.outcome = 'success')::int)::numeric(4, 3),
       percentile_disc(0.5) WITHIN GROUP (ORDER BY t.tool_count)
FROM runs r JOIN trajectories_trajectory t ON t.tenant_id = %s AND t.id = r.trajectory_id
WHERE t.outcome <> '' AND t.tool_count > 0
GROUP BY r.experience_id
"""


def similar_record(experience: Experience) -> Record | None:
    """Say how the runs like one experience have gone; None when none of them is kept."""
    return similar_records([experience]).get(experience.pk)


def with_records(experiences: list[Experience]) -> list[Experience]:
    """Give each experience its `record`, in one question."""
    found = similar_records(experiences)
    for experience in experiences:
        experience.record = found.get(experience.pk)
    return experiences


def similar_records(experiences: Sequence[Experience]) -> dict[uuid.UUID, Record]:
    """Say it for many experiences of one tenant in one question.

    Like are the runs that are its evidence, and in sessions that were given it those that called
    a tool of its own.
    """
    if not experiences:
        return {}
    tenant, ids = experiences[0].tenant_id, [one.pk for one in experiences]
    [rows] = ask((_RECORDS, [tenant, ids, tenant, tenant, MOST_USES, tenant, tenant, tenant]))
    return {pk: Record(int(runs), Decimal(rate), int(steps)) for pk, runs, rate, steps in rows}
