"""One run as text to learn from: what people said, what tools answered, what the agent replied."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from apps.language.tokens import language_of
from apps.trajectories.domain.injected import strip_injected
from apps.trajectories.domain.planted import is_planted

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence

    from apps.trajectories.domain.tool_chain import ToolCall

Origin = Literal["request", "result"]


@dataclass(frozen=True, slots=True)
class Source:
    """A text that may be quoted, and whether a person or a tool wrote it."""

    text: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class RunText:
    """One trajectory; `said` is its request and what the person said about it afterwards."""

    trajectory_id: uuid.UUID
    said: Sequence[str]
    calls: Sequence[ToolCall] = ()
    reply: str = ""
    outcome: str = ""
    by_person: bool = True

    def sources(self) -> list[Source]:
        """List what may be quoted: no text that a program put before the agent, no orders."""
        told = [strip_injected(message) for message in self.said] if self.by_person else []
        answers = [call.error or call.result for call in self.calls]
        requests = [Source(text, "request") for text in told if is_quotable(text)]
        return requests + [Source(text, "result") for text in answers if is_quotable(text)]

    @property
    def language(self) -> str:
        """The language of the person, `zh` or `en`."""
        return language_of("\n".join(strip_injected(message) for message in self.said))


def is_quotable(text: str) -> bool:
    """Tell whether a text says something and gives no agent orders."""
    return bool(text.strip()) and not is_planted(text)
