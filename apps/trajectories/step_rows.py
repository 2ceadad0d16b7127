"""Events as rows of steps: cut to the limit, copied into the partitioned table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from django.conf import settings
from django.db import connection

from apps.trajectories.domain.limits import cut_json, cut_text, summarize

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence
    from datetime import datetime

    from apps.trajectories.batch_rows import Statements
    from apps.trajectories.incoming import Incoming
    from apps.trajectories.models import Trajectory

FEW = 8


class StepRow(NamedTuple):
    """A row of trajectories_step, in the order of `COLUMNS`."""

    trajectory_opened_at: datetime
    trajectory_id: uuid.UUID
    sequence: int
    tenant_id: uuid.UUID
    event_key: uuid.UUID
    type: str
    timestamp: datetime
    parent_id: str
    tool: str
    status: str
    text: str
    args: str | None
    result: str | None
    error: str
    input_summary: str
    output_summary: str
    duration_ms: int | None
    model: str
    input_tokens: int
    output_tokens: int
    metadata: str | None


COLUMNS = ", ".join(StepRow._fields)
_INSERT = f"INSERT INTO trajectories_step ({COLUMNS}) "
_MOVE = f"{_INSERT} SELECT {COLUMNS} FROM incoming_step"  # noqa: S608 - our own column names
_ONE = "(" + ", ".join(["%s"] * len(StepRow._fields)) + ")"


def step_row(incoming: Incoming, trajectory: Trajectory, sequence: int) -> StepRow:
    """Shape a redacted event as a row; over-large fields are cut and marked."""
    limit = settings.ENV.max_field_bytes
    event = incoming.event
    outcome = event.error if event.status == "error" and event.error else event.result
    return StepRow(
        trajectory.opened_at,
        trajectory.pk,
        sequence,
        trajectory.tenant_id,
        incoming.key,
        event.type,
        event.timestamp,
        event.parent_id or "",
        event.tool or ("unknown" if event.type == "tool_execution" else ""),
        event.status or "unknown",
        event.text or "",
        incoming.args and cut_json(incoming.args, limit),
        incoming.result and cut_json(incoming.result, limit),
        cut_text(event.error or "", limit),
        summarize(event.args if event.args is not None else event.text),
        summarize(outcome),
        event.duration_ms,
        event.model or "",
        event.input_tokens or 0,
        event.output_tokens or 0,
        incoming.metadata and cut_json(incoming.metadata, limit),
    )


def insert_steps(statements: Statements, rows: Sequence[StepRow]) -> None:
    """Store rows: a few by VALUES, many by COPY into a temporary table.

    COPY cannot write through row-level security, hence the detour.
    """
    if len(rows) <= FEW:
        places = ", ".join([_ONE] * len(rows))
        statements.add(f"{_INSERT} VALUES {places}", [value for row in rows for value in row])
        return
    with connection.cursor() as cursor:
        _copy(cursor, rows)
    statements.add(_MOVE)
    statements.add("TRUNCATE incoming_step")


def fill_steps(rows: Sequence[StepRow]) -> set[uuid.UUID]:
    """Complete stored steps that a repeat knows more about; answers the trajectories it changed.

    What is stored and not empty stays: a late empty value never overwrites a fuller one.
    """
    with connection.cursor() as cursor:
        _copy(cursor, rows)
        cursor.execute(_FILL)
        changed = {row[0] for row in cursor.fetchall()}
        cursor.execute("TRUNCATE incoming_step")
    return changed


def _copy(cursor: Any, rows: Sequence[StepRow]) -> None:
    cursor.execute(
        "CREATE TEMPORARY TABLE IF NOT EXISTS incoming_step (LIKE trajectories_step) "
        "ON COMMIT DELETE ROWS"
    )
    with cursor.copy(f"COPY incoming_step ({COLUMNS}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


_FILL = """
UPDATE trajectories_step AS stored SET
    text = CASE WHEN stored.text = '' THEN late.text ELSE stored.text END,
    args = coalesce(stored.args, late.args),
    result = coalesce(stored.result, late.result),
    error = CASE WHEN stored.error = '' THEN late.error ELSE stored.error END,
    status = CASE WHEN stored.status = 'unknown' THEN late.status ELSE stored.status END,
    duration_ms = coalesce(stored.duration_ms, late.duration_ms),
    model = CASE WHEN stored.model = '' THEN late.model ELSE stored.model END,
    input_tokens = greatest(stored.input_tokens, late.input_tokens),
    output_tokens = greatest(stored.output_tokens, late.output_tokens),
    input_summary = CASE WHEN stored.input_summary = '' THEN late.input_summary
                    ELSE stored.input_summary END,
    output_summary = CASE WHEN stored.output_summary = '' THEN late.output_summary
                     ELSE stored.output_summary END
FROM incoming_step AS late
WHERE stored.trajectory_opened_at = late.trajectory_opened_at
  AND stored.trajectory_id = late.trajectory_id
  AND stored.event_key = late.event_key
  AND (stored.text = '' AND late.text <> ''
       OR stored.args IS NULL AND late.args IS NOT NULL
       OR stored.result IS NULL AND late.result IS NOT NULL
       OR stored.error = '' AND late.error <> ''
       OR stored.status = 'unknown' AND late.status <> 'unknown'
       OR stored.duration_ms IS NULL AND late.duration_ms IS NOT NULL
       OR stored.input_tokens < late.input_tokens OR stored.output_tokens < late.output_tokens)
RETURNING stored.trajectory_id
"""
