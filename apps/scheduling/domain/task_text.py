"""What is left of a sentence when its times are taken out: the thing to be done."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.scheduling.domain.lexer import Token

MOST_CHARACTERS = 500
_ASKING = re.compile(
    r"^(?:\W|请|在|于|麻烦你?|帮我|帮忙|给我|记得|别忘了?|不要忘记?|能不能|能否|可以|"
    r"可不可以|设置?一?个?|定一?个?|安排一?下?|"
    r"提醒一?下?我?们?一?下?(?:要|去)?|叫我|喊我|通知我|的?(?:提醒|闹钟|定时任务)(?!.)|"
    r"(?:please|can you|could you|would you|will you|remind(?: me| us)?(?: that| about)?|remember|"
    r"i want you|i need you|"
    r"set (?:a|an|up a)? ?(?:reminder|alarm|schedule)?|schedule(?: a)?|"
    r"to|for|that|and|on|at|of|the)\b)+",
    re.IGNORECASE,
)
_ENDING = " \t\r\n,，。.!！;；、:：?？的在吗"
_FILLING = frozenset("on at of the in from and for to".split())


def task_of(sentence: str, read: Sequence[Token]) -> str:
    """Give the words of a sentence that are not of its time, without the asking."""
    pieces = []
    at = 0
    for token in sorted(read, key=lambda one: one.start):
        pieces.append(sentence[at : token.start])
        at = max(at, token.end)
    pieces.append(sentence[at:])
    kept = [_without_ending(_ASKING.sub("", piece.strip())) for piece in pieces]
    return " ".join(piece for piece in kept if piece)[:MOST_CHARACTERS]


def _without_ending(piece: str) -> str:
    """Leave out marks and filling words at the end."""
    while True:
        piece = piece.rstrip(_ENDING)
        before, _, last = piece.rpartition(" ")
        if last.lower() not in _FILLING:
            return piece.strip()
        piece = before
