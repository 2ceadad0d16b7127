"""Name in a few words what a request is about, for what somebody was lately busy with."""

from __future__ import annotations

import re
from datetime import timedelta

from apps.language.tokens import search_tokens
from apps.profiles.domain.speech import BLANK, own_sentences

LASTS = timedelta(days=7)
MOST_CHARACTERS = 40
LEAST_TOKENS = 2

_COURTESY = re.compile(
    r"^(?:hi|hello|hey|ok|okay|so|now|and|then|also|please|pls|kindly|can you|could you|"
    r"would you|will you|i want you to|i need you to|i want to|i need to|i'd like to|"
    r"i'd like you to|let's|help me|你好|您好|请问|请|麻烦你?|帮忙|帮我|能不能|可不可以|能否|"
    r"可以|我想要?|我需要|给我|那|再)[\s,，!！]*",
    re.IGNORECASE,
)
_ASKS_FOR = re.compile(
    r"\b(?:how|why|what|which|build|make|write|fix|find|create|show|check|compare|explain|run|add|"
    r"update|calculate|analy[sz]e|prepare|plan|schedule|export|import|list|draft|summari[sz]e|"
    r"reconcile|generate|translate|review|test|deploy|design|order|count|plot|clean|convert|"
    r"set up)\b"
    r"|生成|写|做|查|看|改|修|找|算|分析|统计|整理|排|导出|导入|比较|解释|核对|部署|测试|设计|"
    r"安排|准备|翻译|怎么|如何|为什么|什么",
    re.IGNORECASE,
)


def topic_of(message: str) -> str:
    """Give the request of a message without its courtesies, cut to a few words; may be empty."""
    for sentence in own_sentences(message):
        for clause in sentence.clauses:
            phrase = clause.quote
            while (shorter := _COURTESY.sub("", phrase, count=1)) != phrase:
                phrase = shorter
            if _ASKS_FOR.search(phrase) and BLANK not in clause.text and _says_enough(phrase):
                return shortened(phrase)
    return ""


def shortened(phrase: str) -> str:
    """Cut a phrase to its length, after a whole word."""
    if len(phrase) <= MOST_CHARACTERS:
        return phrase
    place = phrase.rfind(" ", MOST_CHARACTERS // 2, MOST_CHARACTERS + 1)
    return phrase[: place if place > 0 else MOST_CHARACTERS].rstrip()


def _says_enough(phrase: str) -> bool:
    return len({token for token in search_tokens(phrase) if len(token) > 1}) >= LEAST_TOKENS
