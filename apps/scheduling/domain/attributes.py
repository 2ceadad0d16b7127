"""Leaves to the task what only tells of a thing in it: 上个月的账单, the 2 year contract."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.scheduling.domain.lexer import Token

_RECURS = frozenset("esfO")
# A day or a stretch of time told from today, or a numbered week, with 的 and a word behind it.
_OF_A_THING = re.compile(r"(?:R[uwjz]|r|F?d|qu)\.(?=W|uW)")
_ONLY_PAST = re.compile(r"R(?:\.*u|\.*w|\.*j)")
_SINGULAR = re.compile(r"(?:minute|min|hour|hr|day|week|month|quarter|year)")


def leave_attributes(tokens: Sequence[Token]) -> list[Token]:
    """Turn words of time that belong to the task into plain words, where others say when."""
    left = list(tokens)
    codes = "".join(token.code for token in left)
    for at, token in enumerate(left):
        if token.code == "d" and codes[at + 1 : at + 3] == ".W" and _is_adjective(left, at):
            left[at] = token._replace(code="W")
    if not _RECURS & set(codes):
        return left
    for found in _OF_A_THING.finditer(codes):
        if left[found.end() - 1].text == "的":
            _turn(left, found.start(), found.end())
    for found in _ONLY_PAST.finditer(codes):
        if left[found.start()].value < 0:
            _turn(left, found.start(), found.end())
    return left


def _turn(tokens: list[Token], start: int, end: int) -> None:
    tokens[start:end] = [token._replace(code="W") for token in tokens[start:end]]


def _is_adjective(tokens: Sequence[Token], at: int) -> bool:
    """Tell whether a length stands before its noun: the 2 year contract, a 30-minute walk."""
    length, text = tokens[at].value, tokens[at].text
    before = next((one.text for one in reversed(tokens[:at]) if one.text.strip()), "")
    is_singular = bool(_SINGULAR.search(text)) and not text.endswith("s")
    return text.isascii() and is_singular and length.amount > 1 and before not in ("in", "every")
