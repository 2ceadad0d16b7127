"""Read a model's answer that is nearly what was asked: cut off, fenced, or with a fault in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import json_repair

if TYPE_CHECKING:
    from pydantic import BaseModel

MOST_CHARACTERS = 40_000


def mend[Schema: BaseModel](schema: type[Schema], answer: str | dict[str, Any]) -> Schema | None:
    """Read what can be read of an answer; None where the schema refuses even that."""
    try:
        read = answer if isinstance(answer, dict) else _read(answer)
        return schema.model_validate(read) if isinstance(read, dict) else None
    except (ValueError, RecursionError):  # not valid, or nested too deeply to be parsed
        return None


def _read(text: str) -> Any:
    """Parse leniently from the first brace; lists of answers count by their first."""
    start = text.find("{")
    if start < 0:
        return None
    read = json_repair.loads(text[start : start + MOST_CHARACTERS], skip_json_loads=False)
    return read[0] if isinstance(read, list) and read else read
