"""Tells which pieces of a sentence were read, and as what: what a page may mark."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.scheduling.domain.spec import Span

if TYPE_CHECKING:
    from collections.abc import Iterable

    from apps.scheduling.domain.lexer import Token

_ROLES = {
    **dict.fromkeys("gGbcesOuf", "frequency"),
    **dict.fromkeys("wzkhJjEDMrQN", "day"),
    **dict.fromkeys("tpYPo", "time"),
    **dict.fromkeys("Xd", "delay"),
    **dict.fromkeys("%#", "count"),
    **dict.fromkeys("~H", "exception"),
    "<": "start",
    ">": "until",
    "Z": "zone",
    "v": "vague",
    "!": "wrong",
}
UNREAD = "unread"


def find_spans(read: Iterable[Token], unread: Iterable[Token]) -> tuple[Span, ...]:
    """Give the pieces in their order, with what was left unread among them."""
    known = [Span(one.start, one.end, _ROLES.get(one.code, "other")) for one in read]
    left = [Span(one.start, one.end, UNREAD) for one in unread]
    return tuple(sorted({*known, *left}, key=lambda span: (span.start, span.end)))
