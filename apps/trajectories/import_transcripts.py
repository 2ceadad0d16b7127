"""Take in finished transcripts: stored when handed in, read by a worker, with progress kept."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import batched
from typing import TYPE_CHECKING

import structlog
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from apps.errors import DomainError
from apps.tenants.isolation import tenant_context
from apps.trajectories.domain.cleaning import clean_value
from apps.trajectories.domain.erased import ERASED, ERASED_NAME
from apps.trajectories.domain.packed import pack, unpack
from apps.trajectories.domain.sources.claude_code_transcript import read_transcript
from apps.trajectories.domain.sources.detect import detect_format
from apps.trajectories.domain.sources.json_lines import LineProblem
from apps.trajectories.end_session import end_session
from apps.trajectories.models import Import, ImportStatus, Session
from apps.trajectories.record_events import record_events

if TYPE_CHECKING:
    import uuid
    from collections.abc import Iterator, Mapping

    from apps.tenants.models import Membership, Tenant
    from apps.trajectories.schemas import Event

BATCH = 500
MOST_ERRORS_KEPT = 500
HEAD_BYTES = 64 * 1024
STALE = timedelta(minutes=2)
MOST_ATTEMPTS = 3
GONE_SILENT = "Reading stopped without a word, as often as it was tried."
log = structlog.get_logger(__name__)


@transaction.atomic
def accept_import(
    tenant: Tenant, files: Mapping[str, bytes], *, agent: str, by: Membership | None
) -> Import:
    """Store files to be read; raises `nothing_to_import` or `unknown_format` at once."""
    if not any(content.strip() for content in files.values()):
        raise DomainError("nothing_to_import", "The upload has no content.")
    unknown = [
        name for name, content in files.items() if detect_format(content[:HEAD_BYTES]) == "unknown"
    ]
    if len(unknown) == len(files):
        raise DomainError("unknown_format", f"{unknown[0]!r} is no Claude Code transcript (JSONL).")
    return Import.objects.create(
        tenant=tenant,
        name=", ".join(files)[:255],
        agent=agent,
        content=pack(files),
        total_bytes=sum(len(content) for content in files.values()),
        created_by=by,
    )


def unfinished_imports(tenant: Tenant) -> list[uuid.UUID]:
    """The imports that wait, or whose reader went silent."""
    with tenant_context(tenant.pk):
        silent = Q(status=ImportStatus.RUNNING, heartbeat_at__lt=timezone.now() - STALE)
        rows = Import.objects.for_tenant(tenant).filter(Q(status=ImportStatus.PENDING) | silent)
        return list(rows.values_list("pk", flat=True))


def claim_import(tenant: Tenant, import_id: uuid.UUID) -> bool:
    """Take an import that nobody reads, or whose reader went silent; False when another has it.

    What silenced its readers three times fails instead: it would silence the next one.
    """
    now = timezone.now()
    with tenant_context(tenant.pk):
        silent = Q(status=ImportStatus.RUNNING, heartbeat_at__lt=now - STALE)
        rows = Import.objects.for_tenant(tenant).filter(pk=import_id)
        rows.filter(silent, attempts__gte=MOST_ATTEMPTS).update(
            status=ImportStatus.FAILED, detail=GONE_SILENT, finished_at=now
        )
        free = rows.filter(Q(status=ImportStatus.PENDING) | silent)
        claimed = free.update(
            status=ImportStatus.RUNNING, heartbeat_at=now, attempts=F("attempts") + 1
        )
    return bool(claimed)


def run_import(tenant: Tenant, import_id: uuid.UUID) -> None:
    """Read a claimed import; one that cannot be read waits again, and fails the third time."""
    with tenant_context(tenant.pk):
        row = Import.objects.for_tenant(tenant).get(pk=import_id)
    try:
        _read(tenant, row)
    except Exception as error:
        log.exception("import_failed", import_id=str(import_id))
        row.detail = f"Reading stopped: {type(error).__name__}."
        row.status = ImportStatus.FAILED if row.attempts >= MOST_ATTEMPTS else ImportStatus.PENDING
        row.finished_at = timezone.now() if row.status == ImportStatus.FAILED else None
        with tenant_context(tenant.pk):
            row.save(update_fields=["detail", "status", "finished_at"])


def _read(tenant: Tenant, row: Import) -> None:
    """Read an import from its start; what an earlier try stored adds nothing."""
    reading = Reading(tenant, row.agent)
    for name, content in unpack(bytes(row.content or b"")):
        lines = content.splitlines(keepends=True)
        for events in reading.batches(lines, name=name):
            reading.record(events)
            _note_progress(row, reading)
    reading.finish()
    _note_end(row, reading)


def _note_progress(row: Import, reading: Reading) -> None:
    row.read_bytes, row.accepted = reading.read_bytes, reading.accepted
    row.duplicates, row.heartbeat_at = reading.duplicates, timezone.now()
    with tenant_context(row.tenant_id):
        row.save(update_fields=["read_bytes", "accepted", "duplicates", "heartbeat_at"])


def _note_end(row: Import, reading: Reading) -> None:
    row.read_bytes, row.status = row.total_bytes, ImportStatus.DONE
    row.accepted, row.duplicates = reading.accepted, reading.duplicates
    row.error_count = len(reading.problems)
    row.errors = [
        clean_value({"line": one.line, "code": one.code, "detail": one.detail})
        for one in reading.problems[:MOST_ERRORS_KEPT]
    ]
    row.finished_at, row.content = timezone.now(), None
    # An erasure may have changed the name meanwhile: files are named after sessions, or by people.
    changed = [*_ENDED, "name"] if reading.refused else _ENDED
    row.name = ERASED_NAME
    with tenant_context(row.tenant_id):
        row.save(update_fields=changed)


_ENDED = [
    *("read_bytes", "status", "accepted", "duplicates", "errors", "error_count"),
    *("finished_at", "content"),
]


@dataclass(slots=True)
class Reading:
    """Transcripts on their way into a tenant: what was taken, known, and unreadable so far."""

    tenant: Tenant
    agent: str
    accepted: int = 0
    duplicates: int = 0
    read_bytes: int = 0
    problems: list[LineProblem] = field(default_factory=list)
    sessions: set[str] = field(default_factory=set)
    line: int = 0
    begun_at: dict[str, int] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)

    def batches(self, lines: list[bytes], *, name: str) -> Iterator[tuple[Event, ...]]:
        """Read one file as batches of events; unreadable lines are kept as problems."""
        return batched(self._events(lines, name), BATCH)

    def _events(self, lines: list[bytes], name: str) -> Iterator[Event]:
        for item in read_transcript(self._counted(lines), name=name, agent=self.agent):
            if isinstance(item, LineProblem):
                self.problems.append(item)
            else:
                self.begun_at.setdefault(item.session_id, self.line)
                yield item

    def _counted(self, lines: list[bytes]) -> Iterator[bytes]:
        for number, line in enumerate(lines, start=1):
            self.read_bytes += len(line)
            self.line = number
            yield line

    def record(self, events: tuple[Event, ...]) -> None:
        """Store a batch in a transaction of its own."""
        self.sessions.update(event.session_id for event in events)
        with tenant_context(self.tenant.pk):
            recorded = record_events(self.tenant, events, source="transcript", now=timezone.now())
        self.accepted += recorded.accepted
        self.duplicates += recorded.duplicates
        self.refused.update(
            event.session_id for event in events if event.event_id in recorded.refused
        )

    def finish(self) -> None:
        """End the sessions that were read: a transcript is handed in when its work is done."""
        self.problems += [
            LineProblem(self.begun_at[name], "erased", f"{count} events were refused. {ERASED}")
            for name, count in self.refused.items()
        ]
        now = timezone.now()
        with tenant_context(self.tenant.pk):
            rows = Session.objects.for_tenant(self.tenant)
            for session in rows.filter(external_id__in=self.sessions).order_by("external_id"):
                end_session(session, now=now)
