"""The demo's stories as events, exactly as an agent would report them to `POST /events`."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Literal
from zoneinfo import ZoneInfo

from apps.learning.demo.dates import day_words, fill
from apps.learning.demo.stories_en import FACTORY_STORIES
from apps.learning.demo.stories_zh import CLINIC_STORIES
from apps.trajectories.schemas import Event, EventType

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apps.learning.demo.story import Call, Story, Turn

DemoTenant = Literal["clinic", "factory"]

STORIES: dict[DemoTenant, tuple[Story, ...]] = {
    "clinic": CLINIC_STORIES,
    "factory": FACTORY_STORIES,
}
ZONES: dict[DemoTenant, ZoneInfo] = {
    "clinic": ZoneInfo("Asia/Shanghai"),
    "factory": ZoneInfo("America/Chicago"),
}

THINKING = timedelta(seconds=2)
ANSWERING = timedelta(seconds=5)
READING = timedelta(seconds=75)
LEAVING = timedelta(minutes=4)
GIVING_UP = timedelta(minutes=30)
LONGEST_SESSION = timedelta(hours=1)

PROMPT_TOKENS = 900
TOKENS_PER_CALL = 240
CHARACTERS_PER_TOKEN = 3


def demo_events(tenant: DemoTenant, *, now: datetime) -> list[Event]:
    """Tell all of a tenant's stories as events of the 14 days before an aware `now`, in order.

    The ids depend on the stories alone, so that a second telling adds nothing.
    """
    events = [
        event
        for index, story in enumerate(STORIES[tenant])
        for event in _Telling(tenant, story, index, _start(story, now, ZONES[tenant])).events()
    ]
    return sorted(events, key=lambda event: event.timestamp)


def _start(story: Story, now: datetime, zone: ZoneInfo) -> datetime:
    """Find the story's moment; one that could not be over by `now` happened a day earlier."""
    day = now.astimezone(zone).date() - timedelta(days=story.days_ago)
    start = datetime.combine(day, story.at, tzinfo=zone)
    if start.astimezone(UTC) + LONGEST_SESSION > now:
        start -= timedelta(days=1)
    return start


@dataclass
class _Telling:
    """One story on its way into events: `clock` moves with every event told."""

    tenant: DemoTenant
    story: Story
    index: int
    start: datetime
    clock: datetime = field(init=False)
    words: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.clock = self.start.astimezone(UTC)
        self.words = day_words(self.start.date())

    @property
    def session_id(self) -> str:
        return f"demo-{self.tenant}-{self.story.key}"

    def events(self) -> Iterator[Event]:
        for number, turn in enumerate(self.story.turns, start=1):
            yield from self._turn(number, turn)
        self.clock += LEAVING if self.story.turns[-1].reply else GIVING_UP
        yield self._event("session_end", "end")

    def _turn(self, number: int, turn: Turn) -> Iterator[Event]:
        turn_id = f"{self.session_id}:{number}"
        yield self._event("user_request", f"{number}:request", turn_id=turn_id, text=turn.ask)
        for place, call in enumerate(turn.calls, start=1):
            yield self._call(call, f"{number}:call-{place}", turn_id)
        if turn.reply:
            yield self._reply(turn, f"{number}:response", turn_id)
        if turn.feedback is not None:
            self.clock += READING
            yield self._event(
                "user_feedback",
                f"{number}:feedback",
                turn_id=turn_id,
                feedback=turn.feedback,
                text=turn.comment or None,
            )
        self.clock += READING + timedelta(seconds=7 * (self.index % 9))

    def _call(self, call: Call, part: str, turn_id: str) -> Event:
        """Tell a call by its start; no two sessions take quite the same time."""
        self.clock += THINKING
        duration_ms = call.duration_ms * (90 + self.index * 7 % 21) // 100
        event = self._event(
            "tool_execution",
            part,
            turn_id=turn_id,
            tool=call.tool,
            args=call.args,
            result=call.result,
            status="error" if call.error else "completed",
            error=call.error or None,
            duration_ms=duration_ms,
        )
        self.clock += timedelta(milliseconds=duration_ms)
        return event

    def _reply(self, turn: Turn, part: str, turn_id: str) -> Event:
        self.clock += ANSWERING
        return self._event(
            "response",
            part,
            turn_id=turn_id,
            text=turn.reply,
            input_tokens=PROMPT_TOKENS + TOKENS_PER_CALL * len(turn.calls),
            output_tokens=len(turn.reply) // CHARACTERS_PER_TOKEN + 40 * (len(turn.calls) + 1),
        )

    def _event(self, event_type: EventType, part: str, **fields: Any) -> Event:
        return Event(
            event_id=f"{self.session_id}:{part}",
            session_id=self.session_id,
            type=event_type,
            timestamp=self.clock,
            agent=self.story.agent,
            user_id=self.story.user,
            **fill(fields, self.words),
        )
