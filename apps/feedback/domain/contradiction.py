"""Notice that a clause states a value which the previous answer had otherwise."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from apps.feedback.domain.acts import Act
from apps.feedback.domain.previous_turn import split_words

if TYPE_CHECKING:
    from apps.feedback.domain.previous_turn import PreviousTurn

_IMPERATIVE = re.compile(
    r"^(?:add|create|run|check|send|show|list|book|find|do|write|open|remind|also|now|next)\b"
    r"|^(?:查|写|做|发|跑|再|也|给|提醒|顺便|把)",
    re.ASCII,
)
# "line 2" against "line 3": the same name with another number is another thing.
_NUMBERED = (
    re.compile(r"\b(?P<label>[a-z]{3,})[ -](?P<number>\d+)\b", re.ASCII),
    re.compile(
        r"(?P<number>[一二三四五六七八九十\d]+)(?P<label>号[楼线库机床厅门]?|楼|车间|班|组|科|线)"
    ),
)
# "5 秒" against "10 秒": the same unit with another amount is another value.
_AMOUNT = re.compile(
    r"(?P<number>\d+(?:[.,:]\d+)*) ?(?P<label>分钟|小时|秒钟?|天|周|个月|万元|亿元|元|块|件|条|张|"
    r"页|人|次|个|号|楼|层|折|岁|度|公里|米|厘米|公斤|吨|%|percent|ms|px|pt|mb|gb|kb|kg|km|cm|mm|"
    r"minute|min|hour|second|sec|day|week|month|year|dollar|euro|usd|eur|page|people|person|guest|"
    r"row|line|item|night|star|point|times|am|pm)s?(?![a-z])",
    re.ASCII,
)
# 一 is left out: "一份" is an article more often than a count.
_COUNT = re.compile(
    r"(?P<number>[二两三四五六七八九十\d]+)"
    r"(?P<label>份|位|个|张|条|页|次|天|人|杯|件|节|遍|间|台|本|箱|斤|套|行|列|段)"
)
_COUNT_BEFORE = re.compile(_COUNT.pattern.replace("[二", "[一二", 1))
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*", re.ASCII)
_COUNTS = re.compile(r"[\d一二两三四五六七八九十]")
_UNMOVED = re.compile(r"(?:还是|仍是|仍然是|依然是|仍然).{0,12}(?<!吧)$")
_POINTING = re.compile(
    r"^(?:that|this|it|these|those|they) (?:is|are|was|were)\b|^[这那][个些份]?(?:明明|好像)?是",
    re.ASCII,
)
_SOURCE = re.compile(
    r"\b(?:says?|gives?|shows?|told me|has|reads?|lists?|reports?|count(?:ed|s)?|gets?|got)\b"
    r"|说是?|显示|写的是|给的是|记的是|查到的?是",
    re.ASCII,
)
_FIELD_EN = re.compile(
    r"^(?:the |its? |his |her |their )?(?P<field>[a-z][\w /-]{1,24}?) (?:is|are|was|has to be|=) "
    r"(?:actually |now |really )?(?P<value>[\w.'/◆-]+(?: [\w.'/-]+){0,3})$",
    re.ASCII,
)
_FIELD_ZH = re.compile(
    r"^(?:那个?|这个?|他们?的?)?(?P<field>[一-鿿\w]{1,8}?)(?:明明|其实|应该)?(?:是|为|叫|在)"
    r"(?P<value>[一-鿿\w.◆-]{1,12})(?:啊|呀|哦|的)?$"
)
_FIELD_NAMES = frozenset(
    "单位 币种 日期 地址 时间 电话 姓名 抬头 税率 负责人 地点 收件人 金额 数量 型号 规格 版本 端口 "
    "颜色 标题 语言 格式 单号 科室 床号 审批人 联系人 收货人 人数 楼层 房间 名字 邮箱".split()
)
_STATES = re.compile(
    r"\b(?:is|are|was|were|has|have|had|needs?|should|must|only|not)\b|[是有共才只都应要不没]|吧$",
    re.ASCII,
)
LEAST_NAMED = 6
LEAST_SHARED = 4  # one in four
_NO_VERBS = frozenset(
    "a an the there this that these those it is are was were do does did can could would will "
    "should may please what why how when where who which and or but if for in on at to of with "
    "i we you they my your our hi hello hey ok no not yes now next also".split()
)


def find_contradiction(text: str, previous: PreviousTurn) -> tuple[Act, str] | None:
    """Give what a statement does when its value clashes with the previous answer, and its words."""
    if not previous.text or _IMPERATIVE.search(text):
        return None
    found = _find_clash(text, previous) if _COUNTS.search(text) else _find_field(text, previous)
    return None if found and _is_about_else(text, previous) else found


def _find_clash(text: str, previous: PreviousTurn) -> tuple[Act, str] | None:
    before = previous.text
    clashes = (_clash(one, one, text, previous) for one in _NUMBERED)
    if thing := next(filter(None, clashes), ""):
        return (Act.DENIAL if _POINTING.search(text) else Act.VALUE), thing
    if _NUMBER.search(text) and (denied := _denied_number(text, before)):
        return Act.DENIAL, denied
    value = _clash(_AMOUNT, _AMOUNT, text, previous) or _clash(
        _COUNT, _COUNT_BEFORE, text, previous
    )
    return (Act.VALUE, value) if value else _find_field(text, previous)


def _find_field(text: str, previous: PreviousTurn) -> tuple[Act, str] | None:
    value = _field_clash(text, previous.text)
    return (Act.VALUE, value) if value else None


def is_another_task(text: str, previous: PreviousTurn) -> bool:
    """Tell whether a clause orders something that has little to do with what was spoken of."""
    opening = text.split(" ", 1)[0]
    orders = opening.isascii() and opening.isalpha() and opening not in _NO_VERBS
    return orders and " is " not in text and _is_about_else(text, previous)


def _is_about_else(text: str, previous: PreviousTurn) -> bool:
    """Tell whether a clause names so much that was not spoken of that it is a task of its own."""
    named = {word for word in split_words(text) if not word.isdigit() and word not in _NO_VERBS}
    if len(named) < LEAST_NAMED:
        return False
    return len(named & previous.words) * LEAST_SHARED < len(named)


def repeats_intent(text: str, previous: PreviousTurn) -> str:
    """Give the opening verb when a request opens with that of the previous intent."""
    opening = text.split(" ", 1)[0]
    intended = previous.folded_intent.split(" ", 1)[0]
    repeats = opening == intended and opening.isascii() and opening not in _NO_VERBS
    return opening if repeats else ""


def _clash(
    pattern: re.Pattern[str], earlier: re.Pattern[str], text: str, previous: PreviousTurn
) -> str:
    """Find a labelled number whose label had another number before.

    A number that the person had ordered, and got, is nobody's fault: another one beside it is the
    next order, unless the clause states how it is.
    """
    for found in pattern.finditer(text):
        label, number = found["label"], found["number"]
        ordered = _numbers_of(label, earlier, previous.folded_intent)
        answered = _numbers_of(label, earlier, previous.answered)
        if ordered and not _STATES.search(text):
            clashes = bool(answered) and number in ordered and number not in answered
        else:
            clashes = bool(ordered | answered) and number not in ordered | answered
        if clashes:
            return found.group()
    return ""


def _numbers_of(label: str, pattern: re.Pattern[str], text: str) -> set[str]:
    return {one["number"] for one in pattern.finditer(text) if one["label"] == label}


def _denied_number(text: str, before: str) -> str:
    """Find a number that is said to have stayed, or that another source gives otherwise."""
    if _UNMOVED.search(text):
        return text
    had = set(_NUMBER.findall(before))
    if not had or not _SOURCE.search(text):
        return ""
    return next((number for number in _NUMBER.findall(text) if number not in had), "")


def _field_clash(text: str, before: str) -> str:
    found = _FIELD_EN.search(text) or _FIELD_ZH.search(text)
    if not found or found["value"] in before or not _looks_like_value(found["value"]):
        return ""
    known = found["field"] in before or found["field"] in _FIELD_NAMES
    return found.group() if known else ""


def _looks_like_value(value: str) -> bool:
    return "一" <= value[0] <= "鿿" or "◆" in value or any(sign.isdigit() for sign in value)
