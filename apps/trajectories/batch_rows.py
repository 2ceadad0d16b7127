"""What a batch reads and writes, a statement a table, and one round trip for all that it writes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.db import connection
from psycopg.types.json import Jsonb

from apps.language.tokens import search_tokens
from apps.trajectories.models import Session, Trajectory

if TYPE_CHECKING:
    import uuid
    from collections.abc import Collection, Iterable, Sequence
    from datetime import datetime

    from apps.tenants.models import Tenant
    from apps.trajectories.step_rows import StepRow

SEARCHED_CHARACTERS = 4000

_SESSION_COLUMNS = [column.attname for column in Session._meta.concrete_fields]
_TRAJECTORY_COLUMNS = [column.attname for column in Trajectory._meta.concrete_fields]
_SESSION_CHANGES = (
    *("last_event_at", "received_at", "ended_at", "status", "trajectory_count", "learned_at"),
    *("learning_attempts", "end_user_id", "parent_id"),
)
_TRAJECTORY_CHANGES = (
    *("author", "intent", "final_response", "step_count", "tool_count", "error_count", "tools"),
    *("complexity", "interrupted", "input_tokens", "output_tokens", "last_event_at"),
    *("completed_at", "closed_at", "scored_at", "request_read_at", "status", "end_user_id"),
    *("turn_id", "started_at"),
)
_TURN_COLUMNS = (
    *("id", "tenant_id", "session_id", "agent_id", "source", "opened_at", *_TRAJECTORY_CHANGES),
)


@dataclass(slots=True)
class Statements:
    """SQL to run in one round trip, in order."""

    parts: list[str] = field(default_factory=list)
    values: list[Any] = field(default_factory=list)

    def add(self, sql: str, values: Iterable[Any] = ()) -> None:
        """Append one statement with its values."""
        self.parts.append(sql)
        self.values.extend(values)

    def run(self) -> None:
        """Run them all; nothing when there are none."""
        if self.parts:
            with connection.cursor() as cursor:
                cursor.execute("; ".join(self.parts), self.values)


def known_receipts(
    tenant: Tenant, keys: list[uuid.UUID], *, sessions: Collection[str]
) -> dict[uuid.UUID, uuid.UUID | None]:
    """Find which of these events are stored, and in which trajectory.

    Waits first for every other batch of the same sessions, known or new, all in one order: what
    is read afterwards is what they left.
    """
    names = [f"{tenant.pk}/{name}" for name in sorted(sessions)]
    with connection.cursor() as cursor:
        cursor.execute(f"{_WAIT}; {_KNOWN}", [names, tenant.pk, keys])
        cursor.nextset()
        return dict(cursor.fetchall())


def lock_sessions(tenant: Tenant, names: Collection[str]) -> dict[str, Session]:
    """Lock the known sessions of these external ids, in one order for all batches."""
    if not names:
        return {}
    rows = _fetch(_LOCK, [tenant.pk, list(names)])
    sessions = (Session.from_db("default", _SESSION_COLUMNS, row) for row in rows)
    return {session.external_id: session for session in sessions}


def load_turns(
    tenant: Tenant, since: dict[uuid.UUID, datetime], *, turn_ids: list[str]
) -> list[Trajectory]:
    """Load the trajectories that a batch can belong to, oldest first.

    `since` says for each session when the batch begins there: those begun after it, those still
    open, the last one begun before it, and the named ones; only the columns a batch reads or
    changes.
    """
    values = [list(since), list(since.values()), tenant.pk, turn_ids]
    rows = (zip(_TURN_COLUMNS, row, strict=True) for row in _fetch(_TURNS, values))
    return [Trajectory(**dict(row)) for row in rows]


def _fetch(sql: str, values: list[Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        rows: list[Any] = cursor.fetchall()
        return rows


def upsert_sessions(statements: Statements, sessions: Sequence[Session]) -> None:
    """Insert new sessions and bring known ones up to date."""
    places = ", ".join([_SESSION_PLACE] * len(sessions))
    values = (session.__dict__[name] for session in sessions for name in _SESSION_COLUMNS)
    statements.add(_SESSION_UPSERT.format(places), values)


def upsert_trajectories(
    statements: Statements, trajectories: Sequence[Trajectory], told: set[uuid.UUID]
) -> None:
    """Insert new trajectories and bring known ones up to date.

    `told` are those whose request or reply may be new: their words can be searched from now on.
    """
    values: list[Any] = []
    for trajectory in trajectories:
        row = trajectory.__dict__ | {"score_lines": Jsonb([]), "search": None}
        if trajectory.pk in told:
            row["search"] = _words(trajectory)
        values.extend(row[name] for name in _TRAJECTORY_COLUMNS)
    places = ", ".join([_TRAJECTORY_PLACE] * len(trajectories))
    statements.add(_TRAJECTORY_UPSERT.format(places), values)


def write_receipts(statements: Statements, rows: Sequence[StepRow], now: datetime) -> None:
    """Prove the events stored; a key that another batch proved meanwhile is an IntegrityError."""
    keys, trajectories = [row.event_key for row in rows], [row.trajectory_id for row in rows]
    statements.add(_RECEIPTS, [rows[0].tenant_id, now.date(), keys, trajectories])


def _words(trajectory: Trajectory) -> str:
    text = trajectory.intent[:SEARCHED_CHARACTERS] + " "
    return " ".join(set(search_tokens(text + trajectory.final_response[:SEARCHED_CHARACTERS])))


def _upsert(table: str, columns: Sequence[str], changes: Sequence[str], also: str = "") -> str:
    """Spell an upsert by id, with a place for its rows."""
    sets = ", ".join(f"{name} = excluded.{name}" for name in changes) + also
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) VALUES {{}} "  # noqa: S608 - our own names
        f"ON CONFLICT (id) DO UPDATE SET {sets}"
    )


_SESSION_PLACE = "(" + ", ".join(["%s"] * len(_SESSION_COLUMNS)) + ")"
_SESSION_UPSERT = _upsert("trajectories_session", _SESSION_COLUMNS, _SESSION_CHANGES)
_TRAJECTORY_PLACE = "({})".format(
    ", ".join(
        "array_to_tsvector(string_to_array(%s, ' '))" if name == "search" else "%s"
        for name in _TRAJECTORY_COLUMNS
    )
)
_TRAJECTORY_UPSERT = _upsert(
    "trajectories_trajectory",
    _TRAJECTORY_COLUMNS,
    _TRAJECTORY_CHANGES,
    ", search = coalesce(excluded.search, trajectories_trajectory.search)",
)
_LOCK = (
    f"SELECT {', '.join(_SESSION_COLUMNS)} FROM trajectories_session "  # noqa: S608 - our own names
    "WHERE tenant_id = %s AND external_id = ANY(%s) ORDER BY external_id FOR NO KEY UPDATE"
)
_TURNS = (
    f"SELECT {', '.join('t.' + name for name in _TURN_COLUMNS)} "  # noqa: S608 - our own names
    "FROM trajectories_trajectory AS t "
    "JOIN unnest(%s::uuid[], %s::timestamptz[]) AS batch(session_id, since) USING (session_id) "
    "WHERE t.tenant_id = %s AND (t.started_at > batch.since OR t.status = 'open' "
    "OR t.turn_id = ANY(%s) OR t.id = (SELECT last.id FROM trajectories_trajectory AS last "
    "WHERE last.tenant_id = t.tenant_id AND last.session_id = batch.session_id "
    "AND last.started_at <= batch.since ORDER BY last.started_at DESC LIMIT 1)) "
    "ORDER BY t.started_at"
)
_WAIT = "SELECT pg_advisory_xact_lock(hashtextextended(name, 0)) FROM unnest(%s::text[]) AS name"
_KNOWN = (
    "SELECT event_key, trajectory_id FROM trajectories_receipt "
    "WHERE tenant_id = %s AND event_key = ANY(%s::uuid[])"
)
_RECEIPTS = (
    "INSERT INTO trajectories_receipt (tenant_id, event_key, trajectory_id, received_on) "
    "SELECT %s, key, trajectory, %s FROM unnest(%s::uuid[], %s::uuid[]) "
    "AS incoming(key, trajectory)"
)
