"""Finds what no schedule can keep to: a condition, a deadline, a time told from an event."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.scheduling.domain.lexer import Token

_CONDITION = re.compile(
    r"如果|假如|假使|倘若|要是|若是|除非|只要|万一|一旦|的话|只有.{1,20}才|(?<!早)(?<!晚)就[不别]"
    r"|\b(?:if|unless|provided|as long as|depending on|only when|when|whenever|in case)\b"
)
_POLITE = re.compile(
    r"(?:如果|要是)?(?:可以|方便|有空|行|没问题)的话|如果(?:可以|方便)|"
    r"\bif (?:you can|you could|you don't mind|possible|that's (?:ok|okay|fine))\b"
)
# What is found out, or done in any case, is part of the thing to be done.
_OF_THE_TASK = re.compile(
    r"\b(?:check|checks|see|know|ask|find out|verify|confirm|wonder|test|decide|as|even|just)\s*$"
    r"|(?:看看?|检查|确认|问问?|想想)(?:一下)?\s*$"
)
_BEFORE_AN_EVENT = re.compile(r"提[前早](?=\s*(?:[\d零一两二三四五六七八九十半]|几))")
_OPEN_HOURS = re.compile(
    r"上班时间|工作时间|营业时间|办公时间|白天(?!鹅)|期间"
    r"|\b(?:during|throughout)\b|\b(?:business|office|working|opening) hours\b|\ball day\b"
)
_EVENT = re.compile(
    r"日出|日落|天亮|天黑|(?:睡|饭|餐|课|会|班|学|床)(?:之|以)?[前后](?!台|端|面)"
    r"|\b(?:sunrise|sunset|dawn|dusk)\b"
    r"|\b(?:before|after) (?:the |my |each |every )?"
    r"(?:breakfast|lunch|dinner|supper|meals?|bed|bedtime|work|school|class|meetings?|waking)\b"
)
_TIMES = frozenset("tDjwrEdkzN")
_BEFORE_ZH = re.compile(r"(?:之|以)?前(?![台端往面后线景年天]|提(?![醒前交]))")
_BEFORE_EN = frozenset({"before", "by"})
_EARLIER = frozenset({"before", "ahead", "earlier", "early", "prior"})


def find_doubt(tokens: Sequence[Token], *, has_times: bool) -> str:
    """Give the code of what makes a time no fixed one; nothing where all is well."""
    text = "".join(token.text for token in tokens)
    if _depends(text):
        return "condition"
    if _BEFORE_AN_EVENT.search(text) or _is_earlier(tokens):
        return "lead_time"
    if _OPEN_HOURS.search(text):
        return "hours_missing"
    if not has_times and _EVENT.search(text):
        return "event"
    if _is_open_ended(tokens):
        return "open_ended"
    return "deadline" if _is_deadline(tokens, text) else ""


def _depends(text: str) -> bool:
    plain = _POLITE.sub("", text)
    return any(
        not _OF_THE_TASK.search(plain[: found.start()]) for found in _CONDITION.finditer(plain)
    )


def _is_earlier(tokens: Sequence[Token]) -> bool:
    """Tell whether a length is counted back: ten minutes before."""
    told = [token for token in tokens if token.text.strip()]
    return any(length.code == "d" and word.text in _EARLIER for length, word in pairwise(told))


def _is_open_ended(tokens: Sequence[Token]) -> bool:
    """Tell whether only the earliest time is said: after 6pm, 八点以后."""
    told = [token for token in tokens if token.code != "."]
    return any(
        (one.text == "after" and two.code == "t") or (one.code == "t" and two.code == "a")
        for one, two in pairwise(told)
    )


def _is_deadline(tokens: Sequence[Token], text: str) -> bool:
    told = [token for token in tokens if token.code != "."]
    at = 0
    for token in tokens:
        at += len(token.text)
        if token.code in _TIMES and _BEFORE_ZH.match(text, at):
            return True
    return any(
        word.text in _BEFORE_EN and time.code in "tnDwrNRmkE" for word, time in pairwise(told)
    )
