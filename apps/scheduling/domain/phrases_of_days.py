"""Phrases of days: lists and ranges of weekdays, days of a month, dates, next Monday."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.scheduling.domain.joining import phrase_of, values_of
from apps.scheduling.domain.vocabulary import WEEKEND, WORKING_DAYS, Day, Near

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.scheduling.domain.lexer import Token

_LEAST_YEAR = 1900


def days_of_week(token: Token) -> tuple[int, ...] | None:
    """Give the days of the week a token names; None where it names none."""
    if token.code in "wk":
        return token.value if token.code == "w" else WORKING_DAYS
    if token.code == "z":
        return WEEKEND
    if token.code == "n" and 1 <= token.value <= 7:
        return (token.value - 1,)
    if token.text in ("日", "天"):
        return (6,)
    return None


def join_weekday_range(phrase: Sequence[Token]) -> Token | None:
    """Monday to Friday, 周一到周五."""
    first, last = days_of_week(phrase[0]), days_of_week(phrase[-1])
    if not first or not last:
        return None
    end = last[0] if last[0] >= first[0] else last[0] + 7
    return phrase_of("w", tuple(day % 7 for day in range(first[0], end + 1)), phrase)


def join_weekday_list(phrase: Sequence[Token]) -> Token | None:
    """周一、三、五; Tuesday and Thursday."""
    each = [days_of_week(one) for one in phrase if one.code != "&"]
    known = [days for days in each if days]
    if len(known) < len(each):
        return None
    return phrase_of("w", tuple(sorted({day for days in known for day in days})), phrase)


def join_nth(phrase: Sequence[Token]) -> Token | None:
    """The first Monday, the 2nd and last Friday, the last day, the last business day."""
    last = phrase[-1]
    ranks = tuple(values_of(phrase, "q"))
    if last.code == "w" and len(last.value) == 1:
        return phrase_of("h", tuple((rank, last.value[0]) for rank in ranks), phrase)
    if last.code == "k":
        return phrase_of("J", ranks, phrase)
    if last.code == "u" and last.value == "day":
        return phrase_of("j", ranks, phrase)
    if last.code == "u" and last.value == "minute" and len(ranks) == 1:
        return phrase_of("P", ranks[0], phrase)
    return None


def join_month_days(phrase: Sequence[Token]) -> Token | None:
    """The 1st and the 15th, 1号和15号."""
    days = [as_days(one) for one in phrase if one.code in "jnq"]
    return phrase_of("j", tuple(day for some in days for day in some), phrase)


def as_days(token: Token) -> tuple[int, ...]:
    """Give the days of a month a token names."""
    return token.value if isinstance(token.value, tuple) else (token.value,)


def join_numeric_rank(phrase: Sequence[Token]) -> Token | None:
    """The 15th, alone: a day of the month."""
    if not phrase[0].text[0].isdecimal() or not phrase[0].text[1:].isascii():
        return None
    return phrase_of("j", (phrase[0].value,), phrase)


def join_month_day_range(phrase: Sequence[Token]) -> Token | None:
    """10号到15号, the 1st through the 5th."""
    first, last = as_days(phrase[0])[0], as_days(phrase[-1])[-1]
    if not 1 <= first < last <= 31:
        return None
    return phrase_of("j", tuple(range(first, last + 1)), phrase)


def join_date(phrase: Sequence[Token]) -> Token | None:
    """March 5th and 6th, 5月1号."""
    months, days = values_of(phrase, "m"), values_of(phrase, "qnj")
    year = days.pop() if phrase[-1].code == "n" and days[-1] > _LEAST_YEAR else None
    if len(months) != 1 or not days:
        return None
    dates = [
        Day(year, months[0], day)
        for some in days
        for day in ((some,) if isinstance(some, int) else some)
    ]
    return phrase_of("D", tuple(dates), phrase)


def join_date_with_year(phrase: Sequence[Token]) -> Token | None:
    """The 25th of December 2026, December 25 2026."""
    month, day = (phrase[0], phrase[1]) if phrase[0].code == "m" else (phrase[1], phrase[0])
    year = phrase[-1]
    if year.value <= _LEAST_YEAR:
        return None
    dates = tuple(Day(year.value, month.value, one) for one in as_days(day))
    return phrase_of("D", dates, phrase)


def join_dates(phrase: Sequence[Token]) -> Token | None:
    """Dates in a list, the month said once or with each."""
    dates: list[Day] = []
    for one in phrase:
        if one.code == "D":
            dates += one.value
        elif one.code == "j":
            dates += [dates[-1]._replace(day=day) for day in one.value]
    return phrase_of("D", tuple(dates), phrase)


def join_months_and_date(phrase: Sequence[Token]) -> Token | None:
    """Read 三月、六月和九月的15号: the day belongs to all of them."""
    last: Sequence[Day] = phrase[-1].value
    if len(last) != 1 or last[0].year is not None:
        return None
    months = [*values_of(phrase, "m"), last[0].month]
    return phrase_of("D", tuple(last[0]._replace(month=month) for month in months), phrase)


def join_months(phrase: Sequence[Token]) -> Token | None:
    """July and August."""
    return phrase_of("M", tuple(values_of(phrase, "m")), phrase)


def join_near(phrase: Sequence[Token]) -> Token | None:
    """Next Monday, 下个月3号, this weekend."""
    by = phrase[0].value
    last = phrase[-1]
    is_english = phrase[0].text.isascii()
    if last.code == "w":
        return phrase_of("Q", Near(by, "week", weekdays=last.value, is_loose=is_english), phrase)
    if last.code == "j":
        return phrase_of("Q", Near(by, "month", days=as_days(last)), phrase)
    if last.code == "E":
        return phrase_of("Q", Near(by, last.value, days=(-1,)), phrase)
    if last.code == "z":
        return phrase_of("Q", Near(by, "week", weekdays=WEEKEND), phrase)
    return phrase_of("Q", Near(by, last.value if last.code == "u" else "week"), phrase)


def join_date_of_year(phrase: Sequence[Token]) -> Token | None:
    """Next year's March 5th; the year is told from today."""
    if phrase[1].value != "year":
        return None
    return phrase_of("Q", Near(phrase[0].value, "year", dates=phrase[-1].value), phrase)


def join_except(phrase: Sequence[Token]) -> Token | None:
    """Except Sundays and holidays; 周日除外."""
    days = [days_of_week(one) for one in phrase if one.code in "wzk"]
    left_out = tuple(sorted({day for some in days for day in some or ()}))
    feasts = values_of(phrase, "H")
    if "feast" in feasts:
        return phrase_of("H", "feast", phrase)
    return phrase_of("~", (left_out, bool(feasts)), phrase)


def join_no_holidays(phrase: Sequence[Token]) -> Token | None:
    """每周一，节假日除外: behind a comma it is the holidays alone that are left out."""
    if phrase[0].text != "," or phrase[1].value == "feast":
        return None
    return phrase_of("~", ((), True), phrase)
