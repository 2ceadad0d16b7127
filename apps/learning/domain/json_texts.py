"""Goes through the texts within a JSON value; keys stay as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def change_texts(value: Any, change: Callable[[str], str]) -> Any:
    """Copy a JSON value with each text in it changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {key: change_texts(inner, change) for key, inner in value.items()}
    if isinstance(value, list):
        return [change_texts(inner, change) for inner in value]
    return value
