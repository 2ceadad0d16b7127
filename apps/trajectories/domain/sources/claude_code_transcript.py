"""Claude Code's transcripts into events: how finished sessions come in by import."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from apps.trajectories.domain.sources.claude_code_calls import OpenCalls
from apps.trajectories.domain.sources.claude_code_ids import event_id, fit, task_key
from apps.trajectories.domain.sources.claude_code_lines import Line, LineReader, word
from apps.trajectories.domain.sources.claude_code_requests import Asked, read_request
from apps.trajectories.domain.sources.claude_code_results import plain_text, read_args
from apps.trajectories.domain.sources.claude_code_turns import Conversation
from apps.trajectories.domain.sources.claude_code_usage import count_tokens
from apps.trajectories.domain.sources.json_lines import LineProblem, read_json_lines
from apps.trajectories.schemas import Event

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

TOOL_USES = frozenset({"tool_use", "server_tool_use", "mcp_tool_use"})

_SYNTHETIC = "<synthetic>"


def read_transcript(
    lines: Iterable[bytes], *, name: str, agent: str = "claude-code"
) -> Iterator[Event | LineProblem]:
    """Yield the events of one transcript, each once, turn by turn, and the lines it cannot read.

    `name` is the file's name: it stands in for a session id that the lines leave out. The same
    history read again, or copied into another session, gives the same event ids. The events of
    a turn come in the order of time, once the turn is over. No bytes make it raise.
    """
    reader = _TranscriptReader(LineReader(name), agent)
    for item in read_json_lines(lines):
        if isinstance(item, LineProblem):
            yield item
        else:
            yield from reader.read(*item)
    yield from reader.finish()


@dataclass(slots=True)
class _TranscriptReader:
    lines: LineReader
    agent: str
    conversations: dict[str, Conversation] = field(default_factory=dict)
    calls: OpenCalls = field(default_factory=OpenCalls)
    known: set[str] = field(default_factory=set)

    def read(self, number: int, raw: dict[str, Any]) -> Iterator[Event | LineProblem]:
        line = self.lines.read(number, raw)
        if not isinstance(line, Line):
            yield from [line] if line else []
            return
        turn_id = fit(line.agent_id) if line.agent_id else None
        conversation = self.conversations.setdefault(line.session_id, Conversation(turn_id))
        self.calls.join_results(line)
        read = self._read_answer if line.role == "assistant" else self._read_user
        yield from read(line, conversation)

    def finish(self) -> Iterator[Event]:
        """Yield what is still held: first the turns, then the calls that got no result."""
        for conversation in self.conversations.values():
            yield from conversation.close_turn(waiting=self.calls)
        for conversation in self.conversations.values():
            yield from conversation.close_turn(waiting=())

    def _read_user(self, line: Line, conversation: Conversation) -> Iterator[Event]:
        asked = read_request(line)
        if asked is None:
            return
        conversation.command = None
        if asked.kind == "command":
            conversation.command = (line, asked)
        elif asked.kind in {"interruption", "stopped_by_hook"}:
            yield from self._break_off(line, asked, conversation)
        elif asked.kind != "local_command":
            yield from self._open_turn(line, asked, conversation)

    def _open_turn(self, line: Line, asked: Asked, conversation: Conversation) -> Iterator[Event]:
        key = self._prompt_key(line, asked)
        name = event_id("prompt", key)
        if not self._is_new(name):
            return
        yield from conversation.close_turn(waiting=self.calls, is_over=not line.mid_turn)
        if line.agent_id is None or conversation.has_begun:
            conversation.turn_id = fit(key)
        conversation.has_begun = True
        event = self._event(line, conversation, event_id=name, type="user_request")
        event.text = asked.text
        event.metadata = {"images": asked.images} if asked.images else None
        if line.agent_id:
            event.author = "agent"
        elif asked.kind != "person":
            event.author = "system"
        yield from conversation.add(event)

    def _prompt_key(self, line: Line, asked: Asked) -> str:
        """Name a prompt as the hooks do when the line knows that id, else by its own.

        A sub-agent's prompt is told on lines with different ids: its words name it.
        """
        if line.agent_id:
            return task_key(line.agent_id, asked.text or "")
        prompt_id = word(line.raw.get("promptId"))
        is_free = prompt_id and event_id("prompt", prompt_id) not in self.known
        return prompt_id if prompt_id and is_free else line.uuid

    def _break_off(self, line: Line, asked: Asked, conversation: Conversation) -> Iterator[Event]:
        event = self._event(
            line, conversation, event_id=event_id("stop", line.uuid), type="response"
        )
        event.status, event.error = "error", asked.text
        event.metadata = {"interrupted" if asked.kind == "interruption" else asked.kind: True}
        conversation.is_broken_off = True
        yield from conversation.add(event)
        yield from conversation.close_turn(waiting=self.calls)

    def _read_answer(self, line: Line, conversation: Conversation) -> Iterator[Event]:
        failed = line.raw.get("isApiErrorMessage")
        if failed is True or line.message.get("model") == _SYNTHETIC:
            if failed is not False:
                yield from self._add_failure(line, conversation)
            return
        if conversation.command:
            (command, asked), conversation.command = conversation.command, None
            yield from self._open_turn(command, asked, conversation)
        yield from self._add_message(line, conversation)
        for index, block in enumerate(line.blocks):
            if str(block.get("type")) in TOOL_USES:
                yield from self._add_call(line, conversation, block, index)

    def _add_failure(self, line: Line, conversation: Conversation) -> Iterator[Event]:
        name = event_id("msg", word(line.message.get("id")) or line.uuid)
        if self._is_new(name):
            event = self._event(line, conversation, event_id=name, type="llm_generation")
            event.status = "error"
            event.error = plain_text(line.message.get("content")) or "The model gave no answer."
            conversation.is_broken_off = True
            yield from conversation.add(event)

    def _add_message(self, line: Line, conversation: Conversation) -> Iterator[Event]:
        """Merge a line into its message; one that goes on after its turn is a message apart."""
        key = word(line.message.get("id")) or line.uuid
        name = event_id("msg", key)
        event = conversation.messages.get(key)
        if event is None:
            unique = name if self._is_new(name) else event_id("msg", key, line.uuid)
            event = self._event(line, conversation, event_id=unique, type="llm_generation")
            event.model = fit(word(line.message.get("model")) or "") or None
            conversation.messages[key] = event
            yield from conversation.add(event)
        if event.event_id == name:
            count_tokens(event, line.message.get("usage"))
        texts = (b.get("text") for b in line.blocks if b.get("type") == "text")
        for text in texts:
            if isinstance(text, str) and text.strip():
                conversation.say(event, text)

    def _add_call(
        self, line: Line, conversation: Conversation, block: dict[str, Any], index: int
    ) -> Iterator[Event]:
        name = event_id("tool", word(block.get("id")) or f"{line.uuid}:{index}")
        if not self._is_new(name):
            return
        event = self._event(line, conversation, event_id=name, type="tool_execution")
        event.tool = fit(word(block.get("name")) or "unknown")
        event.args = read_args(block.get("input"))
        event.status = "unknown"
        self.calls.open(event)
        yield from conversation.add(event)

    def _event(self, line: Line, conversation: Conversation, **fields: Any) -> Event:
        return Event(
            session_id=line.session_id,
            parent_session_id=line.parent_session_id,
            timestamp=line.at,
            agent=self.agent,
            turn_id=conversation.turn_id,
            **fields,
        )

    def _is_new(self, name: str) -> bool:
        """Tell a name not met before, and remember it."""
        if name in self.known:
            return False
        self.known.add(name)
        return True
