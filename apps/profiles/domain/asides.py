"""Tell what a clause is not: a lasting word of its author about themselves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from apps.profiles.domain.speech import Clause

_ASKS = re.compile(
    r"^(?:(?:so|and|but|hey|hi|ok|also) )*(?!when you [^,]{2,60},)(?:what|why|how|when|where|who|"
    r"which|whose|is|are|am|do|does|did|can|could|should|would|will|may|shall|has|have) (?:i|we|"
    r"my|our|you|it|the|this|that|there|he|she|they|is|are|do|does|many|much|long|to|if)\b|"
    r"\bi wonder\b|\bnot sure (?:if|whether)"
    r"|(?:吗|呢|么|没有|吧)$|什么(?!都)|怎么|怎样|如何|为何|为啥|哪[个些里种一]|谁|多少|"
    r"几[个条种点]"
    r"|是不是|能不能|有没有|要不要|是否|会不会|该不该"
)
_SUPPOSES = re.compile(
    r"^(?:please |then |and |so |ok |那|那么|请)?(?:if|suppose|imagine|assum\w+|pretend|let's say|"
    r"say i|unless|in case|even if|as if|for example|e\.g|假如|如果|要是|假设|倘若|万一|比如|例如|"
    r"譬如|好比|想象|设想|扮演|假装|就算|即使|哪怕|若)"
    r"|\b(?:pretend|imagine|suppose|as if|as though|hypothetical\w*|role-?play)\b|角色扮演|假装|"
    r"假设"
    r"|\b(?:maybe|perhaps|probably|sometimes|wish|were to)\b|也许|可能|大概|有时候?|或许|说不定"
)
# "I'd prefer …" is a supposition, unless it is said for all times.
_MODAL = re.compile(r"\b(?:would|could|might|may)\b|\b(?:i|we)'d\b(?! rather you)")
_SUPPOSED_BEFORE = re.compile(
    r"(?:^|,)\s*(?:if|suppose|imagine|assum\w+|pretend|unless|in case|假如|如果|要是|假设|倘若|"
    r"万一|比如|例如|想象|扮演|若)"
)
_FICTION = re.compile(
    r"\b(?:story|stories|novel|poem|lyrics|essay|screenplay|script for|dialogue|monologue|"
    r"role-?play|character|act as|you are (?:a|an|the|my)|your name is)\b"
    r"|故事|小说|剧本|作文|写.{0,6}诗|诗歌|歌词|台词|角色|扮演|主人公|你现在是|你是一"
)
_OTHERS_EN = re.compile(
    r"\b(?!i\b|we\b|you\b|as\b)[a-z]+(?: also| always| just| never| once)? (?:said|says|told|"
    r"tells|claims?|claimed|wrote|writes|insists?|insisted|thinks?|thought|believes?|complains?|"
    r"complained|mentioned|asked)\b|\baccording to\b|\b(?:saying|that says|that reads|"
    r"states? that|stating)\b|\b(?:i )?(?:never|didn't|did not) (?:say|said)\b|\btell (?:him|her|"
    r"them|my|the)\b"
)
_OTHERS_ZH = re.compile(
    r"(?:他|她|它|ta|们|老板|领导|上司|同事|客户|顾客|用户|朋友|病人|患者|医生|老师|学生|经理|"
    r"主任|有人|别人|人家|对方|大家|网上|书上|老婆|老公|妈|爸|小[\u4e00-\u9fff]|"
    r"老[\u4e00-\u9fff])(?:刚才|昨天|今天|都|也|还|总|一直|经常|常|跟我|对我|曾)*(?:说|讲|认为|"
    r"觉得|告诉|表示|反映|提到|抱怨|要求|希望|写道)|听说|据说|从没说|没说过|(?:跟|对|告诉|通知|"
    r"回复|替)(?:他|她|客户|老板|同事|领导|大家|对方)"
)
_ONCE_EN = re.compile(
    r"\b(?:(?:just )?(?:this|for|only) once|this (?:one )?time|for now|for the moment|right now|"
    r"today|tonight|tomorrow|yesterday|this (?:week|morning|afternoon|evening|month)|"
    r"at the moment|temporarily|for this (?!reason)|in this |on this |"
    r"for the (?:\w+ ){0,2}(?:report|email|mail|file|slide|task|document|chart|meeting|page|"
    r"section|one|figure)\b|here\b|instead$|once$)"
)
_ONCE_ZH = re.compile(
    r"这一?[次回份篇个张封段页条节章版]|本次|此次|这里|这儿|暂时|临时|今天|今晚|今日|明天|昨天|"
    r"刚才|刚刚|这周|本周|这会儿|眼下|先(?:用|不要|别|写|按)|就这|仅此|下次(?!开始|起)"
)
_LASTING = re.compile(
    r"\b(?:from (?:now|today|this point|here) on(?:wards?)?|from now|going forward|"
    r"in (?:the )?future|for future reference|always|by default|every time|each time|permanently)\b"
    r"|从今[天往以日]|从现在起|从现在开始|(?:^|[请我你那,]|那么|希望|麻烦|还有|另外)以后(?!再|会|"
    r"的)|今后"
    r"|往后|一律|永远|始终|默认|每次|总是"
)
_THIS_ONCE = re.compile(
    r"\b(?:this|just|only) once\b|\b(?:just |only )?this (?:one )?time\b|\bjust for (?:this|now|"
    r"today)\b|这一?[次回]|本次|此次|仅此|就今天"
)
_PAST = re.compile(
    r"\b(?:used to|formerly|previously|no longer|in the past|back when|years ago|last (?:year|"
    r"week|month)|was|were|had been)\b|以前|曾经|过去|从前|不再|当年|去年|上周|上个?月|原来|本来"
)
# An allergy told within an order of today outlasts the order.
_OUTLASTS = re.compile(
    r"\ballerg|\bintoleran|\bi'm (?:a )?(?:vegetarian|vegan|diabetic)|过敏(?!了)|不耐受"
)
_WHEN = re.compile(r"^(?:when|whenever|while|after|before|until|since|once|as soon as)\b")


def is_asked(clause: Clause) -> bool:
    """Tell whether a clause is, or belongs to, a question."""
    return clause.asks or bool(_ASKS.search(clause.text))


def is_supposed(clause: Clause) -> bool:
    """Tell whether a clause is a supposition, a hope, or part of a piece of fiction."""
    return bool(
        _SUPPOSES.search(clause.text)
        or (_MODAL.search(clause.text) and not is_lasting(clause))
        or _SUPPOSED_BEFORE.search(clause.before)
        or _FICTION.search(clause.sentence)
    )


def is_of_others(clause: Clause) -> bool:
    """Tell whether a clause reports what somebody else says or thinks."""
    said = clause.before + clause.text
    return bool(_OTHERS_EN.search(said) or _OTHERS_ZH.search(said))


def is_once(clause: Clause) -> bool:
    """Tell whether a wish is for this one time, or this one piece of work."""
    if _THIS_ONCE.search(clause.sentence):
        return True
    if is_lasting(clause):
        return False
    if _OUTLASTS.search(clause.text):
        return is_passing(clause)
    return bool(_ONCE_EN.search(clause.sentence) or _ONCE_ZH.search(clause.sentence))


def is_lasting(clause: Clause) -> bool:
    """Tell whether a clause says outright that it is meant from now on."""
    return bool(_LASTING.search(clause.text))


def is_passing(clause: Clause) -> bool:
    """Tell whether a state is of the past, or of today only, or dated by another clause."""
    text = clause.text
    return bool(
        _PAST.search(text) or _WHEN.search(text) or _ONCE_EN.search(text) or _ONCE_ZH.search(text)
    )


def is_own_word(clause: Clause) -> bool:
    """Tell whether a clause is a plain statement or order of its author."""
    return not (is_asked(clause) or is_supposed(clause) or is_of_others(clause))
