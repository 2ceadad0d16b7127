"""References in a pipeline's steps: `${inputs.name}` and `${steps.id.output.path}`, filled in.

A reference names a place and nothing else; no text of a pipeline or of a tool is ever evaluated.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from apps.errors import DomainError, TooLarge

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

LONGEST_RESOLVED = 256 * 1024
DEEPEST = 20
MOST_PARTS = 20

REFERENCE = re.compile(r"\$\{([^{}]*)\}")
_PLACE = re.compile(r"(?:inputs\.(?P<name>[\w-]+)|steps\.(?P<step>[\w-]+)\.output)(?P<path>.*)")
_PART = re.compile(r"\.([\w-]+)|\[(\d{1,6})\]")


@dataclass(frozen=True, slots=True)
class Reference:
    """A place: an input, or a step's output, and the way into it."""

    text: str
    name: str = ""
    step: str = ""
    path: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "${" + self.text + "}"


class MissingReference(DomainError):
    """What a reference names is not there."""

    def __init__(self, reference: Reference) -> None:
        super().__init__("missing_reference", f"{reference}: There is no such value.")
        self.reference = reference


def read_reference(text: str) -> Reference:
    """Read what stands between the braces; raises `invalid_reference`."""
    place = _PLACE.fullmatch(text.strip())
    path = _read_path(place["path"]) if place else None
    if place is None or path is None:
        wanted = "Write ${inputs.name} or ${steps.id.output.field}."
        raise DomainError("invalid_reference", f"${{{text[:100]}}} is no reference. {wanted}")
    return Reference(text.strip(), place["name"] or "", place["step"] or "", path)


def _read_path(text: str) -> tuple[str, ...] | None:
    parts = list(_PART.finditer(text))
    if "".join(part[0] for part in parts) != text or len(parts) > MOST_PARTS:
        return None
    return tuple(part[1] or part[2] for part in parts)


def find_references(value: Any) -> tuple[Reference, ...]:
    """List what a value refers to, in order; raises `invalid_reference` or `too_deep`."""
    return tuple(
        read_reference(match[1]) for text in _texts(value) for match in REFERENCE.finditer(text)
    )


def _texts(value: Any, depth: int = 0) -> Iterator[str]:
    _refuse_depth(depth)
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from _texts(inner, depth + 1)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner, depth + 1)


def _refuse_depth(depth: int) -> None:
    if depth > DEEPEST:
        raise DomainError("too_deep", f"Parameters are nested deeper than {DEEPEST} levels.")


def look_up(reference: Reference, *, inputs: Mapping[str, Any], outputs: Mapping[str, Any]) -> Any:
    """Give the value at a place; raises `missing_reference`."""
    scope, first = (inputs, reference.name) if reference.name else (outputs, reference.step)
    if first not in scope:
        raise MissingReference(reference)
    value = scope[first]
    for part in reference.path:
        if isinstance(value, dict) and part in value:
            value = value[part]
        elif isinstance(value, list) and part.isdecimal() and int(part) < len(value):
            value = value[int(part)]
        else:
            raise MissingReference(reference)
    return value


def resolve(value: Any, *, inputs: Mapping[str, Any], outputs: Mapping[str, Any]) -> Any:
    """Fill in the references of a value.

    A text that is one reference becomes the value with its JSON type; inside a text, a value is
    written as text, JSON where it is none. Raises `missing_reference`, `invalid_reference`,
    `too_deep`, or `too_large` beyond 256 KB.
    """
    return _Resolving(inputs, outputs).fill(value, 0)


class _Resolving:
    """One value being filled in, with what may still be written into it."""

    def __init__(self, inputs: Mapping[str, Any], outputs: Mapping[str, Any]) -> None:
        self.inputs, self.outputs = inputs, outputs
        self.left = LONGEST_RESOLVED

    def fill(self, value: Any, depth: int) -> Any:
        _refuse_depth(depth)
        if isinstance(value, str):
            return self._fill_text(value)
        if isinstance(value, dict):
            return {key: self.fill(inner, depth + 1) for key, inner in value.items()}
        if isinstance(value, list | tuple):
            return [self.fill(inner, depth + 1) for inner in value]
        return value

    def _fill_text(self, text: str) -> Any:
        whole = REFERENCE.fullmatch(text.strip())
        if whole:
            return self._take(whole[1])[0]
        return REFERENCE.sub(lambda match: self._take(match[1])[1], text)

    def _take(self, text: str) -> tuple[Any, str]:
        """Give a value, and the text that it is inside of one."""
        value = look_up(read_reference(text), inputs=self.inputs, outputs=self.outputs)
        written = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        self.left -= len(written)
        if self.left < 0:
            limit = LONGEST_RESOLVED // 1024
            raise TooLarge("too_large", f"The filled-in parameters are longer than {limit} KB.")
        return value, written
