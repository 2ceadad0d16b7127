"""Claude Code's hook payloads into events: how a session comes in while it runs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from apps.errors import DomainError
from apps.trajectories.domain.sources.claude_code_ids import (
    digest,
    event_id,
    fit,
    sub_session,
    task_key,
)
from apps.trajectories.domain.sources.claude_code_lines import moment, word
from apps.trajectories.domain.sources.claude_code_requests import is_automatic, without_insertions
from apps.trajectories.domain.sources.claude_code_results import Outcome, read_args, read_outcome
from apps.trajectories.schemas import Author, Event

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

_PEOPLE = frozenset({"user", "sdk"})
_LONGEST_MS = 2**31 - 1


def read_hook(payload: dict[str, Any], *, now: datetime, agent: str = "claude-code") -> list[Event]:
    """Turn one hook payload into events; a hook that tells nothing of the work gives none.

    The same payload sent again gives the same event ids. Where the client sends no id of its
    own, the id is made of the content and of the time: the payload's `timestamp`, which a
    client that spools sets, else the minute of `now`. So a retry within the minute adds
    nothing, and the same short words later in a session are a new request.

    Raises `DomainError("invalid_hook")` when a field that it cannot do without is missing.
    """
    hook = _Hook(payload, now, agent)
    hook.require("session_id")
    read = _READERS.get(hook.require("hook_event_name"))
    return read(hook) if read else []


@dataclass(frozen=True, slots=True)
class _Hook:
    payload: dict[str, Any]
    now: datetime
    agent: str

    def require(self, name: str) -> str:
        value = word(self.payload.get(name))
        if value is None:
            raise DomainError("invalid_hook", f"The field {name} is missing or not a text.")
        return value

    def text(self, name: str) -> str | None:
        return word(self.payload.get(name))

    @property
    def at(self) -> datetime:
        return moment(self.payload.get("timestamp")) or self.now

    def name(self, kind: str, *parts: str) -> str:
        """Name a step that has no id by what is in it and when it was."""
        sent = moment(self.payload.get("timestamp"))
        when = sent.isoformat() if sent else f"{self.now:%Y-%m-%dT%H:%M}"
        session_id, agent_id = self.require("session_id"), self.text("agent_id") or ""
        return event_id(kind, digest(session_id, agent_id, when, *parts))

    def event(self, **fields: Any) -> Event:
        """Build an event of the session, or of the sub-agent's when the hook ran inside one."""
        session_id, agent_id = self.require("session_id"), self.text("agent_id")
        turn_id = agent_id or self.text("prompt_id")
        return Event(
            session_id=sub_session(session_id, agent_id) if agent_id else fit(session_id),
            parent_session_id=fit(session_id) if agent_id else None,
            turn_id=fit(turn_id) if turn_id else None,
            agent=self.agent,
            **({"timestamp": self.at} | fields),
        )


def _read_prompt(hook: _Hook) -> list[Event]:
    prompt = hook.require("prompt")
    source, prompt_id = hook.text("source"), hook.text("prompt_id")
    if hook.text("agent_id"):
        return _read_task(hook)
    named = event_id("prompt", prompt_id) if prompt_id else hook.name("prompt", prompt)
    said = without_insertions(prompt)
    is_person = bool(said) and not is_automatic(said) and (source is None or source in _PEOPLE)
    author: Author = "person" if is_person else "system"
    return [hook.event(event_id=named, type="user_request", text=said or prompt, author=author)]


def _read_task(hook: _Hook) -> list[Event]:
    """Read what an agent asked of its sub-agent, where the client tells it."""
    text, agent_id = hook.text("prompt"), hook.text("agent_id")
    if text is None or agent_id is None:
        return []
    named = event_id("prompt", task_key(agent_id, text))
    return [hook.event(event_id=named, type="user_request", text=text, author="agent")]


def _read_tool(hook: _Hook) -> list[Event]:
    response = hook.payload.get("tool_response")
    structured = response if isinstance(response, dict) else None
    return [_call(hook, hook.payload, read_outcome(response, structured=structured))]


def _read_failure(hook: _Hook) -> list[Event]:
    error = hook.text("error") or "The tool failed."
    outcome = read_outcome(error, is_error=True)
    if hook.payload.get("is_interrupt") is True:
        outcome = Outcome("unknown", error, metadata={"interrupted": True})
    return [_call(hook, hook.payload, outcome)]


def _read_batch(hook: _Hook) -> list[Event]:
    calls = hook.payload.get("tool_calls")
    events = []
    for index, call in enumerate(calls if isinstance(calls, list) else []):
        if isinstance(call, dict) and word(call.get("tool_name")):
            response = call.get("tool_response")
            outcome = read_outcome(response) if "tool_response" in call else Outcome("unknown")
            events.append(_call(hook, call, outcome, index=index))
    return events


def _call(hook: _Hook, call: dict[str, Any], outcome: Outcome, *, index: int = 0) -> Event:
    """Build the event of one call, at the moment it began."""
    tool = word(call.get("tool_name")) or hook.require("tool_name")
    args, tool_use_id = read_args(call.get("tool_input")), word(call.get("tool_use_id"))
    spelled = json.dumps(args, sort_keys=True, default=str)
    duration_ms = _milliseconds(call.get("duration_ms"))
    return hook.event(
        event_id=event_id("tool", tool_use_id)
        if tool_use_id
        else hook.name("tool", tool, spelled, str(index)),
        type="tool_execution",
        timestamp=hook.at - timedelta(milliseconds=duration_ms or 0),
        tool=fit(tool),
        args=args,
        status=outcome.status,
        result=outcome.result,
        error=outcome.error,
        metadata=outcome.metadata,
        duration_ms=duration_ms,
    )


def _read_stop(hook: _Hook) -> list[Event]:
    """Read the end of a turn; without a text it still closes the turn."""
    text = hook.text("last_assistant_message")
    return [_response(hook, text=text, status="completed")]


def _read_stop_failure(hook: _Hook) -> list[Event]:
    parts = [part for name in ("error", "error_details") if (part := hook.text(name))]
    return [_response(hook, status="error", error=": ".join(parts) or "The agent failed.")]


def _read_subagent_stop(hook: _Hook) -> list[Event]:
    """Read a sub-agent's end; one that does not name the sub-agent must not end the main turn."""
    return _read_stop(hook) if hook.text("agent_id") else []


def _response(hook: _Hook, **fields: Any) -> Event:
    prompt_id, agent_id = hook.text("prompt_id"), hook.text("agent_id")
    message = hook.text("last_assistant_message") or ""
    owner = [agent_id] if agent_id else []
    named = event_id("stop", *owner, prompt_id) if prompt_id else hook.name("stop", message)
    return hook.event(event_id=named, type="response", **fields)


def _read_end(hook: _Hook) -> list[Event]:
    reason = hook.text("reason")
    metadata = {"reason": reason} if reason else None
    named = hook.name("end", reason or "")
    return [hook.event(event_id=named, type="session_end", metadata=metadata)]


def _milliseconds(value: Any) -> int | None:
    is_count = isinstance(value, int | float) and not isinstance(value, bool)
    return round(value) if is_count and 0 <= value <= _LONGEST_MS else None


_READERS: dict[str, Callable[[_Hook], list[Event]]] = {
    "UserPromptSubmit": _read_prompt,
    "SubagentStart": _read_task,
    "PostToolUse": _read_tool,
    "PostToolUseFailure": _read_failure,
    "PostToolBatch": _read_batch,
    "Stop": _read_stop,
    "StopFailure": _read_stop_failure,
    "SubagentStop": _read_subagent_stop,
    "SessionEnd": _read_end,
}
