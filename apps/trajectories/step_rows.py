"""Events as rows of steps: cut to the limit, written into the partitioned table."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from django.conf import settings
from orjson import Fragment

from apps.tenants.round_trip import ask
from apps.trajectories.batch_rows import as_json
from apps.trajectories.domain.limits import cut_json, cut_text, summarize

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence
    from datetime import datetime

    from apps.tenants.round_trip import Statement
    from apps.trajectories.incoming import Incoming
    from apps.trajectories.models import Trajectory


@dataclass(slots=True)
class StepRow:
    """A row of trajectories_step, in the order of `COLUMNS`; JSON columns as they are stored."""

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
    args: Fragment | None
    result: Fragment | None
    error: str
    input_summary: str
    output_summary: str
    duration_ms: int | None
    model: str
    input_tokens: int
    output_tokens: int
    metadata: Fragment | None


COLUMNS = ", ".join(field.name for field in fields(StepRow))
_ROWS = "json_populate_recordset(null::trajectories_step, %s::json)"
_INSERT = f"INSERT INTO trajectories_step ({COLUMNS}) SELECT {COLUMNS} FROM {_ROWS}"  # noqa: S608


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
        _fragment(incoming.args, limit),
        _fragment(incoming.result, limit),
        cut_text(event.error or "", limit),
        summarize(event.args if event.args is not None else event.text),
        summarize(outcome),
        event.duration_ms,
        event.model or "",
        event.input_tokens or 0,
        event.output_tokens or 0,
        _fragment(incoming.metadata, limit),
    )


def _fragment(body: str | None, limit: int) -> Fragment | None:
    return Fragment(cut_json(body, limit)) if body else None


def insert_steps(rows: Sequence[StepRow]) -> Statement:
    """Store rows. COPY cannot write through row-level security, and is no faster around it."""
    return _INSERT, [as_json(rows)]


def fill_steps(rows: Sequence[StepRow]) -> set[uuid.UUID]:
    """Complete stored steps that a repeat knows more about; answers the trajectories it changed.

    What is stored and not empty stays: a late empty value never overwrites a fuller one.
    """
    [changed] = ask((_FILL, [as_json(rows)]))
    return {row[0] for row in changed}


_FILL = f"""
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
FROM {_ROWS} AS late
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
"""  # noqa: S608 - our own names
