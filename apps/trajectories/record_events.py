"""Take in events: each is stored once, in its trajectory, before it is acknowledged."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.db import IntegrityError, OperationalError, transaction
from psycopg.errors import DeadlockDetected, SerializationFailure

from apps.errors import Busy
from apps.tenants.round_trip import ask
from apps.trajectories.actors import agent_id, end_user_id, forget_actors
from apps.trajectories.batch_rows import (
    load_stored,
    upsert_sessions,
    upsert_trajectories,
    write_receipts,
)
from apps.trajectories.domain.assembly import Conversation, in_order
from apps.trajectories.domain.tool_chain import classify_complexity
from apps.trajectories.end_session import end_sub_sessions
from apps.trajectories.incoming import Incoming, prepare_events
from apps.trajectories.models import Session, SessionStatus, Trajectory
from apps.trajectories.partitions import ensure_partitions, forget_partitions
from apps.trajectories.recount import recount_trajectories
from apps.trajectories.signals import trajectory_completed
from apps.trajectories.step_rows import StepRow, fill_steps, insert_steps, step_row

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence
    from datetime import datetime

    from apps.tenants.models import Tenant
    from apps.trajectories.batch_rows import Stored
    from apps.trajectories.domain.erased import Erased
    from apps.trajectories.schemas import Event

    BySession = dict[str, list[Incoming]]

TRIES = 4


@dataclass(slots=True)
class Recorded:
    """How many events were new, how many were known, and which trajectories they changed.

    `refused` are the ids of those that were erased before, see `domain/erased.py`.
    """

    accepted: int = 0
    duplicates: int = 0
    trajectory_ids: list[uuid.UUID] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)


def record_events(
    tenant: Tenant, events: Sequence[Event], *, source: str, now: datetime
) -> Recorded:
    """Store a batch of events of one tenant; a repeat of any of them adds nothing.

    Runs inside the caller's transaction: what this answers is true once that has committed.
    Races with another batch (the same new session, the same event) are tried again.
    """
    personal = tenant.learning.privacy.redact_personal
    batch = prepare_events(in_order(events, now=now), personal=personal)
    for _ in range(TRIES):
        try:
            return _Batch(tenant, source, now).record(batch)
        except (IntegrityError, OperationalError) as error:
            if isinstance(error, OperationalError) and not is_race(error):
                raise
            _start_over()
    raise Busy("busy", "Others report the same sessions right now; send it again.")


def is_race(error: OperationalError) -> bool:
    """Tell whether the database gave up for another transaction's sake."""
    return isinstance(error.__cause__, (DeadlockDetected, SerializationFailure))


def _start_over() -> None:
    """Go back to before the batch, and trust nothing that was remembered."""
    ask(("ROLLBACK TO SAVEPOINT batch", ()))
    transaction.set_rollback(False)
    forget_partitions()
    forget_actors()


class _Batch:
    """One try at storing a batch: what is locked, what is new, what changed."""

    def __init__(self, tenant: Tenant, source: str, now: datetime) -> None:
        self.tenant, self.source, self.now = tenant, source, now
        self.opened: list[Trajectory] = []

    def record(self, batch: Sequence[Incoming]) -> Recorded:
        by_key: dict[uuid.UUID, Incoming] = {}
        for incoming in batch:
            if by_key.setdefault(incoming.key, incoming) is not incoming:
                by_key[incoming.key].fill_from(incoming)
        stored = load_stored(self.tenant, batch, by_key)
        if stored.erased and (refused := _refused(batch, stored.erased)):
            left = [one for one in batch if one.event.event_id not in refused]
            recorded = self.record(left) if left else Recorded()
            recorded.refused = refused
            return recorded
        known = stored.receipts
        fresh = [incoming for key, incoming in by_key.items() if key not in known]
        changed = self._store(fresh, stored) if fresh else []
        if known:
            self._fill([by_key[key] for key in known], known)
        return Recorded(len(fresh), len(batch) - len(fresh), [one.pk for one in changed])

    def _store(self, fresh: list[Incoming], stored: Stored) -> list[Trajectory]:
        by_session: BySession = defaultdict(list)
        for incoming in fresh:
            by_session[incoming.event.session_id].append(incoming)
        sessions = self._sessions(by_session, stored.sessions)
        rows: list[StepRow] = []
        changed: list[Trajectory] = []
        for name, session in sessions.items():
            turns = stored.turns.get(session.pk, [])
            talk = Conversation(turns, self._opener(session), self.source)
            before = len(self.opened)
            rows += [step_row(one, *talk.place(one.event)) for one in by_session[name]]
            session.trajectory_count += len(self.opened) - before
            self._touch(session, by_session[name], talk.ended_at)
            if session.ended_at:
                talk.close_open()
            changed += talk.touched.values()
        if rows:
            self._write(list(sessions.values()), changed, rows)
        return changed

    def _sessions(self, by_session: BySession, locked: dict[str, Session]) -> dict[str, Session]:
        """The known sessions of a batch, and the new ones, thought up.

        A session of which nothing is known but its end is not made: clients report those too.
        """
        new = {
            name: self._new_session(name, [one.event for one in events])
            for name, events in sorted(by_session.items())
            if name not in locked and any(one.event.type != "session_end" for one in events)
        }
        found = {name: locked[name] for name in by_session if name in locked} | new
        self._link_parents(found, by_session, locked | new)
        return found

    def _link_parents(
        self, sessions: dict[str, Session], by_session: BySession, above: dict[str, Session]
    ) -> None:
        """Point sub-agents' sessions at their parents, whichever was heard of first."""
        for name, session in sessions.items():
            parent = _first([one.event for one in by_session[name]], "parent_session_id")
            if session.parent_id is None and parent and parent != name and parent in above:
                session.parent_id = above[parent].pk

    def _new_session(self, name: str, events: list[Event]) -> Session:
        first = events[0]
        return Session(
            tenant=self.tenant,
            external_id=name,
            agent_id=agent_id(self.tenant, _first(events, "agent")),
            source=self.source,
            started_at=first.timestamp,
            last_event_at=first.timestamp,
            received_at=self.now,
        )

    def _touch(self, session: Session, batch: list[Incoming], ended_at: datetime | None) -> None:
        """Note what arrived: an ended session that goes on is open again.

        What is only late, from before the end, leaves it ended, to be learned from anew.
        """
        latest = batch[-1].event.timestamp
        late = session.ended_at is not None and latest <= session.ended_at
        session.ended_at = ended_at or (session.ended_at if late else None)
        session.status = SessionStatus.ENDED if session.ended_at else SessionStatus.OPEN
        session.last_event_at = max(session.last_event_at, latest)
        session.received_at = self.now
        session.learned_at, session.learning_attempts = None, 0
        if session.end_user_id is None:
            named = _first([one.event for one in batch], "user_id")
            session.end_user_id = end_user_id(self.tenant, named)
            for trajectory in self.opened:
                if trajectory.session_id == session.pk:
                    trajectory.end_user_id = session.end_user_id

    def _opener(self, session: Session) -> _Opener:
        return _Opener(session, self.source, self.now, self.opened)

    def _write(
        self, sessions: list[Session], changed: list[Trajectory], rows: list[StepRow]
    ) -> None:
        for trajectory in changed:
            trajectory.complexity = classify_complexity(trajectory.tool_count)
            if trajectory.status != "open" and trajectory.closed_at is None:
                trajectory.closed_at = self.now
        telling = {row.trajectory_id for row in rows if row.type in {"user_request", "response"}}
        ensure_partitions({row.trajectory_opened_at for row in rows})
        ask(
            upsert_sessions(sessions),
            upsert_trajectories(changed, telling),
            insert_steps(rows),
            write_receipts(rows, self.now),
            # Now, not at the commit: a remembered agent or person that is gone shows here.
            ("SET CONSTRAINTS ALL IMMEDIATE", ()),
            ("SET CONSTRAINTS ALL DEFERRED", ()),
        )
        ended = [session.pk for session in sessions if session.ended_at]
        if ended:
            end_sub_sessions(self.tenant, ended, now=self.now)
        self._announce([one.pk for one in changed if one.completed_at])

    def _announce(self, ids: list[uuid.UUID]) -> None:
        tenant_id = self.tenant.pk
        if ids:
            transaction.on_commit(
                lambda: trajectory_completed.send(
                    Trajectory, tenant_id=tenant_id, trajectory_ids=ids
                )
            )

    def _fill(self, repeats: list[Incoming], known: dict[uuid.UUID, uuid.UUID | None]) -> None:
        """Let repeats complete what is stored, where they hold content at all."""
        full = [one for one in repeats if _has_content(one) and known[one.key]]
        stored = (
            Trajectory.objects.for_tenant(self.tenant)
            .without_search()
            .in_bulk({known[one.key] for one in full})
        )
        rows = [
            step_row(one, stored[known[one.key]], 0) for one in full if known[one.key] in stored
        ]
        if rows:
            recount_trajectories(self.tenant, fill_steps(rows))


@dataclass(slots=True)
class _Opener:
    """Makes a session's new trajectories."""

    session: Session
    source: str
    now: datetime
    opened: list[Trajectory]

    def __call__(self, event: Event) -> Trajectory:
        asked = event.type == "user_request"
        trajectory = Trajectory(
            tenant_id=self.session.tenant_id,
            session=self.session,
            agent_id=self.session.agent_id,
            end_user_id=self.session.end_user_id,
            turn_id=event.turn_id or "",
            author=event.author if asked else "system",
            source=self.source,
            started_at=event.timestamp,
            last_event_at=event.timestamp,
            opened_at=self.now,
        )
        self.opened.append(trajectory)
        return trajectory


def _refused(batch: Sequence[Incoming], erased: Erased) -> set[str]:
    return {one.event.event_id for one in batch if erased.refuses(one.event)}


def _first(events: Sequence[Event], name: str) -> str | None:
    return next((getattr(event, name) for event in events if getattr(event, name)), None)


def _has_content(one: Incoming) -> bool:
    event = one.event
    return bool(event.text or event.error or event.args or event.result is not None)
