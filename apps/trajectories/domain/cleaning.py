"""Make text storable: what a database refuses is replaced, never dropped with its neighbours."""

import re
from itertools import accumulate, count
from operator import sub
from typing import Any

import orjson

REPLACEMENT = "\ufffd"
MOST_LEVELS = 100  # orjson reads about 1,000 levels, but writes only 254
DEEPER = f"…[nested deeper than {MOST_LEVELS} levels]"

USUAL_LEVELS = 10
_STEPS = bytes.maketrans(b"[{]}", b"\2\2\0\0")
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))

# In raw JSON a NUL or half of a surrogate pair is an escape behind an even run of backslashes.
_ODD_ESCAPE = re.compile(rb"(?<!\\)((?:\\\\)*)\\u(0000|[dD][89a-fA-F][0-9a-fA-F]{2})")
_LOW_FOLLOWS = re.compile(rb"\\u[dD][c-fC-F][0-9a-fA-F]{2}")
_MARKS = (b"\\u0000", b"\\ud", b"\\uD")
_BAD_CHARACTER = re.compile("[\x00\ud800-\udfff]")


def read_json(body: bytes) -> Any:
    """Parse a JSON text into what can be stored and sent again: clean, and of limited depth.

    Raises `orjson.JSONDecodeError` for what is no JSON.
    """
    cleaned = clean_json(body)
    value = orjson.loads(cleaned)
    return limit_depth(value) if _is_deep(cleaned) else value


def _is_deep(body: bytes) -> bool:
    """Tell from valid JSON whether it goes below 100 levels, without a look at every value."""
    if body.count(b"[") + body.count(b"{") <= MOST_LEVELS:
        return False
    if b"\\" in body:
        body = body.replace(b"\\\\", b"").replace(b'\\"', b"")
    outside_texts = b"".join(body.split(b'"')[::2])
    steps = outside_texts.translate(_STEPS, _NO_BRACKETS)  # 2 goes in, 0 comes out
    for _ in range(USUAL_LEVELS):
        steps = steps.replace(b"\2\0", b"")  # the innermost level of every branch
    rest = max(map(sub, accumulate(steps), count(1)), default=0)
    return USUAL_LEVELS + rest > MOST_LEVELS


def limit_depth(value: Any) -> Any:
    """Put a mark, in place, where a JSON value goes below 100 levels; the value is the first."""
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(MOST_LEVELS - 1):
        level = [inner for outer in level for _, inner in _nested(outer)]
    for outer in level:
        for place, _ in _nested(outer):
            outer[place] = DEEPER
    return value


def _nested(outer: Any) -> list[tuple[Any, Any]]:
    places = outer.items() if isinstance(outer, dict) else enumerate(outer)
    return [(place, inner) for place, inner in places if isinstance(inner, dict | list)]


def clean_json(body: bytes) -> bytes:
    """Replace NUL, lone surrogates and broken UTF-8 in a JSON text by U+FFFD.

    A literal backslash-u in the sender's text (escaped twice) stays as it was.
    """
    if any(mark in body for mark in _MARKS):
        body = _replace_escapes(body)
    if b"\x00" in body:
        body = body.replace(b"\x00", REPLACEMENT.encode())
    try:
        body.decode()
    except UnicodeDecodeError:
        body = body.decode(errors="replace").encode()
    return body


def _replace_escapes(body: bytes) -> bytes:
    parts: list[bytes] = []
    position = 0
    for match in _ODD_ESCAPE.finditer(body):
        if match.start() < position:
            continue  # the low half of a pair that was kept
        parts.append(body[position : match.end(1)])
        position = match.end()
        kept = _pair(body, match)
        parts.append(kept or REPLACEMENT.encode())
        position += max(0, len(kept) - (match.end() - match.end(1)))
    parts.append(body[position:])
    return b"".join(parts)


def _pair(body: bytes, match: re.Match[bytes]) -> bytes:
    """Answer a high surrogate's escape with its low half, or nothing when it stands alone."""
    if match[2][1:2].lower() not in b"89ab" or match[2] == b"0000":
        return b""
    low = _LOW_FOLLOWS.match(body, match.end())
    return body[match.end(1) : low.end()] if low else b""


def clean_text(text: str) -> str:
    """Replace NUL and lone surrogates in a text."""
    return _BAD_CHARACTER.sub(REPLACEMENT, text)


def clean_value(value: Any) -> Any:
    """Clean every key and text of a JSON value, however deep."""
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, dict):
        return {clean_text(str(key)): clean_value(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [clean_value(inner) for inner in value]
    return value
