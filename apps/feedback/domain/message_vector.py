"""The meaning of a message as numbers, from whatever source the caller hands in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence


class VectorSource(Protocol):
    """Where vectors come from; `id` names the source, as vectors of two do not compare."""

    id: str

    def embed(self, texts: Sequence[str]) -> Any:
        """Answer a vector for each text."""
        ...


@dataclass(frozen=True, slots=True)
class MessageVector:
    """The vector of a message, and the id of the source that gave it."""

    source: str
    values: Any


def vectors_of(
    messages: Sequence[str], source: VectorSource | None
) -> list[MessageVector] | list[None]:
    """Give the vector of each message, asked for in one call; none without a source."""
    if source is None or not messages:
        return [None] * len(messages)
    return [MessageVector(source.id, values) for values in source.embed(messages)]
