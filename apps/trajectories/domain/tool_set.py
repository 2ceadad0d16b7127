"""Sets of tools and orders of calls: how alike two runs are, and which sets can be alike at all."""

from __future__ import annotations

import hashlib
import math
import uuid
from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_SEPARATOR = "\x00"  # no stored text holds it
MOST_COMPARED = 50
MOST_TOOLS = 1000  # a run with more names than these is no way to work, and is like no other


def tool_set_key(tools: Collection[str]) -> uuid.UUID | None:
    """Name a set of tools, in whatever order and however often they are listed.

    Nothing for no tools, and for more than are compared.
    """
    distinct = sorted(set(tools))
    if not 0 < len(distinct) <= MOST_TOOLS:
        return None
    text = _SEPARATOR.join(distinct)
    return uuid.UUID(bytes=hashlib.blake2b(text.encode(), digest_size=16).digest())


def sizes_alike(size: int, least: Decimal) -> tuple[int, int]:
    """Give the smallest and the largest size of sets that are alike to one of this size.

    The Jaccard index of two sets is at most the smaller size over the larger.
    """
    return max(1, math.ceil(least * size)), math.floor(size / least)


def order_similarity(first: Sequence[str], second: Sequence[str]) -> Decimal:
    """Share of the longer chain that both have in one order; of long chains the first 50 calls."""
    one, other = first[:MOST_COMPARED], second[:MOST_COMPARED]
    if not one or not other:
        return Decimal(0)
    best = [0] * (len(other) + 1)
    for tool in one:
        diagonal = 0
        for place, against in enumerate(other, start=1):
            longest = diagonal + 1 if tool == against else max(best[place], best[place - 1])
            diagonal, best[place] = best[place], longest
    return (Decimal(best[-1]) / max(len(one), len(other))).quantize(Decimal("0.001"))
