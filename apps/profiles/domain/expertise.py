"""Read how far somebody says they have come in what they do."""

from __future__ import annotations

import re

EXPERT_YEARS = 5

_BEGINS = re.compile(
    r"\bi(?:'m| am) (?:\w+ )?(?:new to|a (?:complete |total |bloody )?(?:beginner|newbie|novice)|"
    r"just starting"
    r"|just learning|still learning)\b|\bi(?:'ve| have) never (?:used|done|worked with|written|"
    r"coded)\b"
    r"|\bi (?:just|only just) started (?:learning|with|using)\b|\bi know (?:nothing|"
    r"very little) about\b"
    r"|我(?:还)?(?:是|只是)(?:个|一个|一名)?.{0,6}(?:新手|小白|菜鸟|初学者|零基础|外行|门外汉)|"
    r"我(?:刚|才刚|刚刚)(?:入门|入行|开始学|接触|学)|我(?:完全|一点都|根本)?不(?:太|"
    r"怎么)?懂(?:技术|编程|财务|这方面|这一块)|我零基础|我没(?:用|学|接触|做)过(?!这)"
)
_KNOWS = re.compile(
    r"\bi(?:'m| am) (?:an expert|an experienced|a senior|a seasoned|very experienced|well versed|"
    r"a specialist)\b"
    r"|\bi know .{2,40} (?:inside out|very well)\b|\bi(?:'m| am) (?:very )?familiar with\b"
    r"|我是.{0,10}(?:专家|老手|老司机|内行|资深.{0,6})|我(?:很|非常|特别)(?:熟悉|精通|懂)|我精通|"
    r"我是资深"
)
_SOME = re.compile(
    r"\bi know the basics\b|\bi have (?:some|a bit of|a little) experience\b|\bi(?:'m|"
    r" am) (?:an )?intermediate\b"
    r"|我(?:会一点|懂一点|懂一些|了解一些)|我有(?:一定|一些|点|一点).{0,6}(?:基础|经验)|我了解基础|"
    r"我有.{0,6}基础$"
)
_YEARS = re.compile(
    r"\bi(?:'ve| have)(?: been .{2,50}? for| worked .{2,50}? for)? (?:over |more than |"
    r"about )?(?P<en>\d+|ten|twelve|fifteen|twenty|thirty)\+? years\b|(?:我|本人).{0,12}?(?:干了|"
    r"从事.{0,6}?工作|做了|工作了?|从业|有|当了)(?P<zh>\d+|"
    r"[一二两三四五六七八九]?十?[一二三四五六七八九几]?)多?年"
)
_NOT = re.compile(r"\b(?:not|no longer|isn't)\b(?! familiar)|不是|不算|谈不上")
_DIGITS = {"一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}


def expertise_of(text: str) -> str:
    """Give the level that a folded clause states, else nothing."""
    if _NOT.search(text):
        return ""
    if _BEGINS.search(text):
        return "beginner"
    if _KNOWS.search(text):
        return "expert"
    if _SOME.search(text):
        return "intermediate"
    years = _YEARS.search(text)
    if years is None:
        return ""
    return "expert" if _count(years["en"] or years["zh"] or "") >= EXPERT_YEARS else "intermediate"


def _count(number: str) -> int:
    """Read a small number in digits or words; words of English start at ten."""
    if number.isdigit():
        return int(number)
    if "十" in number or (number.isalpha() and number.isascii()):
        return 10
    return _DIGITS.get(number[:1], 0)
