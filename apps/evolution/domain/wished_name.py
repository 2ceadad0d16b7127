"""Reads the name that a person gives where they ask for a skill: “…叫 周报生成”, “… called X”."""

from __future__ import annotations

import re

from apps.evolution.domain.intent_phrase import words
from apps.evolution.domain.quoting import one_line

LONGEST_NAME = 60
LONGEST_READ = 2000

_OPEN, _CLOSE = "[“\"「『《'‘`]", "[”\"」』》'’`]"
_QUOTED = rf"{_OPEN}(?P<quoted>[^”\"」』》’`\n]{{1,80}}){_CLOSE}"
_SKILL = r"(?:技能|skills?|流程|命令|commands?|playbook|runbook|workflow|模板|template|sop)"
_NAMED_ZH = (
    r"(?:名字(?:就)?(?:叫(?:做|作)?|是|为)|名称(?:就)?(?:叫|是|为)|取名(?:叫|为)?|起名(?:叫|为)?|"
    r"命名(?:成|为)|名为|称(?:作|为)|(?<![\u4e00-\u9fff])(?:就|那就)?叫(?:做|作)?|"
    r"(?:技能|它|流程|一个|一套|一份)就?叫(?:做|作)?)(?![我你他她上来]|小[王李张])"
)
_NAMED_EN = r"\b(?:called|named|titled|entitled|name it|call it|name(?:d)? as|the name|its name:?)"
_FREE_ZH = (
    rf"(?P<of>[^，,。.!！?？;；\n“”\"]{{1,40}}?)的{_SKILL}|"
    r"(?P<zh>[^，,。!！?？;；\n“”\"]{1,40})"
)
_FREE_EN = (
    r"(?!(?:by|in|on|at|when|every|from|it|so|and|again|me|us|each|once)\b)"
    r"(?P<en>[^\s,.;!?\n]+(?: (?!(?:so|and|please|for|when|which|that|because|then|next|from|if|to|"
    r"with|thanks)\b)[^\s,.;!?\n]+){0,5})"
)
_WAYS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_NAMED_ZH}\s*[:：]?\s*{_QUOTED}",
        rf"{_NAMED_EN}\s*:?\s*{_QUOTED}",
        rf"{_SKILL}\s*[:：]?\s*{_QUOTED}",
        rf"(?:存|保存|做|整理|固化|封装)(?:成|为|到)\s*{_QUOTED}",
        rf"\bas (?:an? |the |our |my )?(?:new )?{_QUOTED}",
        rf"{_NAMED_ZH}\s*[:：]?\s*(?:{_FREE_ZH})",
        rf"{_NAMED_EN}\s*:?\s+{_FREE_EN}",
        rf"\b(?:skill|command|playbook|runbook)\s*[:：]\s*{_FREE_EN}",
        rf"技能\s*[:：]\s*(?:{_FREE_ZH})",
    )
)
_TAIL = re.compile(
    r"(?:吧|了|哦|啊|就行了?|就好了?|就可以了?|可以吗|好吗|谢谢|吗|呢|please)+$", re.IGNORECASE
)


def read_wished_name(message: str) -> str:
    """Give the name as it was written, on one line; empty where none was given."""
    for way in _WAYS:
        found = way.search(message[:LONGEST_READ])
        if found:
            given = next(filter(None, found.groupdict().values()), "")
            if name := tidy_name(given):
                return name
    return ""


def tidy_name(given: str) -> str:
    """Bring a given name into the form of a title; empty where it names nothing."""
    name = _TAIL.sub("", one_line(given, LONGEST_NAME).strip(" \t:：-–—“”\"'‘’`《》「」『』"))
    return name.strip() if words(name) else ""
