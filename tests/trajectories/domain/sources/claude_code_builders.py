"""Builds lines of small Claude Code transcripts for the tests beside it."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from apps.trajectories.domain.sources.claude_code_transcript import read_transcript
from apps.trajectories.domain.sources.json_lines import LineProblem
from apps.trajectories.schemas import Event

START = datetime(2026, 3, 2, 8, 0, tzinfo=UTC)
SESSION = "s-1"


def user(content: Any, *, uuid: str = "u1", at: float = 0, **fields: Any) -> dict[str, Any]:
    return _line("user", {"role": "user", "content": content}, uuid, at) | fields


def answer(
    *blocks: dict[str, Any], message_id: str = "m1", uuid: str = "", at: float = 1, **fields: Any
) -> dict[str, Any]:
    message: dict[str, Any] = {
        "id": message_id,
        "role": "assistant",
        "model": fields.pop("model", "sonnet"),
        "content": list(blocks),
    }
    if usage := fields.pop("usage", None):
        message["usage"] = usage
    return _line("assistant", message, uuid or f"a-{message_id}-{at}", at) | fields


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def call(call_id: str = "t1", name: str = "Bash", **args: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": call_id, "name": name, "input": args}


def result(
    call_id: str = "t1", content: Any = "ok", *, at: float = 2, **fields: Any
) -> dict[str, Any]:
    block = {"type": "tool_result", "tool_use_id": call_id, "content": content}
    if "is_error" in fields:
        block["is_error"] = fields.pop("is_error")
    return user([block], uuid=f"r-{call_id}-{at}", at=at, **fields)


def spell(*lines: dict[str, Any]) -> list[bytes]:
    return [json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in lines]


def read(*lines: dict[str, Any], name: str = "s-1.jsonl") -> list[Event]:
    items = list(read_transcript(spell(*lines), name=name))
    assert not [item for item in items if isinstance(item, LineProblem)]
    return [item for item in items if isinstance(item, Event)]


def of_type(events: list[Event], kind: str) -> list[Event]:
    return [event for event in events if event.type == kind]


def _line(kind: str, message: dict[str, Any], uuid: str, at: float) -> dict[str, Any]:
    when = (START + timedelta(seconds=at)).isoformat()
    return {"type": kind, "sessionId": SESSION, "uuid": uuid, "timestamp": when, "message": message}
