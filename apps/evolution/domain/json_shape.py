"""JSON values held to a JSON Schema, with errors that name the field.

Schemas come from tenants: nothing is fetched for a `$ref`, and one may only point into itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError, best_match
from referencing import Registry
from referencing.exceptions import Unresolvable

from apps.errors import DomainError

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_PATTERN = 500
MOST_NODES = 2000
LONGEST_SENTENCE = 300


def check_schema(schema: Any, *, field: str) -> None:
    """Refuse what is no JSON Schema (draft 2020-12), or refers outside of itself.

    Raises `invalid_schema` with the place.
    """
    if not isinstance(schema, dict):
        raise DomainError("invalid_schema", f"{field}: A JSON Schema is an object.")
    for number, (key, value) in enumerate(_pairs(schema)):
        if number >= MOST_NODES:
            raise DomainError("invalid_schema", f"{field}: It is too large.")
        if key in {"$ref", "$dynamicRef"} and not str(value).startswith("#"):
            raise DomainError("invalid_schema", f"{field}: A {key} may only point into it: #/…")
        if key == "pattern" and len(str(value)) > LONGEST_PATTERN:
            raise DomainError("invalid_schema", f"{field}: A pattern is too long.")
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        where = ".".join([field, *(str(part) for part in error.absolute_path)])
        raise DomainError("invalid_schema", f"{where}: {error.message[:300]}") from error


def _pairs(value: Any) -> Iterator[tuple[str, Any]]:
    """Give every key with its value, however deep, without recursion."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            yield from one.items()
            waiting.extend(one.values())
        elif isinstance(one, list):
            waiting.extend(one)


def find_mismatch(value: Any, schema: dict[str, Any], *, field: str) -> str:
    """Say in one sentence, with the place, why a value does not fit; nothing when it does."""
    validator = Draft202012Validator(schema, registry=Registry())
    try:
        error = best_match(validator.iter_errors(value))
    except (Unresolvable, RecursionError) as broken:
        return f"{field}: Its schema cannot be used ({type(broken).__name__})."
    if error is None:
        return ""
    where = ".".join([field, *(str(part) for part in error.absolute_path)])
    return f"{where}: {_sentence(error)}"


def _sentence(error: Any) -> str:
    """Say what is wrong without the value, which may be long or a secret."""
    wanted = error.validator_value
    said = {
        "type": f"It must be {_words(wanted)}.",
        "required": error.message + ".",
        "additionalProperties": error.message + ".",
        "enum": f"It must be one of {_words(wanted)}.",
        "const": f"It must be {wanted!r}.",
        "minimum": f"It must be at least {wanted}.",
        "maximum": f"It must be at most {wanted}.",
        "minLength": f"It must have at least {wanted} characters.",
        "maxLength": f"It must have at most {wanted} characters.",
        "pattern": f"It must match {wanted!r}.",
    }
    sentence: str = said.get(error.validator, f"It does not fit {error.validator!r}.")
    return sentence[:LONGEST_SENTENCE]


def _words(wanted: Any) -> str:
    words = [str(one) for one in wanted] if isinstance(wanted, list) else [str(wanted)]
    return " or ".join(words)
