"""The tokens of one message, which a transcript repeats on each of its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from apps.trajectories.schemas import Event

MOST_TOKENS = 2**31 - 1

_READ_FROM_CACHE = "cache_read_input_tokens"
_INPUT = ("input_tokens", "cache_creation_input_tokens", _READ_FROM_CACHE)


def count_tokens(event: Event, usage: Any) -> None:
    """Count a message's tokens once: later lines repeat the figures or let them grow.

    Input counts everything the model read, cached or not, as the other sources do; the
    metadata keeps how much of it came from the cache.
    """
    if not isinstance(usage, dict):
        return
    read = sum(_tokens(usage.get(name)) for name in _INPUT)
    event.input_tokens = min(max(read, event.input_tokens or 0), MOST_TOKENS)
    event.output_tokens = max(_tokens(usage.get("output_tokens")), event.output_tokens or 0)
    if cached := _tokens(usage.get(_READ_FROM_CACHE)):
        event.metadata = {"cached_input_tokens": cached}


def _tokens(value: Any) -> int:
    is_count = isinstance(value, int) and not isinstance(value, bool)
    return min(max(value, 0), MOST_TOKENS) if is_count else 0
