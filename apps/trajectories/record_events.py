"""Take in events: each is stored once, in its trajectory, before it is acknowledged."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.db import IntegrityError, OperationalError, connection, transaction

from apps.language.tokens import search_tokens
from apps.trajectories.actors import agent_id, end_user_id
from apps.trajectories.domain.assembly import Conversation, in_order
from apps.trajectories.domain.tool_chain import classify_complexity
from apps.trajectories.models import Receipt, Session, SessionStatus, Trajectory
from apps.trajectories.partitions import ensure_partitions, forget_partitions
from apps.trajectories.recount import recount_trajectories
from apps.trajectories.signals import trajectory_completed
from apps.trajectories.step_rows import (
    StepRow,
    event_key,
    fill_steps,
    insert_steps,
    redact_event,
    step_row,
)

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence
    from datetime import datetime

    from apps.tenants.models import Tenant
    from apps.trajectories.schemas import Event

TRIES = 4
SEARCHED_CHARACTERS = 4000


@dataclass(slots=True)
class Recorded:
    """How many events were new, and how many were known already."""

    accepted: int = 0
    duplicates: int = 0
    trajectory_ids: list[uuid.UUID] = field(default_factory=list)


def record_events(
    tenant: Tenant, events: Sequence[Event], *, source: str, now: datetime
) -> Recorded:
    """Store a batch of events of one tenant; a repeat of any of them adds nothing.

    Runs inside the caller's transaction: what this answers is true once that has committed.
    Races with another batch (the same new session, the same event) are tried again.
    """
    for event in events:
        redact_event(event, personal=tenant.learning.privacy.redact_personal)
    ordered = in_order(events, now=now)
    for left in reversed(range(TRIES)):
        try:
            with transaction.atomic():
                return _Batch(tenant, source, now).record(ordered)
        except (IntegrityError, OperationalError):
            forget_partitions()
            if not left:
                raise
    raise AssertionError("unreachable")


class _Batch:
    """One try at storing a batch: what is locked, what is new, what changed."""

    def __init__(self, tenant: Tenant, source: str, now: datetime) -> None:
        self.tenant, self.source, self.now = tenant, source, now
        self.opened: list[Trajectory] = []

    def record(self, events: Sequence[Event]) -> Recorded:
        by_key = {event_key(event.event_id): event for event in events}
        known = self._known(list(by_key))
        fresh = {key: event for key, event in by_key.items() if key not in known}
        duplicates = len(events) - len(fresh)
        changed = self._store(fresh) if fresh else []
        if known:
            self._fill({key: by_key[key] for key in known}, known)
        return Recorded(len(fresh), duplicates, [one.pk for one in changed])

    def _known(self, keys: list[uuid.UUID]) -> dict[uuid.UUID, uuid.UUID | None]:
        receipts = Receipt.objects.for_tenant(self.tenant).filter(event_key__in=keys)
        return dict(receipts.values_list("event_key", "trajectory_id"))

    def _store(self, fresh: dict[uuid.UUID, Event]) -> list[Trajectory]:
        by_session: dict[str, list[Event]] = defaultdict(list)
        for event in fresh.values():
            by_session[event.session_id].append(event)
        sessions = self._lock_sessions(by_session)
        by_session = {name: by_session[name] for name in by_session if name in sessions}
        turns = self._load_turns(sessions, by_session)
        rows: list[StepRow] = []
        changed: list[Trajectory] = []
        for name, events in by_session.items():
            session = sessions[name]
            talk = Conversation(turns[session.pk], self._opener(session), self.source)
            rows += [step_row(event, *talk.place(event)) for event in events]
            changed += talk.touched.values()
            self._touch(session, events, talk.ended_at)
        if rows:
            self._write([sessions[name] for name in by_session], changed, rows)
        return changed

    def _touch(self, session: Session, events: list[Event], ended_at: datetime | None) -> None:
        """Note that something new arrived: an ended session that goes on is open again."""
        session.last_event_at = max(session.last_event_at, events[-1].timestamp)
        session.received_at = self.now
        session.ended_at = ended_at
        session.status = SessionStatus.ENDED if ended_at else SessionStatus.OPEN
        session.learned_at, session.learning_attempts = None, 0
        if session.end_user_id is None:
            session.end_user_id = end_user_id(self.tenant, _first(events, "user_id"))

    def _lock_sessions(self, by_session: dict[str, list[Event]]) -> dict[str, Session]:
        """Lock the sessions of a batch in one order for all, and make the new ones.

        A session of which nothing is known but its end is not made: clients report those too.
        """
        parents = {event.parent_session_id for events in by_session.values() for event in events}
        wanted = set(by_session)
        found = self._locked(wanted)
        missing = {name for name in wanted - set(found) if _has_begun(by_session[name])}
        if missing:
            above = self._locked({name for name in parents if name} - wanted)
            made = [self._new_session(name, by_session[name], found | above) for name in missing]
            made.sort(key=lambda session: session.external_id)
            Session.objects.bulk_create(made)
            found |= {session.external_id: session for session in made}
        return found

    def _locked(self, names: set[str]) -> dict[str, Session]:
        if not names:
            return {}
        rows = Session.objects.for_tenant(self.tenant).filter(external_id__in=names)
        ordered = rows.order_by("external_id").select_for_update(of=("self",), no_key=True)
        return {session.external_id: session for session in ordered}

    def _new_session(self, name: str, events: list[Event], others: dict[str, Session]) -> Session:
        first = events[0]
        parent = others.get(first.parent_session_id or "")
        return Session(
            tenant=self.tenant,
            external_id=name,
            agent_id=agent_id(self.tenant, _first(events, "agent")),
            end_user_id=end_user_id(self.tenant, _first(events, "user_id")),
            parent=parent,
            source=self.source,
            started_at=first.timestamp,
            last_event_at=first.timestamp,
            received_at=self.now,
        )

    def _load_turns(
        self, sessions: dict[str, Session], by_session: dict[str, list[Event]]
    ) -> dict[uuid.UUID, list[Trajectory]]:
        """Load the trajectories that the batch can touch: named ones, and those near its times."""
        turns: dict[uuid.UUID, list[Trajectory]] = {one.pk: [] for one in sessions.values()}
        existing = [one.pk for one in sessions.values() if one.trajectory_count]
        if existing:
            earliest = min(events[0].timestamp for events in by_session.values())
            named = {e.turn_id for events in by_session.values() for e in events if e.turn_id}
            rows = Trajectory.objects.for_tenant(self.tenant).near(existing, earliest, named)
            for turn in rows.defer("search", "intent_vector"):
                # Neither loaded nor written: see _CHANGING.
                turn.search = turn.intent_vector = None
                turns[turn.session_id].append(turn)
        return turns

    def _opener(self, session: Session) -> _Opener:
        return _Opener(session, self.source, self.now, self.opened)

    def _write(
        self, sessions: list[Session], changed: list[Trajectory], rows: list[StepRow]
    ) -> None:
        for session in sessions:
            session.trajectory_count += sum(one.session_id == session.pk for one in self.opened)
        _upsert_sessions(sessions)
        _upsert_trajectories(changed)
        ensure_partitions({row.trajectory_opened_at for row in rows})
        insert_steps(rows)
        _write_receipts(rows, self.now)
        _index_text([one for one in changed if one.status != "open" or one in self.opened])
        ready = [one.pk for one in changed if one.completed_at]
        if ready:
            tenant_id = self.tenant.pk
            transaction.on_commit(
                lambda: trajectory_completed.send(
                    Trajectory, tenant_id=tenant_id, trajectory_ids=ready
                )
            )

    def _fill(
        self, repeats: dict[uuid.UUID, Event], known: dict[uuid.UUID, uuid.UUID | None]
    ) -> None:
        """Let repeats complete what is stored, where they hold content at all."""
        full = {key: event for key, event in repeats.items() if _has_content(event)}
        self._locked({event.session_id for event in full.values()})
        stored = Trajectory.objects.for_tenant(self.tenant).in_bulk(
            {known[key] for key in full if known[key]}
        )
        rows = [
            step_row(event, stored[known[key]], 0)
            for key, event in full.items()
            if known[key] in stored
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


def _first(events: list[Event], name: str) -> str | None:
    return next((getattr(event, name) for event in events if getattr(event, name)), None)


def _has_content(event: Event) -> bool:
    return bool(event.text or event.error or event.args or event.result is not None)


def _has_begun(events: list[Event]) -> bool:
    return any(event.type != "session_end" for event in events)


def _upsert_sessions(sessions: list[Session]) -> None:
    Session.objects.bulk_update(
        sessions,
        [
            *("last_event_at", "received_at", "ended_at", "status", "trajectory_count"),
            *("learned_at", "learning_attempts", "end_user"),
        ],
    )


_CHANGING = [
    *("author", "intent", "final_response", "step_count", "tool_count", "error_count", "tools"),
    *("complexity", "interrupted", "input_tokens", "output_tokens", "last_event_at"),
    *("completed_at", "scored_at", "request_read_at", "status"),
]


def _upsert_trajectories(changed: list[Trajectory]) -> None:
    for trajectory in changed:
        trajectory.complexity = classify_complexity(trajectory.tool_count)
    Trajectory.objects.bulk_create(
        changed, update_conflicts=True, unique_fields=["id"], update_fields=_CHANGING
    )


def _write_receipts(rows: list[StepRow], now: datetime) -> None:
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


def _index_text(trajectories: list[Trajectory]) -> None:
    """Make requests and replies findable by word."""
    if not trajectories:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE trajectories_trajectory AS t SET search = "
            "array_to_tsvector(string_to_array(incoming.words, ' ')) "
            "FROM unnest(%s::uuid[], %s::text[]) AS incoming(id, words) WHERE t.id = incoming.id",
            [[one.pk for one in trajectories], [_words(one) for one in trajectories]],
        )


def _words(trajectory: Trajectory) -> str:
    text = trajectory.intent[:SEARCHED_CHARACTERS] + " "
    return " ".join(set(search_tokens(text + trajectory.final_response[:SEARCHED_CHARACTERS])))
