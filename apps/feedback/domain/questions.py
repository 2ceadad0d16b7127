"""Tell questions from statements, and requests that only look like questions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from apps.feedback.domain.wording import Clause

_REQUEST = re.compile(
    r"^(?:(?:can|could|would|will) you (?:please |also |just |maybe |kindly |at least )*|"
    r"(?:can|could|may|shall) (?:we|i) (?:please |just |also )*(?=have|get|make|use|change|move|"
    r"switch|see (?:it|this|that) (?:in|as|with))(?:have |get |see )?|"
    r"would you mind |do you mind |how about (?=mak|us|chang|mov)|why do not you |why not )",
    re.ASCII,
)
_REQUEST_ZH = re.compile(
    r"^(?:你)?(?:能不能|能否|可不可以|可否|可以|能|是否可以|是不是(?:可以|应该|该)|要不|不如|"
    r"麻烦)(?:帮我|帮忙|请|再|你)*"
    r"(?=把|将|换|改|调|用|删|去掉|加|重|撤|缩|写|别|不要|短|简|做|翻|提|再)"
)
_POLITE_END = re.compile(r"(?:好吗|行吗|可以吗|可以么|好不好|行不行|成吗|ok吗|吗|么)$")
_ASKS_EN = re.compile(
    r"^(?:(?:what|why|how|when|where|who|whom|whose|which)\b(?! (?:a|an) )|"
    r"(?:is|are|was|were|am|does|did|can|could|should|would|will|may|shall|might)(?: not)? "
    r"(?:i|you|we|they|he|she|it|that|this|there|the|these|those|any|anyone|anything|all|my|your|"
    r"our|a|an|one|some|both|every\w*|no|\w+s)\b(?! not )|"
    r"do(?: not)? (?:i|you|we|they|people|these|those)\b|"
    r"(?:has|have|had)(?: not)? (?:i|you|we|they|he|she|it|people|these|those)\b|any (?:chance|"
    r"idea|reason|way|update|news)\b|"
    r"does anyone|ever (?:seen|heard|tried)|is not (?:it|that|this|there|the|an?)\b|what about|"
    r"how about|"
    r"(?:i am|i was|just) (?:curious|wondering)|(?:can|could) (?:you|someone) (?:explain|tell)|"
    r"do i\b|or (?:is|are|should|do|does)\b|are you sure)",
    re.ASCII,
)
_ASKS_ZH = re.compile(
    r"(?:吗|么|嘛|呢|[了过]没有?|有.{1,8}没有|吧\?)$|什么(?!都|也|的|可|好|时候都)|为什么|为何|"
    r"为啥|怎么(?!都|也|样都)|怎样|如何|哪(?:些|个|里|儿|种|一|天|家|位|款|几)?(?!怕|儿都|里都|都)"
    r"|(?<!说)(?<!无论)谁(?!都|也|知道|让你|叫你|要你)|(?<![十百千好这那])几(?:点|个|号|天|次|遍|"
    r"页|条|种)|多少|多久|"
    r"多大|多长|多远|多高|是不是|能不能|会不会|有没有|要不要|可不可以|行不行|对不对|好不好|是否|"
    r"能否|可否|咋(?!样都|也)|啥|有何|区别|"
    r"(?:一般|通常|平时).{0,6}(?:怎么|如何|多)|意思$|原理$|难道|是.{1,12}还是"
)
_NOT_ASKING_ZH = re.compile(
    r"^你.{1,14}(?:了|成.{1,6}|没.{1,8})吧$|没什么|什么(?:鬼|玩意|都|也)|怎么(?:都|也|回事儿?啊|"
    r"又|还是|还|可能|变成|成了|会是|才|只|少|多了|连|全|就|缺|没有|这么|那么)|多少(?:遍|次)了?|"
    r"(?:什么|啥)(?:破|烂|狗|屎|乱七八糟|垃圾(?!分|桶|箱|邮|短信|袋|站|处理|回收|算))|"
    r"怎么(?:是|[一-鿿]{1,2}?(?:到|成|给|在)).{1,14}(?:了|"
    r"的)$(?<!计算的)(?<!实现的)(?<!做的)(?<!来的)|"
    r"没多少|无论|不管|谁(?:让|叫|要)你|(?:还没|没)好呢|哪有(?:这么|那么)|"
    r"为什么(?:又|还是|还)|咋(?:又|还)|不怎么|没怎么|哪里(?:都|哪都)|啥(?:都|也)"
)
_NOT_ASKING_EN = re.compile(
    r"^why (?:on earth|the (?:hell|heck|fuck)|in the world|is (?:it|this|that|there) (?:still|"
    r"suddenly)|are (?:they|these|there) still|would you|do you keep|does it (?:still|keep))|"
    r"^(?:who (?:told|asked) you|how many times|are you (?:kidding|serious|joking)|what part of|"
    r"do i look|how hard (?:can|is)|what the (?:hell|heck|fuck)|what (?:a|an) |"
    r"(?:what|who|how|why)\b.* (?:garbage|rubbish|trash|crap|junk|bullshit)\b"
    r"(?! (?:collect|truck|bin|can|bag|day|disposal|mail|value)\w*)|what (?:garbage|rubbish|crap|"
    r"nonsense|trash)\b(?! (?:collect|truck|bin|can|bag|day|disposal|value)\w*)|"
    r"how (?:\w+ )?can (?:that|it|this) be)",
    re.ASCII,
)
_BACKGROUND = re.compile(
    r"^(?:如果|要是|假如|万一|若是?|一旦|倘若|虽然|虽说|尽管|就算|即使|哪怕|怪不得|难怪|原来|怕|"
    r"免得|以免|省得|when(?:ever)?|if|unless|in case|once|until|"
    r"suppose|assuming|after|before|while|every time|even if|even though|although|no wonder|"
    r"so that is why|that explains|ah so|because we were)(?:\b|(?=[一-鿿]))"
    r"|([一-鿿]{1,3})是\1了$|(?:也|都)(?:行|可以|成|ok)$|无所谓|随便|(?:的话|的时候|的情况下|"
    r"之前|以前|之后)$",
    re.ASCII,
)
_TAG = re.compile(
    r"^(?:right|correct|yes|no|ok|okay|eh|huh|(?:is|are|was|were|do|does|did) (?:not )?(?:it|"
    r"that|they|you|this)|对吧|是吧|对吗|是吗|对不对|是不是|没错吧|对么|是么)$",
    re.ASCII,
)
_ACK = re.compile(
    r"^(?:ok(?:ay)?|k|kk|sure|yes|yep|yeah|yup|got it|alright|fine|understood|right|noted|roger|"
    r"will do|i see|all right|ah|oh|hm+|mm+|go on|continue|"
    r"好|好的|好吧|行|行吧|行的|嗯+|嗯嗯|对|对的|是|是的|可以|可以的|知道了|明白了?|收到|了解了?|"
    r"懂了|哦+|噢|好好|中|成|ok的|好滴|好嘞|no problem)$",
    re.ASCII,
)


def strip_request(clause: Clause) -> str:
    """Give the wish inside a polite question, or the text unchanged."""
    bare = _REQUEST.sub("", clause.lead, count=1)
    if bare != clause.lead:
        return re.sub(r"^mind (\w+)ing\b", r"\1", bare)
    bare = _REQUEST_ZH.sub("", clause.lead, count=1)
    polite = clause.asks or _POLITE_END.search(bare) or not clause.lead.startswith("可以")
    if bare != clause.lead and polite:
        return _POLITE_END.sub("", bare)
    return clause.lead


def is_question(clause: Clause) -> bool:
    """Tell whether a clause asks, by its mark or by its words; accusing questions do not."""
    chinese = not clause.text.isascii()
    if (chinese and _NOT_ASKING_ZH.search(clause.text)) or _NOT_ASKING_EN.search(clause.lead):
        return False
    if clause.asks or _ASKS_EN.search(clause.lead):
        return True
    return chinese and bool(_ASKS_ZH.search(clause.lead))


def is_background(clause: Clause) -> bool:
    """Tell whether a clause only sets the scene: a condition, a concession, a cause."""
    return bool(_BACKGROUND.search(clause.text))


def is_tag(clause: Clause) -> bool:
    """Tell whether a clause is the tail that makes the one before it a question."""
    return clause.asks and bool(_TAG.search(clause.text))


def is_acknowledgement(clause: Clause) -> bool:
    """Tell whether a clause says no more than that it was heard."""
    return not clause.asks and bool(_ACK.search(clause.text))
