"""Gather the work that a person wants kept: the pieces of a session, each read as one run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import groupby
from typing import TYPE_CHECKING

from apps.evolution.domain.binding import goes_on
from apps.evolution.domain.remedy import draw_pitfalls
from apps.evolution.domain.run import Run
from apps.evolution.domain.synthesis import Evidence, quote_run
from apps.evolution.domain.tool_kind import looks_up
from apps.evolution.propose_skill import speech_of
from apps.feedback.domain.previous_turn import PreviousTurn
from apps.feedback.models import SkillWish
from apps.learning.domain.patterns import Candidate, find_patterns
from apps.learning.domain.wished_work import (
    LEAST_CALLS,
    Piece,
    Turn,
    awaits_decision,
    objection_to,
    split_pieces,
)
from apps.llm.embedding import embedder
from apps.trajectories.domain.injected import strip_injected
from apps.trajectories.domain.planted import is_planted
from apps.trajectories.load_chains import load_chains
from apps.trajectories.models import ScoreSource, Trajectory, TrajectoryStatus

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.evolution.domain.template import Pitfall
    from apps.tenants.models import Tenant
    from apps.trajectories.load_chains import Chains

MOST_TURNS = 20
LEAST_SCORE = Decimal("0.50")


@dataclass(frozen=True, slots=True)
class Work:
    """Pieces of one kind as runs, and quotes of all the turns in them; or why there is nothing."""

    runs: Sequence[Run] = ()
    quotes: Sequence[Evidence] = ()
    pitfalls: Sequence[Pitfall] = ()
    objection: str = ""


def gather_work(trajectory: Trajectory) -> Work:
    """Gather what a wish that points at this run is about: its piece, and those of its kind."""
    rows = _turns_until(trajectory)
    if not rows:
        return Work(objection="no_run")
    pieces = split_pieces(read_turns(rows))
    if objection := objection_to(pieces[-1]):
        return Work(objection=objection)
    by_id = {str(row.pk): row for row in rows}
    fit = [piece for piece in pieces if not objection_to(piece)]
    alike = _of_last_kind(trajectory.tenant, fit, by_id)
    if any(is_planted(turn.said) for piece in alike for turn in piece):
        return Work(objection="planted")
    return _read(trajectory.tenant, alike, by_id)


def gather_again(tenant: Tenant, rows: Sequence[Trajectory]) -> Work:
    """Gather anew what rests on these runs, session by session; nothing where all are gone."""
    by_id = {str(row.pk): row for row in rows}
    ordered = sorted(rows, key=lambda row: (str(row.session_id), row.started_at))
    sessions = groupby(ordered, key=lambda row: row.session_id)
    split = [split_pieces(read_turns(list(turns))) for _, turns in sessions]
    pieces = [piece for pieces in split for piece in pieces if not objection_to(piece)]
    return _read(tenant, pieces, by_id)


def find_request(row: Trajectory) -> str:
    """Give the request that a run belongs to.

    A run that answers what the agent asked, or only follows on, belongs to the request before it.
    """
    rows = _turns_until(row)
    if not rows or rows[-1].pk != row.pk:
        return strip_injected(row.intent)
    return split_pieces(read_turns(rows))[-1][0].said


def gather_piece(row: Trajectory) -> Run | None:
    """Read the whole piece of work that a run is part of; None where its end failed.

    A piece that needs what only the one before it named belongs to that one.
    """
    rows = _turns_around(row)
    by_id = {str(one.pk): one for one in rows}
    pieces = split_pieces(read_turns(rows))
    places = (at for at, one in enumerate(pieces) if any(turn.id == str(row.pk) for turn in one))
    at = next(places, None)
    if at is None or objection_to(pieces[at]):
        return None
    run = _whole_run(pieces[at], by_id)
    while at > 0 and goes_on(run, _said_in(pieces[:at], by_id)):
        at -= 1
        pieces[at : at + 2] = [[*pieces[at], *pieces[at + 1]]]
        run = _whole_run(pieces[at], by_id)
    return run


def _whole_run(piece: Piece, by_id: dict[str, Trajectory]) -> Run:
    rows = [by_id[turn.id] for turn in piece]
    most = rows[0].tenant.learning.trajectory.max_tool_chain_length
    chains = load_chains(rows, most=most, whole_results=True)
    return replace(_run(piece, by_id, chains), parts=[turn.id for turn in piece[1:]])


def _said_in(pieces: Sequence[Piece], by_id: dict[str, Trajectory]) -> str:
    """Give all that was said in some pieces, by either side."""
    rows = (by_id[turn.id] for piece in pieces for turn in piece)
    return "\n".join(text for row in rows for text in (row.intent, row.final_response))


def _turns_around(row: Trajectory) -> list[Trajectory]:
    """The closed runs of its session before a run and after it, as far as a piece may reach."""
    mine = Trajectory.objects.for_tenant(row.tenant).by_people().without_search()
    closed = mine.filter(session=row.session_id).exclude(status=TrajectoryStatus.OPEN)
    upto = closed.filter(started_at__lte=row.started_at).order_by("-started_at", "-pk")
    after = closed.filter(started_at__gt=row.started_at).order_by("started_at", "pk")
    return [*list(upto[:MOST_TURNS])[::-1], *after[:MOST_TURNS]]


def read_turns(rows: Sequence[Trajectory]) -> list[Turn]:
    """Read the runs of one session, oldest first, as turns."""
    turns: list[Turn] = []
    reply = ""
    for row in rows:
        answers = bool(reply) and (PreviousTurn(reply=reply).asks or awaits_decision(reply))
        turns.append(replace(_turn(row), answers=answers))
        reply = row.final_response
    return turns


def _turns_until(trajectory: Trajectory) -> list[Trajectory]:
    """The closed runs of a session up to one, less those that only asked to keep something."""
    tenant = trajectory.tenant
    wishes = SkillWish.objects.for_tenant(tenant).filter(message__session=trajectory.session_id)
    asking = Trajectory.objects.for_tenant(tenant).filter(
        pk__in=wishes.values("message_id"), tool_count__lt=LEAST_CALLS
    )
    rows = Trajectory.objects.for_tenant(tenant).by_people().without_search()
    earlier = rows.filter(
        session=trajectory.session_id, started_at__lte=trajectory.started_at
    ).exclude(status=TrajectoryStatus.OPEN)
    latest = earlier.exclude(pk__in=asking.values("pk")).order_by("-started_at", "-pk")
    return list(latest[:MOST_TURNS])[::-1]


def _turn(row: Trajectory) -> Turn:
    went_well = (
        row.outcome == "success"
        and (row.score or Decimal(0)) >= LEAST_SCORE
        and row.score_source != ScoreSource.CORRECTION
        and row.satisfaction != "negative"
    )
    return Turn(
        str(row.pk),
        strip_injected(row.intent),
        row.tool_count,
        went_well,
        is_answered=bool(row.tool_count or row.final_response.strip()),
    )


def _of_last_kind(tenant: Tenant, pieces: list[Piece], by_id: dict[str, Trajectory]) -> list[Piece]:
    """Keep the last piece and those that are alike in what was asked and in the tools used."""
    vectors = embedder().embed([piece[0].said for piece in pieces])
    candidates = [
        Candidate(piece[0].id, piece[0].id, _tools(piece, by_id), vector, piece[0].id)
        for piece, vector in zip(pieces, vectors, strict=True)
    ]
    least = tenant.learning.synthesis.min_similarity
    last = candidates[-1].id
    groups = find_patterns(candidates, least_similarity=least, least_sessions=1)
    ids = {one.id for group in groups if any(one.id == last for one in group) for one in group}
    return [piece for piece in pieces if piece[0].id in ids]


def _tools(piece: Piece, by_id: dict[str, Trajectory]) -> frozenset[str]:
    return frozenset(tool for turn in piece for tool in by_id[turn.id].tools)


def _read(tenant: Tenant, pieces: list[Piece], by_id: dict[str, Trajectory]) -> Work:
    rows = [by_id[turn.id] for piece in pieces for turn in piece]
    chains = load_chains(rows, most=tenant.learning.trajectory.max_tool_chain_length)
    runs = [_run(piece, by_id, chains) for piece in pieces]
    pitfalls = draw_pitfalls(runs, speech_of(runs)) if runs else []
    quotes = [
        quote
        for piece in pieces
        for turn in piece
        for quote in quote_run(Run(turn.id, turn.said, [], "", Decimal(0)))
    ]
    return Work(runs, quotes, pitfalls)


def _run(piece: Piece, by_id: dict[str, Trajectory], chains: Chains) -> Run:
    """Read a piece as one run: asked at its head, done by the turns that went well.

    What was looked up in the others may be what the later ones went on with.
    """
    well = [by_id[turn.id] for turn in piece if turn.went_well]
    scores = [row.score or Decimal(0) for row in well if row.tool_count]
    calls = [
        call
        for turn in piece
        for call in chains.get(by_id[turn.id].pk, [])
        if turn.went_well or (call.status != "error" and looks_up(call.tool, call.args))
    ]
    return Run(
        trajectory_id=piece[0].id,
        intent=piece[0].said,
        calls=calls,
        reply=well[-1].final_response,
        score=(sum(scores, Decimal(0)) / max(1, len(scores))).quantize(Decimal("0.001")),
        user_messages=[turn.said for turn in piece[1:]],
    )
