"""Joins words of time into phrases: lists, ranges, times with their part of the day, bounds.

Every rule is a pattern over the codes of tokens, in the order in which they must be joined; what
comes out is again a row of tokens.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from apps.scheduling.domain import phrases_of_days as days
from apps.scheduling.domain import phrases_of_recurrence as recurrence
from apps.scheduling.domain import phrases_of_times as times

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.scheduling.domain.joining import Join
    from apps.scheduling.domain.lexer import Token

_NOT_JOINED = frozenset(".")


def join_phrases(tokens: Sequence[Token]) -> list[Token]:
    """Join what belongs together; words that only fill are left out."""
    row = [token for token in tokens if token.code not in _NOT_JOINED]
    for pattern, join in _RULES:
        row = _rewrite(row, pattern, join)
    return row


def _rewrite(row: list[Token], pattern: re.Pattern[str], join: Join) -> list[Token]:
    codes = "".join(token.code for token in row)
    joined: list[Token] = []
    at = 0
    for match in pattern.finditer(codes):
        phrase = join(row[match.start() : match.end()])
        if phrase is not None:
            joined += [*row[at : match.start()], phrase]
            at = match.end()
    return [*joined, *row[at:]] if at else row


def _rule(pattern: str, join: Join) -> tuple[re.Pattern[str], Join]:
    return re.compile(pattern), join


_RULES: tuple[tuple[re.Pattern[str], Join], ...] = (
    # lists and ranges of days
    _rule("(?:(?<=e[wz])|(?<=k))&HK", days.join_no_holidays),
    _rule("w-[wn]", days.join_weekday_range),
    _rule("[wkz](?:&+[wkzn])*&+[wkznu]|ww+", days.join_weekday_list),
    _rule("x?[wzkH](?:&[wzkH])*K|x[wzkH](?:&[wzkH])*y?", days.join_except),
    _rule("q(?:&+q)*[wku]", days.join_nth),
    _rule("[qnj]mn|m[qnj]n(?!u)", days.join_date_with_year),
    _rule("(?:m&+)+D", days.join_months_and_date),
    _rule("m(?:&+m)+", days.join_months),
    _rule("m[qnj](?:&+[qnj](?!m))*|[qnj]m", days.join_date),
    _rule("m", days.join_months),
    _rule("[nj]-j|q-q", days.join_month_day_range),
    _rule("n(?:&n)*&j|j(?:&+[jq])+|q(?:&+q)+", days.join_month_days),
    _rule("q", days.join_numeric_rank),
    _rule("D(?:&+[Dj])*", days.join_dates),
    _rule("RuD", days.join_date_of_year),
    _rule("R(?:&?u)?[wjEz]|Ru", days.join_near),
    # times of the day
    _rule("p(?:&+p)+", times.join_parts),
    _rule("pA?[tn]|A?[tn]p", times.join_said),
    _rule(r"St-A?t|\(A?[tn]&A?[tn]\)?|[SA]n-A?[tn]|t-A?[tn]\)?|(?<=[gk])n-n", times.join_window),
    _rule("A?t(?:[&A]+[tn])*|An(?:[&A]+[tn])*|n(?:&n)*&t", times.join_said_list),
    # how often
    _rule("d&?d", recurrence.join_sum),
    _rule("(?<!e)nu", recurrence.join_counted),
    _rule("e[du]|eq?u|enu", recurrence.join_every),
    _rule("s[du]", recurrence.join_skipping),
    _rule("Ou", recurrence.join_other),
    _rule("f", recurrence.join_named_frequency),
    _rule("C/?[du]|Cg|dC|gC", recurrence.join_per),
    # what is told from now, and bounds
    _rule("daA?|id", recurrence.join_after),
    _rule("S?[DQrX]B|S[DQrX]|S?wB|Sw", recurrence.join_start),
    _rule("T[DQrXwE]T?|-[DQr]T?|-ET|(?<![jDwn])-E", recurrence.join_until),
    _rule("F[du]|FC", recurrence.join_for),
)
