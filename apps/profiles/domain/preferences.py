"""Find lasting preferences in what a person says: what they like, and orders for all answers."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from apps.profiles.domain.asides import is_lasting, is_once, is_own_word

if TYPE_CHECKING:
    from apps.profiles.domain.speech import Clause

ORDERED = Decimal("0.80")
LIKED = Decimal("0.70")
REFUSED = Decimal("0.60")

# What an answer is made of: a bare "no tables" is about all answers, "no old tables" is not.
SHAPES_EN = (
    r"(?:tables?|bullet points?|bullets|lists?|emojis?|emoticons?|markdown|headings?|headers|"
    r"jargon|abbreviations|acronyms|slang|small talk|filler(?: words)?|exclamation marks?|"
    r"code blocks?|footnotes?|latex|html|bold(?: text)?|italics|long (?:answers|paragraphs|"
    r"explanations)|disclaimers|apologies|preambles?|passive voice|english|chinese|mandarin|"
    r"german|french|japanese|imperial units|metric units)"
)
SHAPES_ZH = (
    r"(?:表格|列表|项目符号|要点|表情(?:符号)?|颜文字|markdown|标题|术语|缩写|行话|客套话?|废话|"
    r"套话|感叹号|代码块|脚注|加粗|斜体|长篇大论|长段落|免责声明|英文|英语|中文|汉语|繁体字?|"
    r"简体字?|日文|网络用语|敬语|英制|公制)"
)
_ORDER_EN = re.compile(
    r"^(?:(?:please|and|also|ok|so|oh|hey|but|note|remember|that) |, |you should |"
    r"i want you to )*(?:(?:from now(?: on)?|from today(?: on)?|going forward|in (?:the )?future|"
    r"by default|in general|generally|every time|each time|always|never|(?:when|"
    r"whenever) you [^,]{2,60})(?:,| |$)[ ,]*(?:please |you should |i want you to |"
    r"i'd rather you )?)+(?!forget|mind|hesitate|i\b|we\b|it\b|the\b|my\b|our\b|there\b)[a-z]{2,}"
    r"|^(?:please )?(?!forget)[a-z]{2,} .{2,80}\b(?:from now on(?:wards)?|by default|"
    r"going forward|in (?:the )?future|every time|each time)$"
    r"|^for future reference, ?i (?:want|like|need|prefer) "
    r"|^i(?:'d| would) (?:prefer|like|rather) .{2,100}\b(?:from now on|in (?:the )?future|always)$"
    r"|^i(?:'d| would) rather you (?:always|never)\b"
    r"|^i(?:'d| would)? (?:always|generally|usually|normally) (?:want|like|need|expect) "
)
_LIKES_EN = re.compile(
    r"^(?:(?:and|also|well|so|personally|honestly|in general|generally|btw|by the way|fyi|"
    r"note that|remember that|remember|because|, )\s*)*i(?: really| generally| usually| normally|"
    r" always| much| strongly| actually| still| just| simply|'d rather)* (?:prefer|like|love|"
    r"enjoy|hate|dislike|detest|can't stand|cannot stand|don't like|do not like|"
    r"am (?:a )?(?:big )?fan of|'m (?:a )?(?:big )?fan of|find .{3,40} easier) (?P<what>.{3,160})"
    r"|^i'm (?:a )?(?:big )?(?:fan of|used to) (?P<also>.{3,160})"
    r"|^my (?:preferred|favou?rite) [a-z ]{2,30} (?:is|are) (?P<named>.{2,120})"
)
_ABOUT_THIS_EN = re.compile(
    r"^(?:(?:how|what|that|this|these|those|it|them|him|her|you|your|not to\b|when\b|to (?:know|"
    r"see|ask|add|change|have|get|be|make|do|check|thank)|one|option|version|both|either|all of)\b"
    r"|the (?!metric|imperial|24|12|short|long|command|terminal|dark|light|term|word|name|ISO)"
    r"|an? (?:few|refund|copy|quote|list of|report|summary of|meeting|call|table of|chart of)\b)",
    re.IGNORECASE,
)
# "Something lighter", "the mild flavour": which one of what is being chosen just now.
_CHOOSES_EN = re.compile(
    r"^(?:something|anything|an? (?:bit )?(?:\w+er|more|less|cheap|light|mild|late|early)\b)"
)
_QUALITY_EN = re.compile(
    r"\b(?:flavou?rs?|tastes?|styles?|options?|versions?|designs?|colou?rs?|sizes?|ones?)$"
)
_CHOOSING_EN = re.compile(
    r"\?|\b(?:recommend\w*|suggest\w*|order(?:ing)?|book|find me|pick|choose|get me|looking for|"
    r"any ideas|what (?:about|would|goes))\b"
)
_POINTS = re.compile(
    r"\b(?:that time|those|these|this|my original|the same|the (?:first|last|other))\b"
)
_REFUSES_EN = re.compile(
    rf"^(?:(?:please|and|also|so|ok) )*(?:do not|don't|never|no more|avoid|stop|"
    rf"no)(?: ever)?(?: use| using| give me| send(?:ing)?(?: me)?| write(?: in)?| add(?:ing)?|"
    rf" answer(?:ing)? in| reply(?:ing)? in| insert(?:ing)?| include)?(?: any| me)? {SHAPES_EN}"
    r"(?: please| anymore| any more| in your (?:answers|replies|responses))*$"
)
_NAMED = re.compile(
    r"^(?:please )?(?:just )?call me (?!back|when|if|at|on|in|tomorrow|a )\S{1,40}$"
)

_OPENS_ZH = r"(?:请|麻烦|那么?|还有|另外|对了|记住|你|我希望|希望|最好|,|给我|我想)*"
_ORDER_ZH = re.compile(
    rf"^{_OPENS_ZH}(?:以后|今后|往后|从今天起|从今天开始|从今往后|从现在起|从现在开始|一律|永远|"
    rf"始终|"
    r"默认|每次都?|总是)"
    rf"(?!再说|会|就会|的|可能)(?:[^,都]{{1,10}}(?=都|一律|"
    rf"统一))?[,你我请都就也要得一律每次统一直接尽量默认]*"
    r"(?:用|写|回|答|给|叫|称呼|别|不要|不用|不许|请|按|输出|说|讲|先|只|统一|采用|使用|使|附|带|"
    r"加|标|帮|把|保持|简短|简洁|详细|直接|避免|禁止|少|多|发|列|做)"
)
_ANSWERS_ZH = re.compile(
    r"^(?:你的?|请|麻烦)*(?:回答|回复|输出|说话|讲话|称呼|报告|解释)(?:我)?(?:的时候|"
    r"时)?请?(?:你)?(?:一直|都|总是|一律|尽量|始终|请)+(?:用|要|别|不要|简|详|保持|控制|按)"
)
_LIKES_ZH = re.compile(
    r"^(?:另外|还有|对了|其实|因为|记住|,|就|那)*我(?:个人|本人|平时|一般|通常|还是|比较|更|最|很|"
    r"特别|非常|一直|都|就|真的|其实|向来|也)*(?:不喜欢|不爱|不习惯|喜欢|偏好|偏爱|习惯|倾向于?|"
    r"讨厌|反感|受不了|钟爱|热爱|爱)(?P<what>(?!了|过|的是你|上).{2,80})"
    r"|^我(?:的)?(?:习惯|偏好|喜好)是(?P<named>.{2,80})"
)
_ABOUT_THIS_ZH = re.compile(
    r"^(?:用|看|的是|的)?(?:这|那|它|他|她|你|第[一二三四五六七八九\d]|前者|后者|上面|下面|刚才|"
    r"方案|版本)"
    r"|^(?:上班|加班|死|她|他)|^(?:的|上次|之前|刚才|现在|目前)"
    r"|(?:较|更|稍|偏|一点|一些|点儿?).{0,4}的$|^[^,]{0,6}(?:多|少|大|小|近|远|好)一?点"
)
# A taste named beside an order or a choice is about what is chosen just now.
_QUALITY_ZH = re.compile(
    r"(?:风味|口味|味道|口感|款式?|颜色|版本|风格|类型|样式|尺寸|分量|味儿?的?|的)$"
)
_CHOOSING_ZH = re.compile(
    r"[?]|推荐|想(?:要)?(?:吃|喝|点|买|订|找|选|来)|点(?:了|个|份|些|一|杯|碗|两)|下单|外卖|订(?:个|一|份)|"
    r"来(?:一|份|杯|点)|帮我(?:找|点|订|选|挑|买)|换成|有没有|搭配"
)
# "By this checklist", "that flow": nobody knows later which one was meant.
_POINTS_ZH = re.compile(r"(?:按照?|用|照着?|像)(?:这|那)(?:个|套|种|样|份)?(?!样)")
_REFUSES_ZH = re.compile(
    rf"^{_OPENS_ZH}(?:都|再|老|总)?(?:不要|别|勿|不许|禁止|不准|少)(?:再|老|总|给我|用|使用|写|加|"
    rf"发|放|带|出现|输出|说|讲|回|回答|任何|太多|那么多|这么多)*{SHAPES_ZH}(?:了|回答|回复|啊|吧|"
    rf"来写|显示|"
    r"展示)*$"
)
_NAMED_ZH = re.compile(
    r"^(?:请|你|以后|就)*(?:叫我|称呼我)(?:为|做)?[\w\u4e00-\u9fff]{1,12}(?:就行|就好|吧)?$"
)
_NO_WISH = re.compile(
    r"\bremind me\b|\bdon't always\b|\bnot (?:that|always)\b|\bnever mind\b|\bif possible\b"
    r"|提醒我|叫我起|不是(?:不|说)?(?:喜欢|讨厌)|别客气|别担心|别急|不一定"
)


def preference_confidence(clause: Clause) -> Decimal | None:
    """Say how sure it is that a clause states a lasting preference; None when it does not."""
    if not is_own_word(clause) or is_once(clause) or _NO_WISH.search(clause.text):
        return None
    text = clause.text
    if any(rule.search(text) for rule in (_ORDER_EN, _ORDER_ZH, _ANSWERS_ZH)):
        return None if _POINTS_ZH.search(text) else ORDERED
    if _likes(clause) or _NAMED.search(text) or _NAMED_ZH.search(text):
        return ORDERED if is_lasting(clause) else LIKED
    return REFUSED if _REFUSES_EN.search(text) or _REFUSES_ZH.search(text) else None


def _likes(clause: Clause) -> bool:
    english = _LIKES_EN.search(clause.text)
    if english:
        return _likes_in_general_en(
            english["what"] or english["also"] or english["named"], clause.sentence
        )
    chinese = _LIKES_ZH.search(clause.text)
    if chinese is None:
        return False
    what = chinese["what"] or chinese["named"]
    chooses = _QUALITY_ZH.search(what) and _CHOOSING_ZH.search(clause.sentence)
    return not (chooses or _ABOUT_THIS_ZH.search(what))


def _likes_in_general_en(what: str, sentence: str) -> bool:
    if any(rule.search(what) for rule in (_ABOUT_THIS_EN, _POINTS, _CHOOSES_EN)):
        return False
    return not (_QUALITY_EN.search(what) and _CHOOSING_EN.search(sentence))
