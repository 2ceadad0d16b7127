"""Tells from its first bytes which agent wrote a file, so that an import needs no choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from apps.trajectories.domain.sources.json_lines import LineProblem, read_json_lines

if TYPE_CHECKING:
    from collections.abc import Callable

Format = Literal["claude_code", "unknown"]

LINES_READ = 20

_CLAUDE_CODE_SIGNS = ('"parentUuid":', '"isSidechain":', '"leafUuid":', '"isSnapshotUpdate":')


def detect_format(head: bytes) -> Format:
    """Name the format of a file by its beginning; 64 KB are plenty, a cut line is no harm."""
    lines = head.splitlines()[:LINES_READ]
    objects = [item[1] for item in read_json_lines(lines) if not isinstance(item, LineProblem)]
    text = head.decode("utf-8", "replace")
    return next((name for name, sniffs in SNIFFERS if sniffs(objects, text)), "unknown")


def _is_claude_code(objects: list[dict[str, Any]], text: str) -> bool:
    if not objects:
        # The first line is longer than the head. In a text within it the quotes are escaped.
        return text.lstrip("\ufeff").startswith("{") and any(s in text for s in _CLAUDE_CODE_SIGNS)
    return any(_is_claude_code_line(found) for found in objects)


def _is_claude_code_line(found: dict[str, Any]) -> bool:
    if "leafUuid" in found or "isSnapshotUpdate" in found:
        return True
    has_message = found.get("type") in ("user", "assistant") and "message" in found
    return "sessionId" in found and (has_message or "parentUuid" in found)


SNIFFERS: tuple[tuple[Format, Callable[[list[dict[str, Any]], str], bool]], ...] = (
    ("claude_code", _is_claude_code),
)
