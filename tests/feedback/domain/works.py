"""What a kind of work is that people order again and again, with the values that change."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Work:
    """A kind of work: ways to order it, what is answered, and values for each place in it."""

    tool: str
    orders: tuple[str, ...]
    reply: str
    slots: tuple[tuple[str, ...], ...]
    # How many of the first places name the object: the rest cannot change without it.
    objects: int = 9
