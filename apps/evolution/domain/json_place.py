"""Places in a JSON value: what stands where in a result, as a pipeline refers to it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

DEEPEST = 6
MOST_PLACES = 400
MOST_ITEMS = 3

Path = tuple[str | int, ...]

_IS_JSON = re.compile(r'\s*(?:[{\[]|"\s*(?:\{|\[))')
_KEY = re.compile(r"[\w-]+")


def opened(output: Any) -> Any:
    """Give a result as the JSON it holds: written as text, or as one text of an MCP answer.

    JSON that was written as a text of JSON once more is opened as well.
    """
    if isinstance(output, dict) and isinstance(output.get("content"), list):
        parts = output["content"]
        is_text = len(parts) == 1 and isinstance(parts[0], dict) and parts[0].get("type") == "text"
        return opened(parts[0].get("text")) if is_text else output
    if not isinstance(output, str) or not _IS_JSON.match(output):
        return output
    try:
        inner = json.loads(output)
    except ValueError:
        return output
    return opened(inner) if isinstance(inner, str) else inner


def places(value: Any) -> Iterator[tuple[Path, Any]]:
    """Give a value and what stands inside it with the way there, the shallow first.

    Of a list the first items; a key that a reference cannot name is passed by.
    """
    waiting: list[tuple[Path, Any]] = [((), value)]
    for given in range(MOST_PLACES):
        if given >= len(waiting):
            return
        path, found = waiting[given]
        yield path, found
        if len(path) < DEEPEST:
            waiting += [((*path, key), inner) for key, inner in _inside(found)]


def _inside(value: Any) -> Iterator[tuple[str | int, Any]]:
    if isinstance(value, dict):
        yield from ((key, inner) for key, inner in value.items() if _KEY.fullmatch(str(key)))
    elif isinstance(value, list):
        yield from enumerate(value[:MOST_ITEMS])


def value_at(value: Any, path: Path) -> Any:
    """Give what stands at a place; nothing where there is no such place."""
    for part in path:
        try:
            value = value[part]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def reference_to(step_id: str, path: Path) -> str:
    """Write a place in the result of a step as a reference."""
    parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return "${steps." + step_id + ".output" + "".join(parts) + "}"


def is_same(left: Any, right: Any) -> bool:
    """Compare as JSON does: true is not 1."""
    return isinstance(left, bool) == isinstance(right, bool) and bool(left == right)
