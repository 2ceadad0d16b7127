"""Write what a batch changed, a statement a table, whatever the number of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import connection
from psycopg.types.json import Jsonb

from apps.language.tokens import search_tokens
from apps.trajectories.models import Session, Trajectory

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence
    from datetime import datetime

    from apps.tenants.models import Tenant
    from apps.trajectories.step_rows import StepRow

SEARCHED_CHARACTERS = 4000

_SESSION_CHANGES = (
    *("last_event_at", "received_at", "ended_at", "status", "trajectory_count", "learned_at"),
    *("learning_attempts", "end_user_id"),
)
_TRAJECTORY_CHANGES = (
    *("author", "intent", "final_response", "step_count", "tool_count", "error_count", "tools"),
    *("complexity", "interrupted", "input_tokens", "output_tokens", "last_event_at"),
    *("completed_at", "closed_at", "scored_at", "request_read_at", "status"),
)
# What a list of texts cannot hold by itself is told how to become a column.
_PLACES = {"search": "array_to_tsvector(string_to_array(%s, ' '))"}
_COALESCED = {"search"}


def upsert_sessions(sessions: Sequence[Session]) -> None:
    """Insert new sessions and bring known ones up to date."""
    rows = [_values(session) for session in sessions]
    _upsert("trajectories_session", _columns(Session), rows, _SESSION_CHANGES)


def upsert_trajectories(trajectories: Sequence[Trajectory], told: set[uuid.UUID]) -> None:
    """Insert new trajectories and bring known ones up to date.

    `told` are those whose request or reply may be new: their words can be searched from now on.
    """
    rows = []
    for trajectory in trajectories:
        row = _values(trajectory)
        row["search"] = _words(trajectory) if trajectory.pk in told else None
        row["score_lines"] = Jsonb(trajectory.score_lines)
        rows.append(row)
    changes = (*_TRAJECTORY_CHANGES, "search")
    _upsert("trajectories_trajectory", _columns(Trajectory), rows, changes)


def _columns(model: type[Session | Trajectory]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]


def _values(row: Session | Trajectory) -> dict[str, Any]:
    return {name: row.__dict__[name] for name in _columns(type(row))}


def _upsert(
    table: str, columns: list[str], rows: list[dict[str, Any]], changes: Sequence[str]
) -> None:
    if not rows:
        return
    place = "(" + ", ".join(_PLACES.get(name, "%s") for name in columns) + ")"
    sets = ", ".join(
        f"{name} = coalesce(excluded.{name}, {table}.{name})"
        if name in _COALESCED
        else f"{name} = excluded.{name}"
        for name in changes
    )
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({', '.join(columns)}) "  # noqa: S608 - our own column names
            f"VALUES {', '.join([place] * len(rows))} ON CONFLICT (id) DO UPDATE SET {sets}",
            [row[name] for row in rows for name in columns],
        )


def _words(trajectory: Trajectory) -> str:
    text = trajectory.intent[:SEARCHED_CHARACTERS] + " "
    return " ".join(set(search_tokens(text + trajectory.final_response[:SEARCHED_CHARACTERS])))


def known_receipts(tenant: Tenant, keys: list[uuid.UUID]) -> dict[uuid.UUID, uuid.UUID | None]:
    """Find which of these events are stored, and in which trajectory."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT event_key, trajectory_id FROM trajectories_receipt "
            "WHERE tenant_id = %s AND event_key = ANY(%s)",
            [tenant.pk, keys],
        )
        return dict(cursor.fetchall())


def write_receipts(rows: Sequence[StepRow], now: datetime) -> None:
    """Prove the events stored; a key that another batch proved meanwhile is an IntegrityError."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO trajectories_receipt (tenant_id, event_key, trajectory_id, received_on) "
            "SELECT %s, key, trajectory, %s FROM unnest(%s::uuid[], %s::uuid[]) "
            "AS incoming(key, trajectory)",
            [
                rows[0].tenant_id,
                now.date(),
                [row.event_key for row in rows],
                [row.trajectory_id for row in rows],
            ],
        )
