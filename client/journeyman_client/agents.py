"""Where agents read their skills, seen from a project's folder."""

from __future__ import annotations

SHARED = ".agents/skills"

FOLDERS = {
    "claude-code": ".claude/skills",
    "codex": SHARED,
    "cursor": ".cursor/skills",
    "hermes": "~/.hermes/skills",
}
