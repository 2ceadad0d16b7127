"""Find the pieces of work that skills may be drawn from: whole requests, not single messages."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from typing import TYPE_CHECKING, Any

from apps.evolution.domain.tool_kind import kind_of, looks_up
from apps.experiences.domain.standalone import is_standalone
from apps.language.tokens import fold
from apps.learning.domain.patterns import Candidate
from apps.learning.domain.wished_work import calls_of, objection_to, split_pieces, turns_down
from apps.learning.gather_work import read_turns
from apps.llm.embedding import embedder
from apps.trajectories.domain.planted import is_planted
from apps.trajectories.models import Trajectory, TrajectoryStatus

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from uuid import UUID

    from apps.learning.domain.wished_work import Piece
    from apps.tenants.models import Tenant

_ID = re.compile(r"(?<![\w-])(?=[\w-]*\d)[A-Za-z0-9_-]{4,}(?![\w-])")
SESSIONS = 400
ROWS = 4000
# What it takes to tell pieces apart: neither their steps nor what only search needs.
COLUMNS = (
    *("tenant_id", "opened_at", "session_id", "agent_id", "end_user_id", "started_at", "intent"),
    *("final_response", "tool_count", "tools", "outcome", "score", "score_source"),
    *("satisfaction", "synthesized_skill", "status"),
)


@dataclass(frozen=True, slots=True)
class FoundPiece:
    """A piece that ended well: its request, its runs, and those of them that went well."""

    said: str
    rows: Sequence[Trajectory]
    worked: Sequence[Trajectory]
    calls: int

    @property
    def best(self) -> Trajectory:
        """The run that stands for it: the latest of its best ones."""
        return max(self.worked, key=lambda row: (row.score or Decimal(0), row.started_at))

    @property
    def wish(self) -> str:
        """What was asked for without the ids in it: two wishes about one order are no one wish."""
        return _ID.sub(" ", self.said)

    @property
    def score(self) -> Decimal:
        """The mean score of the runs in which something was done."""
        scores = [row.score or Decimal(0) for row in self.worked]
        return sum(scores, Decimal(0)) / len(scores)

    @property
    def asker(self) -> str:
        """Who asked: the person, or the agent's people where nobody is named."""
        row = self.rows[0]
        return f"person {row.end_user_id}" if row.end_user_id else f"agent {row.agent_id}"


def find_pieces(tenant: Tenant, *, least_calls: int, least_score: Decimal) -> list[FoundPiece]:
    """List the pieces that people asked for and no skill was drawn from yet, oldest first.

    The sessions of the latest 400 good runs are read, 4,000 runs at most.
    """
    mine = Trajectory.objects.for_tenant(tenant).by_people()
    good = mine.teachable(least_score=least_score).order_by("-started_at")
    sessions = list(dict.fromkeys(good.values_list("session_id", flat=True)[:ROWS]))[:SESSIONS]
    rows = mine.filter(session_id__in=sessions).exclude(status=TrajectoryStatus.OPEN)
    latest = list(rows.only(*COLUMNS).order_by("-started_at", "-pk")[:ROWS])[::-1]
    latest.sort(key=lambda row: str(row.session_id))
    for row in latest:
        row.tenant = tenant
    found = [
        piece
        for _, turns in groupby(latest, key=lambda row: row.session_id)
        for piece in _pieces_of(list(turns), least_calls)
        if piece.score >= least_score
    ]
    return sorted(found, key=lambda piece: piece.rows[0].started_at)


def as_candidates(tenant: Tenant, pieces: Sequence[FoundPiece]) -> list[Candidate]:
    """Read pieces as candidates for a pattern; each goes by the number of its place."""
    vectors = _vectors(tenant, pieces)
    return [
        Candidate(
            id=str(number),
            session=str(piece.rows[0].session_id),
            tools=frozenset(_tools(piece.worked)),
            vector=vector,
            digest=_digest(piece),
        )
        for number, (piece, vector) in enumerate(zip(pieces, vectors, strict=True))
    ]


def _pieces_of(rows: list[Trajectory], least_calls: int) -> Iterable[FoundPiece]:
    by_id = {str(row.pk): row for row in rows}
    for number, piece in enumerate(split_pieces(read_turns(rows))):
        if calls_of(piece) >= least_calls and _teaches(piece, by_id, opens_session=not number):
            turns = [by_id[turn.id] for turn in piece]
            went_well = {turn.id for turn in piece if turn.went_well}
            worked = [row for row in turns if row.tool_count and str(row.pk) in went_well]
            yield FoundPiece(piece[0].said, turns, worked, calls_of(piece))


def _teaches(piece: Piece, rows: dict[str, Trajectory], *, opens_session: bool) -> bool:
    """Tell whether a piece is a job of its own that ended well and nobody planted."""
    if objection_to(piece) or any(is_planted(turn.said) for turn in piece):
        return False
    turns = [rows[turn.id] for turn in piece]
    if any(row.synthesized_skill for row in turns):
        return False
    has_changed = any(not looks_up(tool) for tool in _tools(turns))
    replies = [row.final_response for row in turns if row.final_response.strip()]
    if not has_changed and replies and turns_down(replies[-1]):
        return False
    return is_standalone(piece[0].said, opens_session=opens_session)


def _vectors(tenant: Tenant, pieces: Sequence[FoundPiece]) -> list[Any]:
    """Give what each piece's request means; learning has left it on one of its runs, or not."""
    heads = {row.pk: number for number, piece in enumerate(pieces) for row in piece.rows}
    known: dict[int, Any] = {}
    rows = Trajectory.objects.for_tenant(tenant).filter(pk__in=list(heads))
    embedded_ones = rows.filter(intent_vector__isnull=False)
    for pk, vector in embedded_ones.values_list("pk", "intent_vector"):
        known.setdefault(heads[pk], vector)
    left = [
        number
        for number, piece in enumerate(pieces)
        if number not in known or piece.wish != piece.said
    ]
    embedded = embedder().embed([pieces[number].wish for number in left])
    known.update(zip(left, embedded, strict=True))
    return [known[number] for number in range(len(pieces))]


def _tools(rows: Iterable[Trajectory]) -> set[str]:
    """Name the tools of some runs; notes that an agent takes for itself say nothing of the work."""
    return {tool for row in rows for tool in row.tools if kind_of(tool) != "bookkeeping"}


def _digest(piece: FoundPiece) -> str:
    """Sum up what was said and done: the same conversation replayed sums up the same."""
    said = " ".join(fold(row.intent) for row in piece.rows)
    text = f"{said}|{','.join(sorted(_tools(piece.worked)))}|{piece.calls}"
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def ids_of(pieces: Iterable[FoundPiece]) -> list[UUID]:
    """List the runs of some pieces."""
    return [row.pk for piece in pieces for row in piece.rows]
