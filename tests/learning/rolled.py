"""The same figures by raw SQL over runs and steps, to hold reflections and roll-ups against."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.db import connection
from django.utils import timezone

from apps.feedback.score_trajectories import score_trajectories
from apps.learning.rollup_models import DayRollUp, ToolRollUp
from apps.trajectories.models import Trajectory
from apps.trajectories.record_events import record_events
from apps.trajectories.schemas import Event
from tests.make import make_run_events

if TYPE_CHECKING:
    from apps.learning.models import Reflection
    from tests.cast import Team

COLUMNS = (
    *("day", "trajectories", "scored", "score_sum", "success", "partial", "failed", "abandoned"),
    *("simple", "moderate", "complex"),
)
_PERIOD = (
    "run.tenant_id = %(tenant)s AND run.closed_at < %(until)s"
    " AND run.closed_at >= coalesce(%(since)s::timestamptz, '-infinity')"
)


def work_ago(team: Team, days: float, *tools: Any, **run: Any) -> Trajectory:
    """Store and score a run that was reported so many days ago."""
    moment = timezone.now() - timedelta(days=days)
    events = make_run_events(**{"session": f"ago-{days}", "tools": tools, **run})
    parsed = [Event.model_validate(event) for event in events]
    recorded = record_events(team.tenant, parsed, source="api", now=moment)
    score_trajectories(team.tenant, now=timezone.now())
    return Trajectory.objects.for_tenant(team.tenant).get(pk=recorded.trajectory_ids[-1])


def fetch(sql: str, **values: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchall()


def by_sql(written: Reflection) -> dict[str, Any]:
    """What a reflection must say of the runs of its period."""
    values = {"tenant": written.tenant_id, "since": written.since, "until": written.until}
    [(total, scored, mean)] = fetch(
        f"SELECT count(*), count(score), avg(score) FROM trajectories_trajectory run "
        f"WHERE {_PERIOD}",
        **values,
    )
    tools = fetch(
        f"SELECT step.tool, count(*), count(*) FILTER (WHERE step.status = 'error') "
        f"FROM trajectories_trajectory run JOIN trajectories_step step "
        f"ON step.trajectory_id = run.id WHERE {_PERIOD} AND step.type = 'tool_execution' "
        f"GROUP BY step.tool ORDER BY 2 DESC, 1",
        **values,
    )
    return {
        "trajectories": total,
        "scored": scored,
        "average_score": None if mean is None else float(round(mean, 3)),
        "outcomes": _counts("outcome", values),
        "complexity": _counts("complexity", values),
        "trend": _trend(values),
        "tools": [
            {
                "tool": tool,
                "calls": calls,
                "errors": errors,
                "error_rate": float(round(Decimal(errors) / calls, 3)),
            }
            for tool, calls, errors in tools
        ],
        "error_prone_tools": [
            tool
            for tool, calls, errors in sorted(tools, key=lambda t: (-t[2] / t[1], -t[1], t[0]))
            if calls >= 2 and 10 * errors > 3 * calls
        ],
    }


def _counts(column: str, values: dict[str, Any]) -> dict[str, int]:
    rows = fetch(
        f"SELECT coalesce(nullif({column}, ''), 'unknown'), count(*) "
        f"FROM trajectories_trajectory run WHERE {_PERIOD} GROUP BY 1",
        **values,
    )
    return dict(rows)


def _trend(values: dict[str, Any]) -> str:
    [(older, newer)] = fetch(
        f"""
        WITH listed AS (
            SELECT score, count(*) OVER () AS n, row_number() OVER (
                ORDER BY (opened_at AT TIME ZONE 'UTC')::date, started_at, id
            ) AS place
            FROM trajectories_trajectory run WHERE {_PERIOD} AND score IS NOT NULL
        )
        SELECT avg(score) FILTER (WHERE place <= n / 2), avg(score) FILTER (WHERE place > n / 2)
        FROM listed
        """,
        **values,
    )
    if older is None or newer is None or abs(newer - older) <= Decimal("0.05"):
        return "stable"
    return "improving" if newer > older else "declining"


def rolled(team: Team) -> list[tuple[Any, ...]]:
    """What the roll-ups of runs hold, whatever the period."""
    rows = DayRollUp.objects.for_tenant(team.tenant).order_by("day", "since")
    return list(rows.values_list("since", *COLUMNS))


def rolled_tools(team: Team) -> dict[str, tuple[int, int]]:
    """The calls and errors that the roll-ups hold of each tool, all days together."""
    sums: dict[str, tuple[int, int]] = {}
    for row in ToolRollUp.objects.for_tenant(team.tenant):
        calls, errors = sums.get(row.tool, (0, 0))
        sums[row.tool] = (calls + row.calls, errors + row.errors)
    return sums
