"""Sets of tools and orders of calls: how alike two runs are, and which sets can be alike at all."""

from __future__ import annotations

import hashlib
import math
import uuid
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_SEPARATOR = "\x00"
MOST_COMPARED = 50


class Bounds(NamedTuple):
    """What a set must have to be alike: its size, and one of so many tools, whichever they are."""

    smallest: int
    largest: int
    prefix: int


def tool_set_key(tools: Collection[str]) -> uuid.UUID:
    """Name a set of tools, in whatever order and however often they are listed."""
    text = _SEPARATOR.join(sorted(set(tools)))
    return uuid.UUID(bytes=hashlib.blake2b(text.encode(), digest_size=16).digest())


def bounds_of(size: int, least: Decimal) -> Bounds:
    """Give what sets with a Jaccard index of at least `least` to one of this size must have.

    Such a set shares at least ⌈least · size⌉ of its tools, so that it holds one of any
    size − ⌈least · size⌉ + 1 of them: the rarest are looked up.
    """
    shared = max(1, math.ceil(least * size))
    return Bounds(shared, math.floor(size / least), size - shared + 1)


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
