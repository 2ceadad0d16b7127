"""Finds what a wish to keep “this” points at: the last piece of work, and others of its kind.

A piece is a request with what follows on from it: look it up, draw it, send it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.experiences.domain.standalone import is_standalone

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST_CALLS = 2


@dataclass(frozen=True, slots=True)
class Turn:
    """One run of a session: what was asked, how much was done, and whether it went well.

    `answers` tells that the agent had asked for it: then it belongs to the request before.
    """

    id: str
    said: str
    calls: int
    went_well: bool
    answers: bool = False


Piece = list[Turn]


def split_pieces(turns: Sequence[Turn]) -> list[Piece]:
    """Split a session's turns, oldest first, before each request that can be understood alone."""
    pieces: list[Piece] = []
    for turn in turns:
        is_new = not turn.answers and is_standalone(turn.said, opens_session=False)
        if is_new or not pieces:
            pieces.append([turn])
        else:
            pieces[-1].append(turn)
    return pieces


def objection_to(piece: Piece) -> str:
    """Say why nothing can be kept of a piece: its end failed, or too little was done in it."""
    if not piece[-1].went_well:
        return "failed_run"
    return "" if calls_of(piece) >= LEAST_CALLS else "empty_run"


def calls_of(piece: Piece) -> int:
    """Count the calls of what went well in a piece."""
    return sum(turn.calls for turn in piece if turn.went_well)
