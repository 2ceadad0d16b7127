"""What a sentence says of a time, sorted by what it is: how often, which days, when, until when."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from apps.scheduling.domain.vocabulary import Clock, Length, Said

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from apps.scheduling.domain.lexer import Token
    from apps.scheduling.domain.vocabulary import Day, Near

# Tokens that fill one place, by their code.
_PLACES = {
    "g": "every",
    "G": "skipped",
    "b": "doubtful",
    "c": "per",
    "w": "weekdays",
    "h": "nth",
    "J": "nth_workdays",
    "j": "month_days",
    "E": "month_end",
    "D": "dates",
    "M": "months",
    "r": "day",
    "Q": "near",
    "X": "after",
    "Y": "window",
    "P": "minute_past",
    "<": "start",
    ">": "until",
    "%": "span",
    "#": "runs",
    "Z": "zone",
    "!": "wrong",
}
# Words of time that are also words of other things, where nothing in the sentence needs them.
_HARMLESS = frozenset("W&A-iSoF()OBRymqa")
# What says without "every" that it recurs: Mondays, mornings, Monday to Friday.
_ALWAYS = re.compile(
    r"[a-z]days\b|\bm ?[-–] ?f\b|\b(?:mornings|afternoons|evenings|nights|nightly)\b"
    r"|\S (?:到|至|-|–|—|~|to|through|thru) \S"
)
_EACH = re.compile(r"\b(?:every|each)\b")
_MADE_RECURRING = frozenset("wkzhJjEDMtNp")


@dataclass(slots=True)
class Slots:
    """The places of a schedule that a sentence fills; `unread` are words of time left over."""

    every: Length | None = None
    skipped: Length | None = None
    doubtful: str = ""
    per: tuple[int, str] | None = None
    recurs: bool = False
    ranks_weeks: bool = False
    weekdays: tuple[int, ...] = ()
    is_working_day: bool = False
    is_weekend: bool = False
    nth: tuple[tuple[int, int], ...] = ()
    nth_workdays: tuple[int, ...] = ()
    month_days: tuple[int, ...] = ()
    month_end: str = ""
    dates: tuple[Day, ...] = ()
    months: tuple[int, ...] = ()
    day: int | None = None
    near: Near | None = None
    after: Length | None = None
    times: tuple[Said, ...] = ()
    part: str = ""
    window: tuple[Said, Said] | None = None
    minute_past: int | None = None
    start: Token | None = None
    until: Token | None = None
    span: Length | None = None
    runs: int | None = None
    left_out: tuple[int, ...] = ()
    zone: str = ""
    wrong: str = ""
    is_holiday: bool = False
    leaves_out_holidays: bool = False
    is_business_day: bool = False
    skips_holidays: bool = False
    is_vague: bool = False
    starts_in_hour: bool = False
    length: Length | None = None
    unread: list[Token] = field(default_factory=list)
    read: list[Token] = field(default_factory=list)

    @property
    def says_when(self) -> bool:
        """Tell whether anything of a schedule was said; a zone alone says nothing."""
        return any(token.code != "Z" for token in self.read)

    @property
    def names_days(self) -> bool:
        """Tell whether it says on which days, beside how often."""
        return bool(
            self.weekdays
            or self.is_working_day
            or self.is_weekend
            or self.nth
            or self.nth_workdays
            or self.month_days
            or self.month_end
            or self.dates
        )


def sort_phrases(row: Sequence[Token]) -> Slots:
    """Put each phrase in its place; one that finds its place taken is left unread."""
    slots = Slots()
    for at, token in enumerate(row):
        before = row[at - 1] if at else None
        after = row[at + 1] if at + 1 < len(row) else None
        if _fill(slots, token, before, after):
            slots.read.append(token)
        elif token.code not in _HARMLESS and not _is_plain_word(token, before, after):
            slots.unread.append(token)
    return slots


def _fill(slots: Slots, token: Token, before: Token | None, after: Token | None) -> bool:
    """Put one phrase in its place; False where it has none, or finds it taken."""
    if place := _PLACES.get(token.code):
        slots.recurs = slots.recurs or _says_always(token)
        slots.is_business_day |= token.code == "J" and "weekday" not in token.text
        return _put(slots, place, token.value)
    if place := _FLAGS.get(token.code):
        setattr(slots, place, True)
        return True
    if own := _OWN_WAY.get(token.code):
        return own(slots, token)
    return _fill_beside(slots, token, before, after)


def _says_always(token: Token) -> bool:
    if token.code == "E":
        return bool(_EACH.search(token.text))
    return token.code in "wt" and bool(_ALWAYS.search(token.text))


def _fill_beside(slots: Slots, token: Token, before: Token | None, after: Token | None) -> bool:
    """Put a word in its place whose meaning hangs on the words beside it."""
    following = after.code if after else ""
    match token.code:
        case "e" if following and following in _MADE_RECURRING:
            slots.recurs = True
            slots.ranks_weeks = following == "h"
            return True
        case "s" | "O" if following and following in ("w" if token.code == "s" else "wz"):
            return _put(slots, "every", Length(2, "week"))
        case "S" if following == "P":
            slots.starts_in_hour = True
            return True
        case "u" if token.value in ("month", "week", "quarter", "year"):
            return _of_the_period(slots, token, before)
        case "d" if before is None and after is None:
            slots.length = token.value
            return True
    return False


def _take_times(slots: Slots, token: Token) -> bool:
    if isinstance(token.value, Clock):
        return False  # beside a number that is no time
    slots.times = (*slots.times, *token.value)
    slots.recurs = slots.recurs or _says_always(token)
    return True


def _take_tonight(slots: Slots, token: Token) -> bool:
    return _put(slots, "day", 0) and _put(slots, "part", token.value)


def _take_left_out(slots: Slots, token: Token) -> bool:
    left_out, holidays = token.value
    slots.leaves_out_holidays = slots.leaves_out_holidays or holidays
    return not left_out or _put(slots, "left_out", left_out)


def _take_working_day(slots: Slots, token: Token) -> bool:
    if slots.weekdays:
        return False
    slots.is_working_day = slots.recurs = True
    slots.is_business_day = slots.is_business_day or token.value == "business"
    return True


def _take_weekend(slots: Slots, token: Token) -> bool:
    if slots.weekdays:
        return False
    slots.is_weekend = True
    slots.recurs = slots.recurs or token.text == "weekends"
    return True


def _put(slots: Slots, place: str, value: Any) -> bool:
    held = getattr(slots, place)
    if held not in (None, "", ()):
        return bool(held == value) or _narrowed(slots, place, value)
    setattr(slots, place, value)
    return True


def _narrowed(slots: Slots, place: str, value: Any) -> bool:
    """Take a frequency that says again what another said: 工作日每天, daily every day."""
    if place != "every" or slots.every is None:
        return False
    if value.unit == "day" and value.amount == 1 and slots.every.unit in ("week", "minute", "hour"):
        return True
    if slots.every.unit == "day" and slots.every.amount == 1:
        slots.every = value
        return True
    return False


def _take_part(slots: Slots, token: Token) -> bool:
    if token.value == ("noon",):
        slots.times = (*slots.times, Said(Clock(12, is_full=True)))
        return True
    slots.part = slots.part or token.value[0]
    return True


def _of_the_period(slots: Slots, token: Token, before: Token | None) -> bool:
    """Read "of the month" behind what it counts in."""
    if before is None or before.code not in "hJj":
        return False
    if slots.every is None:
        slots.every = Length(1, token.value)
    return True


def _is_plain_word(token: Token, before: Token | None, after: Token | None) -> bool:
    """Tell whether a word of time belongs to other words: 周报, two tickets, day and night."""
    touches = (after and after.code == "W") or (before and before.code == "W")
    if token.code in "un":
        return bool(touches)
    if token.code == "C":
        return bool(token.value == 1)
    if token.code == "d":
        return token.value.unit in ("minute", "hour", "second", "quarter_hour") and bool(touches)
    return token.code == "e" and bool(after and after.code == "W")


_FLAGS = {"H": "is_holiday", "v": "is_vague"}
_OWN_WAY: dict[str, Callable[[Slots, Token], bool]] = {
    "t": _take_times,
    "N": _take_tonight,
    "p": _take_part,
    "~": _take_left_out,
    "k": _take_working_day,
    "z": _take_weekend,
}
