"""Phrases of how often, after how long, from when and until when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.scheduling.domain.joining import phrase_of, values_of
from apps.scheduling.domain.vocabulary import Length

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.scheduling.domain.lexer import Token


def join_sum(phrase: Sequence[Token]) -> Token | None:
    """An hour and thirty minutes as one length."""
    first, last = phrase[0].value, phrase[-1].value
    if (first.unit, last.unit) != ("hour", "minute"):
        return None
    return phrase_of("d", Length(first.amount * 60 + last.amount, "minute"), phrase)


def join_counted(phrase: Sequence[Token]) -> Token | None:
    """Three days, where number and unit are apart."""
    return phrase_of("d", Length(phrase[0].value, phrase[1].value), phrase)


def join_every(phrase: Sequence[Token]) -> Token | None:
    """Every two hours, every 3rd day, 每天: (how many, of what)."""
    if _mixes_scripts(phrase):
        return phrase_of("!", "mixed_words", phrase)
    last = phrase[-1]
    if last.code == "d":
        return phrase_of("g", last.value, phrase)
    unit = last.value
    count = phrase[1].value if len(phrase) == 3 else 1
    return phrase_of("g", Length(count, unit), phrase)


def _mixes_scripts(phrase: Sequence[Token]) -> bool:
    first, second = phrase[0], phrase[1]
    return (
        first.end == second.start
        and first.text.isascii() != second.text.isascii()
        and not second.text[0].isdecimal()
    )


def join_skipping(phrase: Sequence[Token]) -> Token | None:
    """每隔一天: every two days; 每隔三天: every three or every four."""
    last = phrase[-1]
    if last.code == "u":
        return phrase_of("g", Length(2, last.value), phrase)
    length: Length = last.value
    if length.unit in ("minute", "hour", "quarter_hour", "second"):
        return phrase_of("g", length, phrase)
    if length.amount == 1:
        return phrase_of("g", Length(2, length.unit), phrase)
    return phrase_of("G", length, phrase)


def join_other(phrase: Sequence[Token]) -> Token | None:
    """Every other week."""
    return phrase_of("g", Length(2, phrase[-1].value), phrase)


def join_named_frequency(phrase: Sequence[Token]) -> Token | None:
    """Daily, weekly, 天天."""
    count, unit = phrase[0].value
    return phrase_of("g", Length(count, unit), phrase)


def join_per(phrase: Sequence[Token]) -> Token | None:
    """Twice a day, 一天三次, 每周两次: a frequency, and how often in it."""
    times = values_of(phrase, "C")[0]
    spans = [one for one in phrase if one.code in "dug"]
    length = spans[0].value if isinstance(spans[0].value, Length) else Length(1, spans[0].value)
    if times == 1:
        return phrase_of("g", length, phrase)
    if length.amount != 1:
        return None
    return phrase_of("c", (times, length.unit), phrase)


def join_after(phrase: Sequence[Token]) -> Token | None:
    """In two hours, 三天后."""
    length = next(one.value for one in phrase if one.code == "d")
    return phrase_of("X", length, phrase)


def join_start(phrase: Sequence[Token]) -> Token | None:
    """From next Monday, 从明天起."""
    if phrase[-1].code == "w" and len(phrase[-1].value) > 1:
        return None  # from Monday to Friday: these are its days
    return phrase_of("<", next(one for one in phrase if one.code in "DQrXw"), phrase)


def join_until(phrase: Sequence[Token]) -> Token | None:
    """Until March 31, 到年底为止."""
    return phrase_of(">", next(one for one in phrase if one.code in "DQrXwEM"), phrase)


def join_for(phrase: Sequence[Token]) -> Token | None:
    """For four weeks, 接下来五天."""
    last = phrase[-1]
    if last.code == "C":
        return phrase_of("#", last.value, phrase)
    length = last.value if last.code == "d" else Length(1, last.value)
    if length.unit in ("minute", "hour", "second"):
        return phrase_of("W", None, phrase)  # how long it takes, not how long it goes on
    return phrase_of("%", length, phrase)
