"""Write out all that is known of a person, as one JSON document, piece by piece."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson
from django.db.models import F, Q

from apps.evolution.models import ProposalEvidence, Question, Serving, SkillVersion
from apps.experiences.models import ExperienceEvidence, PainEvidence, SolutionFeedback
from apps.feedback.models import Score, Signal
from apps.learning.find_doomed import sessions_of
from apps.profiles.models import FieldEvidence, Memory, MemoryEvidence, Profile, ProfileField
from apps.tenants.audit import record_audit
from apps.tenants.isolation import tenant_context
from apps.trajectories.models import CompressedTrajectory, Session, Step, Trajectory

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from uuid import UUID

    from apps.tenants.models import EndUser, Tenant

    Part = tuple[str, Any, tuple[str, ...]]

ROWS_A_READ = 200
_STEP = (
    *("sequence", "type", "timestamp", "tool", "status", "text", "args", "result", "error"),
    *("duration_ms", "model", "input_tokens", "output_tokens", "metadata"),
)
_RUN = (
    *("id", "session_id", "turn_id", "author", "intent", "final_response", "tools", "tags"),
    *("outcome", "score", "score_source", "score_lines", "satisfaction", "synthesized_skill"),
    *("started_at", "completed_at", "status", "opened_at"),
)


def export_person(person: EndUser, *, by: str, now: datetime) -> Iterator[bytes]:
    """Give the document in pieces, and write down who asked for it.

    Each piece is read in a transaction of its own, when it is asked for: the request's is over by
    then, and a slow reader holds none.
    """
    record_audit(person.tenant, actor=by, action="export_person", target=person)
    return _document(person, now)


def _document(person: EndUser, now: datetime) -> Iterator[bytes]:
    head = {"user_id": person.external_id, "exported_at": now, "known_since": person.created_at}
    yield _dump(head)[:-1]
    with tenant_context(person.tenant_id):
        sessions = [session.pk for session in sessions_of(person)]
    for name, rows, columns in _parts(person, sessions):
        yield b"," + _dump(name) + b":["
        yield from _joined(_dump(row) for row in _read(person.tenant, rows, columns))
        yield b"]"
    yield b',"trajectories":['
    yield from _runs(person, sessions)
    yield b"]}"


def _runs(person: EndUser, sessions: list[UUID]) -> Iterator[bytes]:
    """Give each run with its steps, however many there are."""
    rows = Trajectory.objects.for_tenant(person.tenant).filter(_of_person(person, sessions))
    for place, run in enumerate(_read(person.tenant, rows, _RUN)):
        yield b"," if place else b""
        yield _dump(run)[:-1] + b',"steps":['
        steps = Step.objects.for_tenant(person.tenant).filter(
            trajectory_opened_at=run["opened_at"], trajectory_id=run["id"]
        )
        yield from _joined(_dump(step) for step in _read(person.tenant, steps, _STEP, "sequence"))
        yield b"]}"


def _of_person(person: EndUser, sessions: list[UUID]) -> Q:
    """Ask for the runs that an erasure of the person would remove."""
    return Q(end_user=person) | Q(session__in=sessions, end_user=None)


def _parts(person: EndUser, sessions: list[UUID]) -> Iterator[Part]:
    tenant = person.tenant
    names = Session.objects.for_tenant(tenant).filter(pk__in=sessions).values("external_id")
    runs = Trajectory.objects.for_tenant(tenant).filter(_of_person(person, sessions)).values("pk")
    said: dict[str, tuple[Any, tuple[str, ...]]] = {
        "sessions": (
            Session.objects.filter(pk__in=sessions),
            ("id", "external_id", "agent__name", "status", "score", "started_at", "ended_at"),
        ),
        "compressed_sessions": (
            CompressedTrajectory.objects.filter(session__in=sessions),
            ("id", "session_id", "request_type", "tools_used", "outcome", "execution_chain"),
        ),
        "scores": (
            Score.objects.filter(trajectory__in=runs),
            ("id", "trajectory_id", "source", "value", "lines", "comment", "created_at"),
        ),
        "signals": (
            Signal.objects.filter(end_user=person),
            ("id", "target_kind", "target_id", "kind", "polarity", "weight", "quote", "created_at"),
        ),
        "questions": (
            Question.objects.filter(end_user=person),
            ("id", "proposal_id", "proposal__title", "session_id", "asked_at", "answer", "words"),
        ),
        "own_skills": (
            SkillVersion.objects.filter(skill__owner=person),
            ("id", "skill__name", "version", "content", "created_at"),
        ),
        "servings": (
            Serving.objects.filter(session_id__in=names),
            (
                *("id", "session_id", "skill__name", "experience_id", "similarity", "withheld"),
                "served_at",
            ),
        ),
    }
    known = _known(person) | _evidence(person)
    for name, (rows, columns) in (said | known).items():
        yield name, rows.for_tenant(tenant), columns


def _known(person: EndUser) -> dict[str, tuple[Any, tuple[str, ...]]]:
    """What was learned of the person, with the quotes that it rests on."""
    return {
        "profile": (
            Profile.objects.filter(end_user=person),
            ("id", "learning_enabled", "forgotten", "created_at", "updated_at"),
        ),
        "profile_fields": (
            ProfileField.objects.filter(profile__end_user=person),
            ("id", "name", "value", "source", "confidence", "created_at", "last_confirmed_at"),
        ),
        "profile_evidence": (
            FieldEvidence.objects.filter(field__profile__end_user=person),
            ("id", "field_id", "trajectory_id", "quote", "said_at"),
        ),
        "memories": (
            Memory.objects.filter(end_user=person),
            (
                *("id", "kind", "text", "language", "confidence", "status", "times_confirmed"),
                *("superseded_by_id", "conflicts_with_id", "created_at", "last_confirmed_at"),
            ),
        ),
        "memory_evidence": (
            MemoryEvidence.objects.filter(memory__end_user=person),
            ("id", "memory_id", "trajectory_id", "quote", "source", "said_at"),
        ),
    }


def _evidence(person: EndUser) -> dict[str, tuple[Any, tuple[str, ...]]]:
    """Where the person's words are evidence for the team's knowledge."""
    return {
        "pain_evidence": (
            PainEvidence.objects.filter(end_user=person),
            ("id", "pain_id", "pain__title", "kind", "quote", "trajectory_id", "seen_at"),
        ),
        "solution_feedback": (
            SolutionFeedback.objects.filter(end_user=person),
            ("id", "solution_id", "verdict", "quote", "created_at"),
        ),
        "experience_evidence": (
            ExperienceEvidence.objects.filter(end_user=person),
            ("id", "experience_id", "experience__pain_pattern", "quote", "trajectory_id"),
        ),
        "proposal_evidence": (
            ProposalEvidence.objects.filter(end_user=person),
            ("id", "proposal_id", "proposal__name", "quote", "trajectory_id"),
        ),
    }


def _read(
    tenant: Tenant, rows: Any, columns: tuple[str, ...], key: str = "pk"
) -> Iterator[dict[str, Any]]:
    """Read rows in the order of a key, some at a time, each time anew from where the last ended."""
    place = F(key) if key != "pk" else F("id")
    last = None
    while True:
        some = rows.annotate(place=place).order_by("place")
        with tenant_context(tenant.pk):
            after = some if last is None else some.filter(place__gt=last)
            page = list(after.values("place", *columns)[:ROWS_A_READ])
        for row in page:
            last = row.pop("place")
            yield {_spoken(name): value for name, value in row.items()}
        if len(page) < ROWS_A_READ:
            return


def _spoken(column: str) -> str:
    """Name a column of another row as the API does: `agent`, `pain_title`."""
    return column.removesuffix("__name").replace("__", "_")


def _joined(pieces: Iterator[bytes]) -> Iterator[bytes]:
    for place, piece in enumerate(pieces):
        yield b"," + piece if place else piece


def _dump(value: Any) -> bytes:
    return orjson.dumps(value, default=str)
