"""Notice that a clause states a value which the previous answer had otherwise."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from apps.feedback.domain.acts import Act

if TYPE_CHECKING:
    from apps.feedback.domain.previous_turn import PreviousTurn

_IMPERATIVE = re.compile(
    r"^(?:add|create|run|check|send|show|list|book|find|do|write|open|remind|also|now|next|查|写|"
    r"做|发|跑|再|也|给|提醒|顺便|把)",
    re.ASCII,
)
_UNIT = (
    r"(?:分钟|小时|秒钟?|天|周|个月|万元|亿元|元|块|件|条|张|页|人|次|个|号|楼|层|折|岁|度|公里|"
    r"米|厘米|公斤|吨|"
    r"%|percent|ms|px|pt|mb|gb|kb|kg|km|cm|mm|k|minutes?|mins?|hours?|seconds?|secs?|days?|weeks?|"
    r"months?|years?|dollars?|euros?|usd|eur|"
    r"pages?|people|persons?|guests?|rows?|lines?|items?|nights?|stars?|points?|times|am|pm)"
)
_COUNT = re.compile(
    r"([二两三四五六七八九十\d]+)(份|位|个|张|条|页|次|天|人|杯|件|节|遍|间|台|本|箱|斤|套|行|列|"
    r"段)"
)
_SOURCE = re.compile(
    r"\b(?:says?|gives?|shows?|told me|has|reads?|lists?|reports?|count(?:ed|s)?|gets?|got)\b|说是?|显示|写的是|给的是|记的是|查到的?是",
    re.ASCII,
)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*", re.ASCII)
_AMOUNT = re.compile(rf"(\d+(?:[.,:]\d+)*) ?({_UNIT})(?![a-z])", re.ASCII)
_NUMBERED = re.compile(
    r"\b([a-z]{3,})[ -](\d+)\b|([一二三四五六七八九十\d]+)(号[楼线库机床厅门]?|楼|车间|班|组|科|"
    r"线)",
    re.ASCII,
)
_POINTING = re.compile(
    r"^(?:that|this|it|these|those|they) (?:is|are|was|were)\b|^(?:这|那)(?:个|些|份)?(?:明明|"
    r"好像)?是",
    re.ASCII,
)
_FIELD = re.compile(
    r"^(?:the |its? |his |her |their )?([a-z][\w /-]{1,24}?) (?:is|are|was|has to be|"
    r"=) (?:actually |now |really )?([\w.'/◆-]+(?: [\w.'/-]+){0,3})$",
    re.ASCII,
)
_FIELD_ZH = re.compile(
    r"^(?:那个?|这个?|他们?的?)?([一-鿿\w]{1,8}?)(?:明明|其实|应该)?(?:是|为|叫|"
    r"在)([一-鿿\w.◆-]{1,12})(?:啊|呀|哦|的)?$"
)
_FIELD_NAMES = re.compile(
    r"^(?:单位|币种|日期|地址|时间|电话|姓名|抬头|税率|负责人|地点|收件人|金额|数量|型号|规格|"
    r"版本|端口|颜色|标题|语言|格式|单号|科室|床号|审批人|联系人|收货人|人数|楼层|房间|名字|邮箱)$"
)
_NAMES = re.compile(
    r"^(?:it|that|this|the name|his name|her name|name) is (?:dr |mr |ms |mrs |"
    r"prof )?([a-z]{4,})$",
    re.ASCII,
)


def find_contradiction(text: str, previous: PreviousTurn) -> tuple[Act, str] | None:
    """Give what a statement does when its value clashes with the previous answer, and the words."""
    if _IMPERATIVE.search(text) or not previous.text:
        return None
    if numbered := _clash(_NUMBERED, text, previous.text):
        return (Act.DENIAL if _POINTING.search(text) else Act.VALUE), numbered
    if amount := _clash(_AMOUNT, text, previous.text):
        return Act.VALUE, amount
    if (count := _COUNT.search(text)) and (_counts(previous.text, count[2]) - {count[1]}):
        return Act.VALUE, count.group()
    if _SOURCE.search(text) and (other := _other_number(text, previous.text)):
        return Act.DENIAL, other
    return _field_clash(text, previous)


def repeats_intent(text: str, previous: PreviousTurn) -> str:
    """Give the opening verb when a request opens with that of the previous intent."""
    opening = text.split(" ", 1)[0]
    intended = previous.folded_intent.split(" ", 1)[0]
    if len(opening) > 2 and opening.isascii() and opening == intended:
        return opening
    return ""


def _counts(before: str, measure: str) -> set[str]:
    return {found[1] for found in re.finditer(rf"([一二两三四五六七八九十\d]+){measure}", before)}


def _other_number(text: str, before: str) -> str:
    """Give a number of the text where the answer had numbers, and not this one."""
    had = set(_NUMBER.findall(before))
    return next((number for number in _NUMBER.findall(text) if had and number not in had), "")


def _clash(pattern: re.Pattern[str], text: str, before: str) -> str:
    """Find a labelled number in the text whose label had another number before."""
    for found in pattern.finditer(text):
        number, label = _number_and_label(found)
        had = {n for n, other in map(_number_and_label, pattern.finditer(before)) if other == label}
        if had and number not in had:
            return found.group()
    return ""


def _number_and_label(found: re.Match[str]) -> tuple[str, str]:
    parts = [part for part in found.groups() if part]
    number = next((part for part in parts if part[0] in "0123456789一二三四五六七八九十"), parts[0])
    label = next(part for part in parts if part != number)
    return number, label.removesuffix("s")


def _field_clash(text: str, previous: PreviousTurn) -> tuple[Act, str] | None:
    found = _FIELD.search(text) or _FIELD_ZH.search(text)
    if not found:
        return None
    field, value = found[1], found[2]
    if (
        (field in previous.text or _FIELD_NAMES.search(field))
        and value not in previous.text
        and _looks_like_value(value)
    ):
        return Act.VALUE, found.group()
    return None


def _looks_like_value(value: str) -> bool:
    return "一" <= value[0] <= "鿿" or "◆" in value or any(sign.isdigit() for sign in value)
