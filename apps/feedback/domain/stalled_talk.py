"""Read from what is said that a conversation stands still: asked in vain, or left to come back."""

from __future__ import annotations

import re

from apps.feedback.domain.wording import normalise

ENDING_CHARS = 400

_LACKS = re.compile(
    r"\bi (?:really |currently |just |also |still |unfortunately |no longer |do not |can not |"
    r"am not ){1,3}(?:\w+ ){0,2}?(?:have|remember|recall|know|sure|certain|find)\b"
    r"(?! (?:why|if|whether|how|that it|anything|(?:any )?(?:more|other|further|questions?)))"
    r"|\bi (?:no longer have|forgot|have forgotten|lost)\b|\bnot have (?:it|that|them|those|one)\b"
    r"|\b(?:without|not) (?:it|that|them|my \w+)(?: \w+)? (?:with me|at hand|handy|on hand)\b"
    r"|(?:不记得|记不[得清住]|想不起来?|(?<![要别勿])忘[了记]|找不到|没带|不清楚|不知道|不确定)(?!为什么|怎么会|原因)"
    r"|(?:手头|手边|身边|现在|目前|暂时|这边|我这里?|我)(?:也|都|还|并)?没有(?!问题|意见|其他|别的|了|什么|关系)",
    re.ASCII,
)
_ASKS_FOR = re.compile(
    r"\b(?:i|we|you)(?: will| would| do)?(?: still| also| first)? (?:need|require)\b"
    r"|\bplease (?:provide|share|send|give|tell|check|confirm|find|locate|let me know (?:the|your))"
    r"|\b(?:could|can|would) you (?:please |also |kindly )?(?:provide|share|send|give|tell|confirm)"
    r"|\b(?:once|when|if) you (?:have|find|can find|locate|get|provide)\b|\bto proceed\b"
    r"|请(?:您|你)?(?:先)?(?:提供|告知|告诉|补充|发给?|给出|确认|查找|输入)|需要(?:您|你)?(?:的|先|提供|告知)"
    r"|(?:能|可以)(?:否)?(?:提供|告诉|发)|麻烦(?:您|你)?(?:提供|告知|告诉|发)|请问",
    re.ASCII,
)
_LEAVES = re.compile(
    r"\b(?:i will|let me|i have to|i am going to)\b[^.!?\n]{0,40}\b(?:get back|reach out|"
    r"contact you|come back|be in touch|be back|try to find|look (?:for|it up|that up)|"
    r"find (?:it|that|them|those|out|the|my)|gather|check (?:my|the|with|in|and|that|it))\b"
    r"(?![^.!?\n]*\bif (?:i |it is |any)?(?:\w+ )?(?:need|necessary|question))"
    r"|\bonce i (?:have|find|get|gather|know)\b|\btalk (?:to you )?(?:soon|later)\b"
    r"|(?:回头|稍后|晚点|晚些|改天|下次|之后|待会儿?|等会儿?|等下)我?再(?:来|说|联系|找|弄|聊|跟|告诉|发)"
    r"|等我(?:先)?(?:找|查|问|拿|确认|有了|翻)|我(?:先)?去(?:找|查|问|翻|确认)(?:找|一下|下|看)?.{0,10}再",
    re.ASCII,
)
_SEEKS_CONSENT = re.compile(
    r"\?|\b(?:confirm|proceed|go ahead|approve|agree)|？|确认|同意|是否|可以吗|行吗|好吗|继续吗",
    re.ASCII,
)


def lacks_what_is_asked(message: str) -> bool:
    """Tell whether a person says that they do not have, or know, something."""
    return bool(_LACKS.search(normalise(message)))


def asks_for_something(reply: str) -> bool:
    """Tell whether a reply makes going on depend on what the person has still to give."""
    return bool(_ASKS_FOR.search(normalise(reply)))


def leaves_for_later(message: str) -> bool:
    """Tell whether a person goes away to come back with something."""
    return bool(_LEAVES.search(normalise(message)))


def seeks_consent(reply: str) -> bool:
    """Tell whether a reply ends by putting something to the person for their yes."""
    return bool(_SEEKS_CONSENT.search(normalise(reply[-ENDING_CHARS:])))
