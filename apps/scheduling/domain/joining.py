"""What every rule that joins words of time into a phrase is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from apps.scheduling.domain.lexer import Token

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Join = Callable[[Sequence[Token]], Token | None]


def phrase_of(code: str, value: Any, phrase: Sequence[Token]) -> Token:
    """Make one token of a phrase."""
    text = " ".join(one.text for one in phrase)
    return Token(code, phrase[0].start, phrase[-1].end, value, text)


def values_of(phrase: Sequence[Token], codes: str) -> list[Any]:
    """Give the values of the tokens of a phrase that have one of these codes."""
    return [one.value for one in phrase if one.code in codes]
