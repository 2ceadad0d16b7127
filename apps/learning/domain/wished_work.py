"""Cuts a session into pieces of work: a request with what follows on from it.

Look it up, draw it, send it: a wish to keep “this” points at the last piece, and pieces of several
sessions that are alike make a pattern.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.experiences.domain.standalone import is_standalone

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST_CALLS = 2
ENDING_CHARACTERS = 300
READ_CHARACTERS = 1000

# A reply that lays something before the person: to choose from, to confirm, to pay for.
_OFFERS = re.compile(
    r"\b(?:please |kindly )?(?:confirm|choose|select|let me know (?:which|what|whether|if|how|your)"
    r"|tell me (?:which|what|whether|if|how)|would you (?:like|prefer|want)|do you want|shall i"
    r"|should i|if you(?:['’]d| would) like to (?:proceed|continue|go ahead))\b"
    r"|请(?:您|你)?(?:确认|选择|告知|告诉我)|是否(?:需要|要|确认|继续|同意)|(?:需要|要)我[^。！\n]{0,20}吗"
    r"|(?:您|你)(?:想|要|希望|选)[^。！\n]{0,20}(?:哪|吗|？|\?)",
    re.IGNORECASE,
)
_NOTHING_LEFT = re.compile(
    r"(?:any|some)thing else|any other|further (?:question|assistance|help)|need (?:any )?help"
    r"|其他(?:需要|问题|帮助)|还有什么|别的(?:需要|问题)",
    re.IGNORECASE,
)
_TURNS_DOWN = re.compile(
    r"\b(?:unfortunately|unable to|can(?:not|['’]?t)|could ?n['’]?t|isn['’]t possible"
    r"|not (?:possible|eligible|allowed|able))\b"
    r"|很遗憾|抱歉|无法|没(?:有)?办法|不(?:支持|符合|允许|可以|能够?(?!再))",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?:[^.。!！?？\n]|\.(?=\w))+[.。!！?？]*")


@dataclass(frozen=True, slots=True)
class Turn:
    """One run of a session: what was asked, how much was done, and whether it went well.

    `answers` tells that the agent had asked for it: then it belongs to the request before.
    `is_answered` is false where the conversation was over before anything was done or said.
    """

    id: str
    said: str
    calls: int
    went_well: bool
    answers: bool = False
    is_answered: bool = True


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


def awaits_decision(reply: str) -> bool:
    """Tell whether a reply ends by laying something before the person to decide.

    An offer to help with anything else ends the work and awaits nothing.
    """
    ending = _SENTENCE.findall(reply[-ENDING_CHARACTERS:])[-2:]
    return any(_OFFERS.search(one) and not _NOTHING_LEFT.search(one) for one in ending)


def turns_down(reply: str) -> bool:
    """Tell whether a reply says that what was asked for cannot be had."""
    return bool(_TURNS_DOWN.search(reply[:READ_CHARACTERS]))


def objection_to(piece: Piece) -> str:
    """Say why nothing can be kept of a piece: its end failed, or too little was done in it.

    A parting word that nobody answered is not its end.
    """
    answered = [turn for turn in piece if turn.is_answered]
    if not answered or not answered[-1].went_well:
        return "failed_run"
    return "" if calls_of(piece) >= LEAST_CALLS else "empty_run"


def calls_of(piece: Piece) -> int:
    """Count the calls of what went well in a piece."""
    return sum(turn.calls for turn in piece if turn.went_well)
