"""Read what a person objects to, and whether an error is of a kind that passes by itself."""

from __future__ import annotations

import re

from apps.language.tokens import count_cjk, search_tokens, word_set

# Enough to be understood without the request: four words, or eight Chinese characters.
LEAST_WORDS = 4
LEAST_CHARACTERS = 8
MOST_TARGET_CHARACTERS = 200

_CLAUSE_END = re.compile(r"[,，;；。！？!?\n]+|(?<=[a-z0-9])\.(?:\s|$)", re.IGNORECASE)
_SPACES = re.compile(r"\s+")
# What only says that something is wrong, or calls the result by no name.
_OBJECTION = re.compile(
    r"(?:还是|依然|依旧|仍然?|又|再次?|总是?|老是?|每次|怎么|为什么|完全|根本|真的?|这次|这个|那个|这样|这|那|你|我|它|"
    r"不对|不行|不好|不是|没用|没有用|没解决|没好|没变化?|不可以|不能用|错误?|报错|出错|失败|有?问题|不满意|算了|"
    r"结果|答案|回答|东西|内容|一样|搞的?|弄的?|做的?|给的?|啊|呀|吧|呢|吗|嘛|了|的|都|也|就|啥|什么|太差|烦死?|"
    r"慢死|无语|受不了|到底|换一个|重新|重来|再来|改过来|改一下)"
    r"|\b(?:no|nope|not|wrong|bad|incorrect|still|again|broken|broke|fail(?:s|ed|ing)?|errors?|"
    r"same|does|doesn'?t|didn'?t|don'?t|isn'?t|wasn'?t|won'?t|can'?t|it'?s|that'?s|this|that|it|"
    r"is|was|the|a|an|you|your|i|me|my|what|why|how|help(?:s|ed|ful)?|work(?:s|ed|ing)?|"
    r"fix(?:ed|es)?|solved?|try|useless|terrible|awful|result|results|answer|output|thing|"
    r"problem|issue|luck|yet|really|just|at|all|any|please|actually|sorry|hey|ok|well|"
    r"at all|god|ugh|wtf|ridiculous|seriously|as|before|last|time|right|correct|good|"
    r"something|else|another|add|change|redo|try)\b",
    re.IGNORECASE,
)
_TRANSIENT = re.compile(
    r"time[d -]?\s?-?out|timeout|deadline exceeded|rate.?limit|too many requests|"
    r"\b(?:429|50[234])\b|connection (?:was )?(?:refused|reset|aborted|closed|lost)|"
    r"network|temporar|unavailable|overloaded|throttl|try again later|name resolution|"
    r"\b(?:econn\w+|etimedout|eai_again)\b|"
    r"超时|限流|限速|请求(?:过多|太多|频繁)|频率|网络|连接(?:被)?(?:重置|拒绝|中断|断开|失败)|暂时|稍后(?:再试|重试)|"
    r"服务(?:繁忙|不可用)",
    re.IGNORECASE,
)


def is_transient(error: str) -> bool:
    """Tell whether an error is of a kind that passes by itself: time-outs, limits, the network."""
    return bool(_TRANSIENT.search(error))


def objection_target(message: str) -> str:
    """Name what an objection is about, in its own words; empty when it only objects.

    The first clauses that say something, no more than can be understood: what follows is mostly
    how to do it, and two people who mean the same trouble differ in that.
    """
    target = ""
    for clause in _CLAUSE_END.split(message):
        said = _SPACES.sub(" ", clause).strip(" -—:：~")
        if _says_what(said):
            target = f"{target}, {said}" if target else said
        if stands_alone(target):
            break
    return target[:MOST_TARGET_CHARACTERS]


def stands_alone(target: str) -> bool:
    """Tell whether a target can be understood without the request it objects to."""
    words = word_set(target)
    return count_cjk(target) >= LEAST_CHARACTERS or (
        len(words) >= LEAST_WORDS and not count_cjk(target)
    )


def _says_what(clause: str) -> bool:
    """Tell whether a clause keeps a word of its own when all that merely objects is taken away."""
    rest = _OBJECTION.sub(" ", clause)
    return any(len(word) > 1 for word in search_tokens(rest))
