"""The SQL of roll-ups: the same sums count whole days, and take single runs out again."""

# ruff: noqa: S608 - built of constants alone; every value is a parameter
from __future__ import annotations

OUTCOMES = ("success", "partial", "failed", "abandoned")
COMPLEXITIES = ("simple", "moderate", "complex")
_RUN_SUMS = {
    "trajectories": "count(*)",
    "scored": "count(run.score)",
    "score_sum": "coalesce(sum(run.score), 0)",
    **{name: f"count(*) FILTER (WHERE run.outcome = '{name}')" for name in OUTCOMES},
    **{name: f"count(*) FILTER (WHERE run.complexity = '{name}')" for name in COMPLEXITIES},
}
_CALL_SUMS = {"calls": "count(*)", "errors": "count(*) FILTER (WHERE step.status = 'error')"}

# Which reflection was the last one before a run ended: the array's place 0 is null.
_PERIODS = """(
    SELECT coalesce(array_agg(until ORDER BY until), '{}') AS ends
    FROM learning_reflection WHERE tenant_id = %(tenant)s
) AS period"""
_SINCE = "period.ends[width_bucket(run.closed_at, period.ends)]"
_RUNS_OF_DAYS = f"""unnest(%(days)s::date[]) AS wanted(day) CROSS JOIN {_PERIODS}
    JOIN trajectories_trajectory AS run ON run.tenant_id = %(tenant)s
        AND run.closed_at IS NOT NULL
        AND run.opened_at >= wanted.day::timestamp AT TIME ZONE 'UTC'
        AND run.opened_at < (wanted.day + 1)::timestamp AT TIME ZONE 'UTC'"""
# The bounds let the planner leave out the partitions of other weeks.
_CALLS = """JOIN trajectories_step AS step ON step.trajectory_opened_at = run.opened_at
        AND step.trajectory_id = run.id AND step.tenant_id = %(tenant)s
        AND step.trajectory_opened_at >= %(first)s AND step.trajectory_opened_at < %(end)s
        AND step.type = 'tool_execution'"""

COUNT_RUNS = f"""
    INSERT INTO learning_dayrollup (id, tenant_id, day, since, {", ".join(_RUN_SUMS)})
    SELECT gen_random_uuid(), %(tenant)s, wanted.day, {_SINCE}, {", ".join(_RUN_SUMS.values())}
    FROM {_RUNS_OF_DAYS} GROUP BY wanted.day, {_SINCE}
"""
COUNT_CALLS = f"""
    INSERT INTO learning_toolrollup (id, tenant_id, day, since, tool, {", ".join(_CALL_SUMS)})
    SELECT gen_random_uuid(), %(tenant)s, wanted.day, {_SINCE}, step.tool,
        {", ".join(_CALL_SUMS.values())}
    FROM {_RUNS_OF_DAYS} {_CALLS} GROUP BY wanted.day, {_SINCE}, step.tool
"""

_DAY = "(run.opened_at AT TIME ZONE 'UTC')::date"
_RUNS_BY_ID = f"{_PERIODS} CROSS JOIN trajectories_trajectory AS run"
_BY_ID = "run.tenant_id = %(tenant)s AND run.id = ANY(%(ids)s) AND run.closed_at IS NOT NULL"
_SAME_DAY = """known.tenant_id = %(tenant)s AND known.day = gone.day
        AND known.since IS NOT DISTINCT FROM gone.since"""


def _named(sums: dict[str, str]) -> str:
    return ", ".join(f"{sql} AS {name}" for name, sql in sums.items())


def _less(name: str, *most: str) -> str:
    """Spell a subtraction that stays between 0 and others: a run may be judged anew since."""
    spelled = f"greatest(0, known.{name} - gone.{name})"
    for bound in most:
        spelled = f"least({spelled}, greatest(0, known.{bound} - gone.{bound}))"
    return spelled


UNCOUNT_RUNS = f"""
    UPDATE learning_dayrollup AS known SET
        scored = {_less("scored", "trajectories")},
        score_sum = {_less("score_sum", "scored", "trajectories")},
        {", ".join(f"{n} = {_less(n)}" for n in ("trajectories", *OUTCOMES, *COMPLEXITIES))}
    FROM (
        SELECT {_DAY} AS day, {_SINCE} AS since, {_named(_RUN_SUMS)}
        FROM {_RUNS_BY_ID} WHERE {_BY_ID} GROUP BY 1, 2
    ) AS gone
    WHERE {_SAME_DAY}
"""
UNCOUNT_CALLS = f"""
    UPDATE learning_toolrollup AS known SET
        calls = {_less("calls")}, errors = {_less("errors", "calls")}
    FROM (
        SELECT {_DAY} AS day, {_SINCE} AS since, step.tool, {_named(_CALL_SUMS)}
        FROM {_RUNS_BY_ID} {_CALLS} WHERE {_BY_ID} GROUP BY 1, 2, 3
    ) AS gone
    WHERE {_SAME_DAY} AND known.tool = gone.tool
"""
# Where their steps are gone, how often they called a tool is not known: its name goes with the
# last run that is known to have used it.
FORGET_TOOLS = f"""
    DELETE FROM learning_toolrollup AS known
    USING (
        SELECT DISTINCT {_DAY} AS day, unnest(run.tools) AS tool
        FROM trajectories_trajectory AS run WHERE {_BY_ID}
    ) AS gone
    WHERE known.tenant_id = %(tenant)s AND known.day = gone.day AND known.tool = gone.tool
        AND known.day <= %(without_steps)s
        AND NOT EXISTS (
            SELECT FROM trajectories_trajectory AS run WHERE run.tenant_id = %(tenant)s
            AND run.opened_at >= known.day::timestamp AT TIME ZONE 'UTC'
            AND run.opened_at < (known.day + 1)::timestamp AT TIME ZONE 'UTC'
            AND known.tool = ANY(run.tools) AND run.id <> ALL(%(ids)s)
        )
"""
