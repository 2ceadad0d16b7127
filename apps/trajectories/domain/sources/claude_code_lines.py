"""The lines of a Claude Code transcript that carry a conversation, unwrapped to one shape."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from pathlib import PurePath
from typing import Any, Literal

from apps.trajectories.domain.sources.claude_code_ids import digest, fit, sub_session
from apps.trajectories.domain.sources.claude_code_results import plain_text
from apps.trajectories.domain.sources.json_lines import LineProblem
from apps.trajectories.schemas import clamp_moment

Role = Literal["user", "assistant"]

_ROLES: dict[str, Role] = {"user": "user", "assistant": "assistant"}

# A message typed while the agent works leaves no line of its own, only this attachment.
_MID_TURN = "queued_command"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a conversation: whose session, when, and the message itself.

    `raw` is the object around the message. `agent_id` is set inside a sub-agent, whose
    session is then `session_id` and whose launching session is `parent_session_id`.
    """

    role: Role
    uuid: str
    at: datetime
    session_id: str
    parent_session_id: str | None
    agent_id: str | None
    message: dict[str, Any]
    raw: dict[str, Any]
    mid_turn: bool = False

    @property
    def blocks(self) -> list[dict[str, Any]]:
        """The content as blocks; a plain text is one text block."""
        content = self.message.get("content")
        if isinstance(content, str):
            return [{"type": "text", "text": content}]
        if not isinstance(content, list):
            return []
        return [block for block in content if isinstance(block, dict)]


@dataclass(slots=True)
class LineReader:
    """Reads the lines of one file, and remembers what a line may leave to those before it."""

    name: str
    latest: datetime | None = None
    seen: set[str] = field(default_factory=set)
    sidechain_roots: dict[str, str] = field(default_factory=dict)

    def read(self, number: int, raw: dict[str, Any]) -> Line | LineProblem | None:
        """Unwrap an object; None when it carries no message, or was read before."""
        found = _unwrap(raw)
        if found is None:
            return None
        role, inner, agent_id = found
        message = inner.get("message")
        self.latest = at = moment(inner.get("timestamp")) or self.latest
        if not isinstance(message, dict) or self._is_repeated(inner):
            return None
        if at is None:
            return LineProblem(
                number, "no_timestamp", "Neither this line nor one before has a time."
            )
        session_id = word(raw.get("sessionId")) or PurePath(self.name).stem or "unnamed"
        agent_id = agent_id or self._sidechain(inner)
        return Line(
            role=role,
            uuid=word(inner.get("uuid"))
            or digest(role, at.isoformat(), plain_text(message.get("content")) or ""),
            at=at,
            session_id=sub_session(session_id, agent_id) if agent_id else fit(session_id),
            parent_session_id=fit(session_id) if agent_id else None,
            agent_id=agent_id,
            message=message,
            raw=inner,
            mid_turn=raw.get("type") == "attachment",
        )

    def _is_repeated(self, inner: dict[str, Any]) -> bool:
        uuid = word(inner.get("uuid"))
        if uuid is None:
            return False
        before = uuid in self.seen
        self.seen.add(uuid)
        return before

    def _sidechain(self, inner: dict[str, Any]) -> str | None:
        """Name the sub-agent of a line: by its mark, by the file, or by where its chain began."""
        agent_id = word(inner.get("agentId"))
        if agent_id and inner.get("isSidechain") is not False:
            return agent_id
        stem = PurePath(self.name).stem
        if stem.startswith("agent-"):
            return stem.removeprefix("agent-")
        uuid = word(inner.get("uuid"))
        if inner.get("isSidechain") is not True or uuid is None:
            return None
        root = self.sidechain_roots.get(word(inner.get("parentUuid")) or "", uuid)
        self.sidechain_roots[uuid] = root
        return root


def word(value: Any) -> str | None:
    """Take a value for a text, or for nothing."""
    return value if isinstance(value, str) and value else None


def moment(value: Any) -> datetime | None:
    """Read an ISO 8601 time as UTC, within 2000–2100; None when it is not one."""
    if not isinstance(value, str):
        return None
    try:
        return clamp_moment(datetime.fromisoformat(value))
    except ValueError:
        return None


def _unwrap(raw: dict[str, Any]) -> tuple[Role, dict[str, Any], str | None] | None:
    """Find the object that holds a message: the line, a sub-agent's inside it, or a queued one."""
    kind = word(raw.get("type"))
    if role := _ROLES.get(kind or ""):
        return role, raw, None
    if kind == "progress":
        return _unwrap_progress(raw)
    attachment = raw.get("attachment")
    if kind != "attachment" or not isinstance(attachment, dict):
        return None
    if attachment.get("type") != _MID_TURN or attachment.get("commandMode", "prompt") != "prompt":
        return None
    message = {"role": "user", "content": attachment.get("prompt")}
    about = {key: attachment[key] for key in ("origin", "isMeta") if key in attachment}
    return "user", raw | about | {"message": message}, None


def _unwrap_progress(raw: dict[str, Any]) -> tuple[Role, dict[str, Any], str | None] | None:
    progress = raw.get("data")
    if not isinstance(progress, dict) or progress.get("type") != "agent_progress":
        return None
    inner, agent_id = progress.get("message"), word(progress.get("agentId"))
    if not isinstance(inner, dict) or agent_id is None:
        return None
    role = _ROLES.get(word(inner.get("type")) or "")
    return role and (
        role,
        {"timestamp": raw.get("timestamp"), "uuid": raw.get("uuid")} | inner,
        agent_id,
    )
