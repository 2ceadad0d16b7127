"""JSON Lines as agents really write them: the first reading of every transcript that comes in."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# A crash leaves blocks of NUL at the end of a file; Windows editors leave a byte order mark.
_PADDING = " \t\r\n\0\ufeff"
_ESCAPE = re.compile(r'\\(u[0-9a-fA-F]{4}|["\\/bfnrt])|\\')
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_DECODER = json.JSONDecoder(strict=False)


@dataclass(frozen=True, slots=True)
class LineProblem:
    """A line that could not be read as it stands: `repaired` kept its content, the rest did not."""

    line: int
    code: str
    detail: str


def read_json_lines(
    lines: Iterable[bytes],
) -> Iterator[tuple[int, dict[str, Any]] | LineProblem]:
    """Yield every JSON object with the number of its line, and a problem for what is not one.

    Objects glued on one line come apart. No bytes make it raise.
    """
    for number, raw in enumerate(lines, 1):
        text = raw.decode("utf-8", "replace").strip(_PADDING)
        if text:
            yield from _read_line(number, text)


def replace_lone_surrogates(value: Any) -> Any:
    """Copy a JSON value with U+FFFD in place of every half of a pair that stands alone."""
    text = json.dumps(value, ensure_ascii=False)
    paired = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return json.loads(paired)


def _read_line(number: int, text: str) -> Iterator[tuple[int, dict[str, Any]] | LineProblem]:
    values, rest, reason = _split(text)
    if rest:
        more, rest, reason = _split(_double_invalid_escapes(rest))
        values += more
        if more:
            yield LineProblem(number, "repaired", "Invalid escapes were read as plain text.")
    for value in values:
        if isinstance(value, dict):
            yield number, value
        else:
            yield LineProblem(number, "not_an_object", "The line holds JSON, but not an object.")
    if rest:
        yield LineProblem(number, "invalid_json", f"The line is not valid JSON: {reason}.")


def _split(text: str) -> tuple[list[Any], str, str]:
    """Decode values until the text ends or breaks: the values, the unread rest, and why."""
    values: list[Any] = []
    while text:
        try:
            value, end = _DECODER.raw_decode(text)
            if _SURROGATE.search(text, 0, end):
                value = replace_lone_surrogates(value)
        except json.JSONDecodeError as error:
            return values, text, f"{error.msg} at character {error.pos}"
        except (ValueError, RecursionError):
            return values, text, "a number is too long or the nesting too deep"
        values.append(value)
        text = text[end:].lstrip(_PADDING)
    return values, "", ""


def _double_invalid_escapes(text: str) -> str:
    return _ESCAPE.sub(lambda match: match[0] if match[1] else r"\\", text)
