"""Find lessons in what a person says: what goes wrong when, and what comes before what."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from apps.profiles.domain.asides import is_asked, is_of_others
from apps.profiles.domain.speech import MOST_CHARACTERS

if TYPE_CHECKING:
    from apps.profiles.domain.speech import Sentence

TOLD_TO_REMEMBER = Decimal("0.85")
RULED = Decimal("0.70")
OBSERVED = Decimal("0.60")
LEAST_CHARACTERS_EN = 14
LEAST_CHARACTERS_ZH = 6

_FAILS_EN = (
    r"(?:fails?|breaks?|crash(?:es)?|hangs?|errors? out|times? out|jams?|stops?|freezes?|"
    r"locks? up|overheats?|does not work|doesn't work|do not work|don't work|won't work|will fail|"
    r"will break|will crash|is lost|are lost|gets? lost|gets? corrupted|corrupts|deadlocks?|"
    r"leaks?|returns? (?:an? )?(?:errors?|null|nothing|[45]\d\d))"
)
_OBSERVED_EN = re.compile(
    rf"\b(?!it\b|this\b|that\b)[a-z][\w-]* {_FAILS_EN}(?: [a-z]+){{0,3}} (?:if|whenever|unless|"
    rf"without|"
    r"until|when (?!i\b)) ?.{4,}"
    rf"|^(?:if|unless|whenever|when) (?!i\b|you could|we could).{{4,80}}, ?(?:the|our|then|every|"
    rf"all) .{{2,40}}\b{_FAILS_EN}"
)
_ORDERED_EN = re.compile(
    r"^(?:our|the|company|house) (?:\w+ )?(?:policy|rule) (?:is|requires|says) .{8,}"
    r"|^(?:remember,? |note: |important: |please )*(?:always|never|you (?:must|have to|need to)|"
    r"make sure (?:to|that|you)|be sure to|it must|you should always|do not|"
    r"don't) .{4,80}\b(?:before|after|until|unless|otherwise|or else|first, then|because)\b.{3,}"
)
_REMEMBER_EN = re.compile(
    r"^(?:please |and |also |ok,? )*(?:remember|keep in mind|bear in mind|note for (?:the )?future|"
    r"lesson learned|takeaway|rule of thumb|for next time)(?: that)?[,: ]+(?!me\b|when\b|how\b|"
    r"what\b|the (?:time|last|first)\b|i\b|to (?:send|call|buy|email|book|pay|remind|check in)\b|"
    r"(?:my|our) \w+ (?:is|are)\b)(?P<what>.{8,})"
)
_PASSING_EN = re.compile(
    r"\b(?:today|tomorrow|tonight|yesterday|right now|this (?:morning|week|time|once)|remind me|"
    r"keeps? (?:failing|crashing)|still (?:fails|crashes)|again$)\b"
)

_FAILS_ZH = (
    r"(?:失败|报错|出错|卡住|卡死|死机|崩溃|超时|中断|丢失|丢数据|打不开|导不出|导不了|连不上|"
    r"坏掉|烧坏|卡纸|乱码|锁死|停机|报警|对不上|溢出|冲突|作废|不生效|无效)"
)
_OBSERVED_ZH = re.compile(
    rf"(?:如果|要是|一旦|只要|若|没.{{1,10}}就|不.{{1,10}}就|.{{2,}}(?:时|的时候|着|后|之前|"
    rf"的话)).{{0,24}}(?:就会|容易|会|就|一定|必)(?:.{{0,4}}){_FAILS_ZH}"
)
_ORDERED_ZH = re.compile(
    r"(?:一定要?|必须|务必|千万|切记|记得|记住).{0,20}(?:先.{1,24}(?:再|才|然后)|.{2,20}(?:之前|"
    r"以前|前)|.{2,24}(?:否则|不然|才能|才可以))"
    r"|.{2,16}(?:之前|前),?(?:一定要?|必须|务必|千万|都要|要先).{2,}"
    r"|(?:必须|一定要?|要)先.{1,20}(?:再|才能|才可以).{1,}"
    r"|(?:公司|院里|厂里|科里|学校|制度|规章)?规定.{2,30}(?:必须|不得|不能|要).{2,}"
    r"|(?:千万|绝对)(?:别|不要|不能|不可).{3,},?(?:否则|不然|会)"
)
_REMEMBER_ZH = re.compile(
    r"^(?:请|你|另外|还有|那|帮我|要|,)*(?:记住|切记|牢记|谨记|记一下|记下来|经验教训|教训是|"
    r"经验是|划重点|敲黑板)(?:这一?点|了|一点|一下)?[,: ]*(?!我|了|没|明天|今天|提醒|密码|"
    r"你)(?P<what>.{4,})"
)
_PASSING_ZH = re.compile(
    r"[点号日周天月]\S{0,3}前|今天|明天|昨天|刚才|这次|本次|现在又|又(?:失败|报错)|还是(?:失败|"
    r"报错)|提醒我|一直报错"
)


def lesson_confidence(sentence: Sentence) -> Decimal | None:
    """Say how sure it is that a sentence states a lesson; None when it does not."""
    text = sentence.text
    if not sentence.clauses or _is_no_lesson(sentence):
        return None
    if _REMEMBER_EN.search(text) or _REMEMBER_ZH.search(text):
        return TOLD_TO_REMEMBER
    if _ORDERED_EN.search(text) or _ORDERED_ZH.search(text):
        return RULED
    if _OBSERVED_EN.search(text) or _OBSERVED_ZH.search(text):
        return OBSERVED
    return None


def _is_no_lesson(sentence: Sentence) -> bool:
    text = sentence.text
    chinese = any("\u4e00" <= letter <= "\u9fff" for letter in text)
    if len(text) > MOST_CHARACTERS or len(text) < (
        LEAST_CHARACTERS_ZH if chinese else LEAST_CHARACTERS_EN
    ):
        return True
    if _PASSING_EN.search(text) or _PASSING_ZH.search(text):
        return True
    return any(is_asked(one) or is_of_others(one) for one in sentence.clauses)
