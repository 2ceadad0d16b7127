"""Names that stay the same however often, and from wherever, the same step is reported."""

from __future__ import annotations

import hashlib

LONGEST = 200
_DIGEST_LENGTH = 24


def digest(*parts: str) -> str:
    """Shorten texts to 24 hexadecimal digits, the same for the same texts in the same order."""
    joined = "\x1f".join(parts).encode("utf-8", "replace")
    return hashlib.sha256(joined).hexdigest()[:_DIGEST_LENGTH]


def fit(name: str) -> str:
    """Keep a name within 200 characters a database accepts; a longer one ends in its digest."""
    plain = name.encode("utf-8", "replace").decode().replace("\0", "\ufffd")
    if len(plain) <= LONGEST:
        return plain
    return f"{plain[: LONGEST - _DIGEST_LENGTH - 1]}-{digest(plain)}"


def event_id(kind: str, *parts: str) -> str:
    """Name a step by its kind and the client's own ids, never by the session it was copied to."""
    return fit(":".join((kind, *parts)))


def sub_session(session_id: str, agent_id: str) -> str:
    """Name the session of a sub-agent below the one that launched it."""
    return fit(f"{session_id}/agent-{agent_id}")


def task_key(agent_id: str, text: str) -> str:
    """Name what a sub-agent was asked: the sources that tell it share no id but the agent's."""
    return f"{agent_id}:{digest(text)}"
