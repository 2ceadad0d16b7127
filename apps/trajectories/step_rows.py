"""Events as rows of steps: redacted, cut to the limit, copied into the partitioned table."""

from __future__ import annotations

import hashlib
import uuid
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson
from django.conf import settings
from django.db import connection

from apps.trajectories.domain.cleaning import clean_text, clean_value
from apps.trajectories.domain.limits import cut_json, cut_text, summarize
from apps.trajectories.domain.redaction import redact_personal, redact_secrets

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from apps.trajectories.models import Trajectory
    from apps.trajectories.schemas import Event

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


def event_key(event_id: str) -> uuid.UUID:
    """Shorten a client's event id to 128 bits: BLAKE2b, so that no two meet by accident."""
    return uuid.UUID(bytes=hashlib.blake2b(event_id.encode(), digest_size=16).digest())


def redact_event(event: Event, *, personal: bool) -> None:
    """Clean and redact every text of an event in place; ids and names stay as they are."""
    redact = _redactor(personal=personal)
    event.text = redact(clean_text(event.text)) if event.text else event.text
    event.error = redact(clean_text(event.error)) if event.error else event.error
    for name in ("args", "result", "metadata"):
        value = getattr(event, name)
        if value is not None:
            setattr(event, name, _redact_value(value, redact))


def _redactor(*, personal: bool) -> Callable[[str], str]:
    return (lambda text: redact_personal(redact_secrets(text))) if personal else redact_secrets


def _redact_value(value: Any, redact: Callable[[str], str]) -> Any:
    """Redact a JSON value as text; only a value that holds something to hide is rebuilt."""
    before = _dump(value)
    if before is None or "\\u0000" in before:
        value = clean_value(value)
        before = _dump(value) or "null"
    after = redact(before)
    return value if after == before else orjson.loads(after)


def _dump(value: Any) -> str | None:
    """Serialize a JSON value; None for one that holds half of a surrogate pair."""
    try:
        return orjson.dumps(value, default=str, option=orjson.OPT_NON_STR_KEYS).decode()
    except (TypeError, ValueError):
        return None


def step_row(event: Event, trajectory: Trajectory, sequence: int) -> StepRow:
    """Shape a redacted event as a row; over-large fields are cut and marked."""
    limit = settings.ENV.max_field_bytes
    feedback = {} if event.feedback is None else {"feedback": str(event.feedback)}
    metadata = {**(event.metadata or {}), **feedback}
    outcome = event.error if event.status == "error" and event.error else event.result
    return StepRow(
        trajectory.opened_at,
        trajectory.pk,
        sequence,
        trajectory.tenant_id,
        event_key(event.event_id),
        event.type,
        event.timestamp,
        event.parent_id or "",
        event.tool or ("unknown" if event.type == "tool_execution" else ""),
        event.status or "unknown",
        cut_text(event.text or "", limit),
        _json(event.args, limit),
        _json(event.result, limit),
        cut_text(event.error or "", limit),
        summarize(event.args if event.args is not None else event.text),
        summarize(outcome),
        event.duration_ms,
        event.model or "",
        event.input_tokens or 0,
        event.output_tokens or 0,
        _json(metadata or None, limit),
    )


def _json(value: Any, limit: int) -> str | None:
    return None if value is None else cut_json(orjson.dumps(value, default=str), limit).decode()


def insert_steps(rows: Sequence[StepRow]) -> None:
    """Store rows: a few by VALUES, many by COPY into a temporary table.

    COPY cannot write through row-level security, hence the detour.
    """
    with connection.cursor() as cursor:
        if len(rows) <= FEW:
            values = [value for row in rows for value in row]
            places = ", ".join([_ONE] * len(rows))
            cursor.execute(_INSERT + "VALUES " + places, values)
            return
        _copy(cursor, rows)
        cursor.execute(_MOVE)
        cursor.execute("TRUNCATE incoming_step")


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
       OR stored.duration_ms IS NULL AND late.duration_ms IS NOT NULL)
RETURNING stored.trajectory_id
"""
