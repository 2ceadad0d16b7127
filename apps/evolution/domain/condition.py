"""Conditions of a pipeline's steps: comparisons of references with literals, joined by words.

    condition   alternative ("or" alternative)*
    alternative term ("and" term)*
    term        "not" term | "(" condition ")" | operand [sign operand]
    sign        "==" | "!=" | ">" | ">=" | "<" | "<="
    operand     ${reference} | number | "text" | 'text' | true | false | null

A condition is read into closures and never evaluated as code.
"""

from __future__ import annotations

import json
import operator
import re
from typing import TYPE_CHECKING, Any

from apps.errors import DomainError
from apps.evolution.domain.references import MissingReference, look_up, read_reference

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from apps.evolution.domain.references import Reference

    Lookup = Callable[[Reference], Any]
    Part = Callable[[Lookup], Any]

LONGEST = 1000
DEEPEST = 20

_TOKEN = re.compile(
    r"\s*(?:\$\{(?P<reference>[^{}]*)\}"
    r"|(?P<number>-?\d{1,15}(?:\.\d{1,15})?)(?![\w.])"
    r"|(?P<text>\"(?:[^\"\\]|\\.)*\"|'[^']*')"
    r"|(?P<sign>==|!=|>=|<=|>|<|\(|\))"
    r"|(?P<word>[a-z]+)(?!\w))"
)
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None}
_ORDERS: dict[str, Callable[[Any, Any], bool]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
}


def check_condition(when: str) -> None:
    """Refuse what is no condition: raises `invalid_condition` or `invalid_reference`."""
    _Reader(when).read()


def is_met(when: str, *, inputs: Mapping[str, Any], outputs: Mapping[str, Any]) -> bool:
    """Tell whether a condition holds; an empty one does.

    A field that an output does not have counts as null. Raises `invalid_condition`, also where a
    text is compared with a number by its size.
    """
    if not when.strip():
        return True

    def value_of(reference: Reference) -> Any:
        try:
            return look_up(reference, inputs=inputs, outputs=outputs)
        except MissingReference:
            return None

    return bool(_Reader(when).read()(value_of))


class _Reader:
    """Reads one condition, token by token."""

    def __init__(self, text: str) -> None:
        self.text, self.tokens, self.at = text, _tokens(text), 0

    def read(self) -> Part:
        part = self._either(0)
        if self.at < len(self.tokens):
            raise _invalid(self.text, f"{self.tokens[self.at][1]!r} is not expected there.")
        return part

    def _either(self, depth: int) -> Part:
        parts = [self._both(depth)]
        while self._took("or"):
            parts.append(self._both(depth))
        return lambda find: any(part(find) for part in parts)

    def _both(self, depth: int) -> Part:
        parts = [self._term(depth)]
        while self._took("and"):
            parts.append(self._term(depth))
        return lambda find: all(part(find) for part in parts)

    def _term(self, depth: int) -> Part:
        if depth > DEEPEST:
            raise _invalid(self.text, f"It is nested deeper than {DEEPEST} levels.")
        if self._took("not"):
            inner = self._term(depth + 1)
            return lambda find: not inner(find)
        if self._took("("):
            part = self._either(depth + 1)
            if not self._took(")"):
                raise _invalid(self.text, "A bracket is not closed.")
            return part
        return self._comparison()

    def _comparison(self) -> Part:
        left = self._operand()
        sign = next((one for one in ("==", "!=", *_ORDERS) if self._took(one)), None)
        if sign is None:
            return left
        right = self._operand()
        return lambda find: self._compare(left(find), sign, right(find))

    def _compare(self, left: Any, sign: str, right: Any) -> bool:
        if sign in {"==", "!="}:
            return _is_same(left, right) == (sign == "==")
        if not (_are(left, right, str) or _are(left, right, int, float)):
            raise _invalid(self.text, f"{sign} compares two numbers or two texts.")
        return _ORDERS[sign](left, right)

    def _operand(self) -> Part:
        kind, token = self.tokens[self.at] if self.at < len(self.tokens) else ("end", "the end")
        self.at += 1
        if kind == "reference":
            reference = read_reference(token)
            return lambda find: find(reference)
        literal = _literal(kind, token)
        if literal is None:
            raise _invalid(self.text, f"A value is expected where {token!r} stands.")
        return lambda _: literal[0]

    def _took(self, wanted: str) -> bool:
        is_next = self.at < len(self.tokens) and self.tokens[self.at][1] == wanted
        is_next = is_next and self.tokens[self.at][0] in {"sign", "word"}
        self.at += is_next
        return is_next


def _tokens(text: str) -> list[tuple[str, str]]:
    if len(text) > LONGEST:
        raise _invalid(text, f"It is longer than {LONGEST} characters.")
    found, at, text = [], 0, text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None or match.lastgroup is None:
            raise _invalid(text, f"{text[at : at + 20].strip()!r} cannot be read.")
        found.append((match.lastgroup, match[match.lastgroup]))
        at = match.end()
    return found


def _literal(kind: str, token: str) -> tuple[Any] | None:
    if kind == "word":
        return (_WORDS[token],) if token in _WORDS else None
    if kind == "number":
        return (json.loads(token),)
    if kind == "text":
        return (_text(token),)
    return None


def _text(token: str) -> str:
    if token.startswith("'"):
        return token[1:-1]
    try:
        return str(json.loads(token, strict=False))
    except json.JSONDecodeError as error:
        raise _invalid(token, f"{token} is no text.") from error


def _is_same(left: Any, right: Any) -> bool:
    """Compare as JSON does: true is not 1."""
    return isinstance(left, bool) == isinstance(right, bool) and left == right


def _are(left: Any, right: Any, *kinds: type) -> bool:
    return all(isinstance(one, kinds) and not isinstance(one, bool) for one in (left, right))


def _invalid(text: str, why: str) -> DomainError:
    return DomainError("invalid_condition", f"when: {text[:200]!r} is no condition. {why}")
