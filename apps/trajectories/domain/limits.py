"""Cut what is too large: the start is kept, with a mark that says how long it was and its hash."""

import hashlib
from typing import Any

import orjson

SUMMARY_CHARACTERS = 200
LARGEST_CHARACTER = 4  # bytes of UTF-8
_SHORT_KEYS = ("command", "cmd", "file_path", "path", "query", "pattern", "url", "sql", "prompt")


def cut_text(text: str, limit: int) -> str:
    """Keep the first `limit` bytes of a text; a cut one ends in its length and SHA-256."""
    if len(text) * LARGEST_CHARACTER <= limit:
        return text
    raw = text.encode()
    if len(raw) <= limit:
        return text
    return raw[:limit].decode(errors="ignore") + _mark(raw)


def cut_json(serialized: str, limit: int) -> str:
    """Keep JSON text of at most `limit` bytes; of a larger one the largest texts are cut."""
    if len(serialized) * LARGEST_CHARACTER <= limit or len(serialized.encode()) <= limit:
        return serialized
    value = orjson.loads(serialized)
    for share in (limit // 2, limit // 8, limit // 64):
        shorter = orjson.dumps(_cut_inside(value, share))
        if len(shorter) <= limit:
            return shorter.decode()
    raw = serialized.encode()
    kept = raw[: limit // 2].decode(errors="ignore")
    return orjson.dumps({"truncated": kept + _mark(raw)}).decode()


def _cut_inside(value: Any, limit: int) -> Any:
    if isinstance(value, str):
        return cut_text(value, limit)
    if isinstance(value, dict):
        return {key: _cut_inside(inner, limit) for key, inner in value.items()}
    if isinstance(value, list):
        return [_cut_inside(inner, limit) for inner in value]
    return value


def _mark(raw: bytes) -> str:
    return f"…[truncated: {len(raw)} bytes, sha256 {hashlib.sha256(raw).hexdigest()[:16]}]"


def summarize(value: Any) -> str:
    """Say in at most 200 characters, on one line, what arguments or a result hold."""
    return " ".join(_essence(value)[: SUMMARY_CHARACTERS * 4].split())[:SUMMARY_CHARACTERS]


def _essence(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        for key in _SHORT_KEYS:
            if isinstance(value.get(key), str) and value[key]:
                return str(value[key])
        return ", ".join(f"{key}={_short(inner)}" for key, inner in list(value.items())[:12])
    if isinstance(value, list):
        return ", ".join(_short(inner) for inner in value[:12])
    return str(value)


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else orjson.dumps(value).decode()
    return text[:60]
