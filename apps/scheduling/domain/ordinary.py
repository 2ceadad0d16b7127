"""Knows texts that mention times and want no schedule: code, logs, writing, reports."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from apps.scheduling.domain.lexer import fold, mend
from apps.scheduling.domain.lexicon import find_word, word_of

if TYPE_CHECKING:
    from apps.scheduling.domain.slots import Slots

_KNOWN_WORDS = 8192
# Codes of words that say nothing of a time on their own.
_FILLERS = frozenset("W.&,-iSoF()OBRymqaATxK~Z")
# Every time that is said in Chinese is written with one of these.
_SIGNS = frozenset(
    "每天日号周星礼拜月年季点时分秒早晚午夜晨昏今明后昨前刻逢隔节假班末初底钟旬宵夕春秋"
    "平工次遍回稍会久立黄白清翌末零〇定期偶常"
)
_PIECE = re.compile(r"[a-z]+(?:'[a-z]+)?|[^a-z\s]")
_ASKS_FOR_ONE = re.compile(
    r"提醒|叫我|喊我|叫醒|通知(?:我|大家)|告诉我|发给我|发我|闹钟|定时|记得|别忘|不要忘|催我"
    r"|\b(?:remind(?:er)?|alarm|wake|remember to|(?:do not|don't|never) forget)\b"
    r"|\b(?:alert|ping|notify|tell|text|email|send|call) (?:me|us)\b|^\W*schedule\b"
)
_MACHINE = re.compile(
    r"\d\d:\d\d:\d\d(?:[.,]\d+)?(?:z|[+-]\d\d:?\d\d)?\]?\s*\W?"
    r"(?:error|warn(?:ing)?|info|debug|fatal|critical|trace)\b"
    r"|\btraceback \(|\bfile \"[^\"]+\", line \d|^[ \t]{0,40}at [\w.$]+\(|\berr!"
    r"|\bdef \w+\(|\w\.\w+\([^)]*\)|\w_\w{1,60}\("
    r"|\bselect\b.{1,80}\bfrom\b|\binsert into\b|[{};][ \t]*$|=>|=="
    r"|^commit [0-9a-f]{7,40}\b|^(?:fix|feat|chore|docs|refactor|test|perf|ci)(?:\([^)]*\))?!?:"
    r"|^\W{0,9}\d\d?:\d\d(?::\d\d)?\s*<\w+>",
    re.MULTILINE,
)
_LOG_LEVEL = re.compile(r"^\W{0,9}\d{4}-\d\d-\d\d[t ]\d\d:\d\d:\d\d\S*\s+\W?\w", re.MULTILINE)
# Things that a program has, and what is made of them.
_CODE = re.compile(
    r"\b(?:timeouts?|retry|retries|regex|functions?|class|columns?|endpoints?|api|cache|ttl|sessions?"
    r"|tokens?|(?:unit|failing) tests?|tests?|parser?|variables?|config|backoff|rate limit)\b"
    r"|\b[\w/]{1,80}\.(?:py|pyi|ts|tsx|js|go|rs|java|rb|c|cpp|h|sh|sql|ya?ml|toml|json|md|html|css)\b"
    r"|接口|函数|超时|缓存|单元测试|测试用例|代码|变量|字段|正则|令牌|会话"
)
_MAKES = re.compile(
    r"^\W*(?:(?:please|pls|can you|could you|i need to|i need|we should|we need to|let's"
    r"|make sure)\W+)*"
    r"(?:the |a |an )?"
    r"(?:add|set|implement|write|fix|rename|refactor|change|replace|parse|regex|create|extend|make"
    r"|return|session|token|timeout|raise|lower|limit|use)\b"
    r"|加上?|改[成为]|设置?[成为]|实现|编写|写一?个|修复|重构|支持|限制"
)
_LIKE_TIMES = re.compile(
    r"\b(?:times?|dates?|strings?|values?|formats?|timestamps?) (?:like|such as)\b|\bregex\b"
    r"|(?:时间|日期|格式)(?:比如|例如|形如)"
)
_WRITES_ABOUT = re.compile(
    r"\b(?:write|draft|compose|prepare) (?:me )?(?:an?|the|some) .{0,40}?"
    r"\b(?:saying|says|telling|about|on|announcing|inviting)\b"
    r"|写.{0,12}(?:告诉|关于|说明|通知|邀请)"
)
_QUOTED = re.compile(r"[“「『\"`‘][^”」』\"`’]{1,200}[”」』\"`’]")
_QUOTES_FOR = re.compile(
    r"翻译|改写|润色|解释|什么意思|\b(?:translate|rephrase|rewrite|explain|proofread|parse|means?)\b"
)
_WENT = re.compile(
    r"(?:失败|挂掉?|崩溃?|结束|出错|报错|超时|宕机|断线|中断|完成|停机)了"
    r"|\b(?:crashed|failed|broke|ended|finished|went (?:well|badly|fine|down)|timed out|"
    r"logged (?:in|out)|rolled back|happened|is (?:sent|run|called|shown) (?:twice|again))\b"
)
_LOOKS_INTO = re.compile(
    r"^\W*(?:(?:can|could|would) you |please |help me )*"
    r"(?:debug|investigate|figure out|find out|explain|analy[sz]e|look into|check) "
    r"(?:why|how|what)\b"
)
_EACH = re.compile(r"每|\b(?:every|each|daily|weekly|monthly)\b")
# Not what went wrong, but which, or whether it did.
_ASKED_FOR = re.compile(r"\b(?:which|what|whether|if|any|all|did)\b.{0,40}$|是否|有没有|哪")
# A report of one event: the pod restarted, deployed at six.
_REPORTS = re.compile(
    r"\bthe \w+ (?:hit|fell|rose|broke|(?!need|feed|speed)[a-z]{3,}ed)\b"
    r"|^\W*(?!need|feed|speed)[a-z]{3,}ed\b"
)
_OF_A_PAST_DAY = re.compile(r"(?:昨[天晚日]|前天|上周|上个?月).{0,20}的(?!时候)")
_OF_DAYS = re.compile(r"把.{0,30}(?:周|星期|礼拜)[一二三四五六日天]的")
_OF_A_TEXT = re.compile(
    r"^\W*[这那](?:篇|份|段|本|张|封)|\bthis (?:article|text|paragraph|document)\b"
)
_RECORDS = re.compile(
    r"日志|报错|错误|记录|纪要|事故|账目|\b(?:logs?|errors?|incidents?|minutes of|transcript)\b"
)
_MADE_ON = re.compile(
    r"\b(?:opened|created|filed|merged|posted|reported|written|published|signed|received) "
    r"(?:on|at|in|last|this)\b"
)
_POSSESSIVE = re.compile(r"\b(?:week|month|quarter|year|day|today|tomorrow|yesterday)'s\b")
_PARTING = re.compile(r"^\W*(?:see you|talk to you|bye|happy)\b")
_SIGHS = re.compile(r"\b(?:i|we|he|she|they) (?:feel|get|am|are|is|seem|become|grow|hate|love)\b")
_PATIENT = re.compile(
    r"^\W*(?:(?:the |a )?(?:patients?|users?|customers?)\b|患者|病人|用户|顾客|每个用户)"
)


def may_say_when(sentence: str) -> bool:
    """Tell in linear time whether any word could be of a time; False ends the reading."""
    return any(_may_be_of_time(piece) for piece in set(_PIECE.findall(fold(sentence))))


@lru_cache(maxsize=_KNOWN_WORDS)
def _may_be_of_time(piece: str) -> bool:
    if not piece.isascii():
        return piece in _SIGNS
    if piece.isdecimal():
        return True
    found = find_word(piece, 0)
    if found and found.end() and word_of(found)[0] not in _FILLERS:
        return True
    return bool(mend(piece))


def is_ordinary(folded: str, slots: Slots) -> bool:
    """Tell whether times are only mentioned, in a text that asks for nothing at them."""
    if _ASKS_FOR_ONE.search(folded):
        return False
    if _MACHINE.search(folded) or _LOG_LEVEL.search(folded) or _LIKE_TIMES.search(folded):
        return True
    has_time = bool(slots.times or slots.window)
    recurs = _recurs(folded, slots)
    if _is_written_about(folded, recurs=recurs) or _is_told(folded, recurs=recurs):
        return True
    return not has_time and _is_of_code_or_people(folded, slots, recurs=recurs)


def _recurs(folded: str, slots: Slots) -> bool:
    counted = (slots.every, slots.per, slots.month_days, slots.month_end, slots.nth)
    return slots.recurs or any(counted) or bool(slots.nth_workdays) or bool(_EACH.search(folded))


def _is_written_about(folded: str, *, recurs: bool) -> bool:
    if _QUOTED.search(folded) and _QUOTES_FOR.search(folded):
        return True
    return not recurs and bool(_WRITES_ABOUT.search(folded))


def _is_told(folded: str, *, recurs: bool) -> bool:
    went = _WENT.search(folded)
    if went and not _ASKED_FOR.search(folded[: went.start()]):
        return True
    if _PARTING.search(folded) or _LOOKS_INTO.search(folded):
        return True
    once = (_RECORDS, _MADE_ON, _REPORTS, _OF_A_PAST_DAY)
    return not recurs and any(one.search(folded) for one in once)


def _is_of_code_or_people(folded: str, slots: Slots, *, recurs: bool) -> bool:
    if _CODE.search(folded) and _MAKES.search(folded):
        return True
    if any(one.search(folded) for one in (_SIGHS, _PATIENT, _OF_A_TEXT, _OF_DAYS)):
        return True
    return not recurs and slots.after is None and bool(_POSSESSIVE.search(folded))
