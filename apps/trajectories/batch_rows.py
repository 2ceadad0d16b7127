"""What a batch reads and what it writes: a round trip each, rows as one JSON value a table.

Rows as JSON keep a statement the same for any number of rows, so that it is planned once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import orjson

from apps.language.tokens import search_tokens
from apps.tenants.round_trip import ask
from apps.trajectories.domain.erased import read_erased
from apps.trajectories.models import Session, Trajectory
from apps.trajectories.tombstones import tombstone_keys

if TYPE_CHECKING:
    import uuid
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from apps.tenants.models import Tenant
    from apps.tenants.round_trip import Statement
    from apps.trajectories.domain.erased import Erased
    from apps.trajectories.incoming import Incoming
    from apps.trajectories.step_rows import StepRow

SEARCHED_CHARACTERS = 4000

_SESSION_COLUMNS = [column.attname for column in Session._meta.concrete_fields]
_TRAJECTORY_COLUMNS = [
    column.attname
    for column in Trajectory._meta.concrete_fields
    if column.attname not in {"search", "intent_vector"}
]
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


@dataclass(frozen=True, slots=True)
class Stored:
    """What is stored of a batch already: receipts by event, sessions by name, runs by session.

    And what of it was erased before.
    """

    receipts: dict[uuid.UUID, uuid.UUID | None]
    sessions: dict[str, Session]
    turns: dict[uuid.UUID, list[Trajectory]]
    erased: Erased | None


def load_stored(tenant: Tenant, batch: Sequence[Incoming], keys: Iterable[uuid.UUID]) -> Stored:
    """Read what a batch can repeat, go on with or change; `batch` is in the order of time.

    What follows can be taken back to the savepoint `batch`, which the commit releases; an atomic
    block of Django's would do the same for two round trips more.

    Waits first for every other batch of the same sessions, known or new, all in one order: what
    is read afterwards is what they left. The sessions, and parents named for the first time, are
    locked. Of a session's trajectories, oldest first, come those begun after the batch begins
    there, those still open, the last one begun before it, and those named; only the columns that
    a batch reads or changes.
    """
    since: dict[str, datetime] = {}
    for incoming in batch:
        since.setdefault(incoming.event.session_id, incoming.event.timestamp)
    events = [incoming.event for incoming in batch]
    parents = {event.parent_session_id for event in events if event.parent_session_id}
    turn_ids = list({event.turn_id for event in events if event.turn_id})
    people = {event.user_id for event in events if event.user_id}
    buried = tombstone_keys(tenant.pk, sessions=since.keys() | parents, people=people)
    _, _, _, erased, receipts, sessions, turns, _ = ask(
        ("SAVEPOINT batch", ()),
        (_PLAN_ONCE, ()),
        wait_for_sessions(tenant, since),
        (_ERASED, [tenant.pk, list(buried)]),
        (_KNOWN, [tenant.pk, list(keys)]),
        (_LOCK, [tenant.pk, list(since.keys() | parents)]),
        (_TURNS, [list(since), list(since.values()), tenant.pk, turn_ids]),
        (_AS_BEFORE, ()),
    )
    locked = [Session.from_db("default", _SESSION_COLUMNS, row) for row in sessions]
    by_session: dict[uuid.UUID, list[Trajectory]] = {session.pk: [] for session in locked}
    for row in turns:
        turn = Trajectory(**dict(zip(_TURN_COLUMNS, row, strict=True)))
        by_session[turn.session_id].append(turn)
    by_name = {one.external_id: one for one in locked}
    return Stored(dict(receipts), by_name, by_session, read_erased(buried, erased))


def wait_for_sessions(tenant: Tenant, names: Iterable[str]) -> Statement:
    """Wait until nobody else stores or erases these sessions, known or new; all in one order."""
    return _WAIT, [[f"{tenant.pk}/{name}" for name in sorted(names)]]


def upsert_sessions(sessions: Sequence[Session]) -> Statement:
    """Insert new sessions and bring known ones up to date."""
    rows = [{name: one.__dict__[name] for name in _SESSION_COLUMNS} for one in sessions]
    return _SESSION_UPSERT, [as_json(rows)]


def upsert_trajectories(trajectories: Sequence[Trajectory], told: set[uuid.UUID]) -> Statement:
    """Insert new trajectories and bring known ones up to date.

    `told` are those whose request or reply may be new: their words can be searched from now on.
    """
    rows = []
    for one in trajectories:
        row = {name: one.__dict__[name] for name in _TRAJECTORY_COLUMNS}
        row["search"] = _lexemes(one) if one.pk in told else None
        rows.append(row)
    return _TRAJECTORY_UPSERT, [as_json(rows)]


def write_receipts(rows: Sequence[StepRow], now: datetime) -> Statement:
    """Prove the events stored; a key that another batch proved meanwhile is an IntegrityError."""
    keys, trajectories = [row.event_key for row in rows], [row.trajectory_id for row in rows]
    return _RECEIPTS, [rows[0].tenant_id, now.date(), keys, trajectories]


def as_json(rows: Sequence[Any]) -> str:
    """Write rows as the one value that `json_populate_recordset` takes apart again."""
    return orjson.dumps(rows, default=str).decode()


def _lexemes(trajectory: Trajectory) -> str:
    """Spell a tsvector; a token holds neither a quote nor a backslash."""
    text = trajectory.intent[:SEARCHED_CHARACTERS] + " "
    tokens = search_tokens(text + trajectory.final_response[:SEARCHED_CHARACTERS])
    return " ".join({f"'{token}'" for token in tokens})


def _upsert(table: str, columns: Sequence[str], changes: Sequence[str], also: str = "") -> str:
    """Spell an upsert by id of rows that come as JSON."""
    sets = ", ".join(f"{name} = excluded.{name}" for name in changes) + also
    names = ", ".join(columns)
    return (
        f"INSERT INTO {table} ({names}) "  # noqa: S608 - our own names
        f"SELECT {names} FROM json_populate_recordset(null::{table}, %s::json) "
        f"ON CONFLICT (id) DO UPDATE SET {sets}"
    )


_SESSION_UPSERT = _upsert("trajectories_session", _SESSION_COLUMNS, _SESSION_CHANGES)
_TRAJECTORY_UPSERT = _upsert(
    "trajectories_trajectory",
    [*_TRAJECTORY_COLUMNS, "search"],
    _TRAJECTORY_CHANGES,
    ", search = coalesce(excluded.search, trajectories_trajectory.search)",
)
_LOCK = (
    f"SELECT {', '.join(_SESSION_COLUMNS)} FROM trajectories_session "  # noqa: S608 - our own names
    "WHERE tenant_id = %s AND external_id = ANY(%s) ORDER BY external_id FOR NO KEY UPDATE"
)
# OFFSET 0 keeps the server from joining whole tables where its statistics are behind.
_TURNS = (
    f"SELECT {', '.join('t.' + name for name in _TURN_COLUMNS)} "  # noqa: S608 - our own names
    "FROM unnest(%s::text[], %s::timestamptz[]) AS batch(external_id, since) "
    "CROSS JOIN LATERAL (SELECT tenant_id, id FROM trajectories_session "
    "WHERE tenant_id = %s AND external_id = batch.external_id OFFSET 0) AS s "
    "CROSS JOIN LATERAL (SELECT one.* FROM trajectories_trajectory AS one "
    "WHERE one.tenant_id = s.tenant_id AND one.session_id = s.id "
    "AND (one.started_at > batch.since OR one.status = 'open' OR one.turn_id = ANY(%s) "
    "OR one.id = (SELECT last.id FROM trajectories_trajectory AS last "
    "WHERE last.tenant_id = s.tenant_id AND last.session_id = s.id "
    "AND last.started_at <= batch.since ORDER BY last.started_at DESC LIMIT 1)) OFFSET 0) AS t "
    "ORDER BY t.started_at"
)
# Everything read here is found by an index, however many names there are: the first plan is kept.
# Without bitmaps that is the index of all columns: one of the tenant alone reads all that it has.
# Left to itself the server guesses ten names, finds the plan for one cheaper, and plans every time.
_PLAN_ONCE = (
    "SELECT set_config('plan_cache_mode', 'force_generic_plan', true), "
    "set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)"
)
_AS_BEFORE = (
    "SELECT set_config('plan_cache_mode', 'auto', true), "
    "set_config('enable_seqscan', 'on', true), set_config('enable_bitmapscan', 'on', true)"
)
_WAIT = "SELECT pg_advisory_xact_lock(hashtextextended(name, 0)) FROM unnest(%s::text[]) AS name"
_ERASED = (
    "SELECT key_digest, erased_at FROM trajectories_tombstone "
    "WHERE tenant_id = %s AND key_digest = ANY(%s::uuid[])"
)
_KNOWN = (
    "SELECT event_key, trajectory_id FROM trajectories_receipt "
    "WHERE tenant_id = %s AND event_key = ANY(%s::uuid[])"
)
_RECEIPTS = (
    "INSERT INTO trajectories_receipt (tenant_id, event_key, trajectory_id, received_on) "
    "SELECT %s, key, trajectory, %s FROM unnest(%s::uuid[], %s::uuid[]) "
    "AS incoming(key, trajectory)"
)
