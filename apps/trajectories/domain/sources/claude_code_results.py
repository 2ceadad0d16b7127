"""What a tool call of Claude Code gave back, told the same way by transcripts and hooks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from apps.trajectories.schemas import StepStatus

DEEPEST = 40

_ERROR_TAG = re.compile(r"\A\s*<tool_use_error>(.*?)(?:</tool_use_error>)?\s*\Z", re.DOTALL)
_ENCODED = re.compile(r"\Adata:[\w.+/-]{0,80};base64,")
_ENCODED_TYPES = frozenset({"base64", "image", "audio"})

# A call that was refused, stopped or cancelled never ran to its end: its tool did not fail.
_NOT_RUN = (
    ("The user doesn't want to", "rejected"),
    ("User rejected tool use", "rejected"),
    ("[Request interrupted by user", "interrupted"),
    ("Sibling tool call errored", "cancelled"),
    ("Cancelled: parallel tool call", "cancelled"),
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one tool call ended; `metadata` says why it did not run to its end."""

    status: StepStatus
    result: Any = None
    error: str | None = None
    metadata: dict[str, Any] | None = None


def read_outcome(content: Any, *, structured: Any = None, is_error: bool | None = None) -> Outcome:
    """Judge a result by the model's view of it and, when there is one, its structured form.

    A missing error mark is no error. What the user refused or stopped is unknown, not failed.
    """
    text = plain_text(content)
    if is_error is not False and (why := _why_not_run(text, structured)):
        return Outcome("unknown", text, metadata={why: True})
    shown = compact(content if structured is None else structured)
    if isinstance(structured, dict) and structured.get("interrupted") is True:
        return Outcome("unknown", shown, metadata={"interrupted": True})
    if _is_failed(text, structured) if is_error is None else is_error:
        return Outcome("error", shown if isinstance(structured, dict) else None, _untagged(text))
    return Outcome("completed", shown)


def read_args(given: Any) -> dict[str, Any] | None:
    """Take a call's input as an object; a bare value becomes one under `input`."""
    args = compact(given)
    return args if isinstance(args, dict) or args is None else {"input": args}


def plain_text(content: Any) -> str | None:
    """Join a text or a list of text blocks; None when there is no text in it."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return None
    texts = (block.get("text") for block in content if isinstance(block, dict))
    return "\n".join(text for text in texts if isinstance(text, str)) or None


def compact(value: Any, *, depth: int = 0) -> Any:
    """Copy a value without original files and encoded bodies; a mark tells their length."""
    if depth > DEEPEST:
        return "[nested too deep, left out]"
    if isinstance(value, dict):
        return {
            key: _mark(key, item) if _is_heavy(key, item, value) else compact(item, depth=depth + 1)
            for key, item in value.items()
        }
    if isinstance(value, list):
        if value and all(_is_text_block(item) for item in value):
            return plain_text(value) or ""
        return [compact(item, depth=depth + 1) for item in value]
    return _mark("body", value) if isinstance(value, str) and _ENCODED.match(value) else value


def _why_not_run(text: str | None, structured: Any) -> str | None:
    said = [_untagged(text), structured if isinstance(structured, str) else ""]
    starts = tuple(line.removeprefix("Error: ") for line in said)
    return next((why for start, why in _NOT_RUN if any(s.startswith(start) for s in starts)), None)


def _is_failed(text: str | None, structured: Any) -> bool:
    if isinstance(structured, dict):
        return structured.get("isError") is True or structured.get("is_error") is True
    if isinstance(structured, str):
        return structured.startswith("Error")
    return bool(text) and _ERROR_TAG.match(text or "") is not None


def _untagged(text: str | None) -> str:
    match = _ERROR_TAG.match(text or "")
    return match[1] if match else text or ""


def _is_text_block(item: Any) -> bool:
    return isinstance(item, dict) and item.get("type") == "text" and "text" in item


def _is_heavy(key: str, item: Any, within: dict[str, Any]) -> bool:
    if not isinstance(item, str):
        return False
    if key == "data":
        return str(within.get("type")) in _ENCODED_TYPES
    return key in {"originalFile", "base64"}


def _mark(key: str, item: str) -> str:
    return f"[{key} left out: {len(item)} characters]"
