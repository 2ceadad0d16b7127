"""One conversation of a transcript in the making: holds a turn until its reply is known."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from apps.trajectories.domain.sources.claude_code_lines import Line
    from apps.trajectories.domain.sources.claude_code_requests import Asked
    from apps.trajectories.schemas import Event

# A turn is let go in halves beyond this, so that no length of it fills the memory.
MOST_HELD = 2_000


@dataclass(slots=True)
class Conversation:
    """The open turn of one session: its events, its messages by id, its latest text.

    `command` is a slash command that becomes a request if the agent starts to work on it.
    """

    turn_id: str | None = None
    has_begun: bool = False
    command: tuple[Line, Asked] | None = None
    held: list[Event] = field(default_factory=list)
    messages: dict[str, Event] = field(default_factory=dict)
    last_text: Event | None = None
    is_broken_off: bool = False

    def add(self, event: Event) -> Iterator[Event]:
        """Hold an event; yields the older half when the turn has grown too long to hold."""
        self.held.append(event)
        if len(self.held) >= MOST_HELD:
            yield from self._release(self.held[: MOST_HELD // 2], waiting=())

    def say(self, event: Event, text: str) -> None:
        """Add a text to a message and remember it as the latest: the last one is the reply."""
        event.text = text if event.text is None else f"{event.text}\n{text}"
        self.last_text = event
        self.is_broken_off = False

    def close_turn(self, *, waiting: Container[str], is_over: bool = True) -> Iterator[Event]:
        """Yield the turn in the order of time, with its last text as the reply.

        A turn that was broken off, or waits for a tool, has no reply; waiting calls stay held.
        """
        is_waiting = any(event.event_id in waiting for event in self.held)
        if self.last_text and is_over and not (self.is_broken_off or is_waiting):
            self.last_text.type, self.last_text.status = "response", "completed"
        self.last_text, self.is_broken_off = None, False
        yield from self._release(self.held, waiting=waiting)

    def _release(self, events: list[Event], *, waiting: Container[str]) -> Iterator[Event]:
        going = [event for event in events if event.event_id not in waiting]
        gone = {event.event_id for event in going}
        self.held = [event for event in self.held if event.event_id not in gone]
        self.messages = {
            k: event for k, event in self.messages.items() if event.event_id not in gone
        }
        yield from sorted(filter(_says_something, going), key=attrgetter("timestamp"))


def _says_something(event: Event) -> bool:
    """Tell a step from a message that held only thoughts, or calls that are told on their own."""
    told = (event.text, event.error, event.input_tokens, event.output_tokens)
    return event.type != "llm_generation" or any(value is not None for value in told)
