"""Read what a plain statement or a bare value implies when nothing in it is said outright."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from apps.feedback.domain.acts import Act
from apps.feedback.domain.previous_turn import split_words

if TYPE_CHECKING:
    from apps.feedback.domain.previous_turn import PreviousTurn

_SUBJECT_EN = re.compile(
    r"^(?:the|this|that|it|these|those|your|there|its|a|an|all|some|most|both|each|our|we|they|"
    r"he|she|only|every|nobody|nothing|\d[\d.,]*|[a-z][\w.-]+) ",
    re.ASCII,
)
_FINITE_EN = re.compile(
    r"^(?:[\w'.,/◆-]+ ){1,6}?(?:is|are|was|were|has|have|had|does|do|did|can|could|will|would|"
    r"should|must|may|might|needs?|wants?|means?|says?|goes|"
    r"[a-z]{3,}(?:ed|s))\b",
    re.ASCII,
)
_MINE_EN = re.compile(
    r"^(?:do not|please|let|i|me|my|we will|we are (?:going|about)|let us|let me|you can|you may|everyone|people|somebody|someone)\b",
    re.ASCII,
)
_MY_NEED_EN = re.compile(
    r"^(?:i|we) (?:only |just |really |actually )?(?:need|want|count|counted|expected|agreed|see|make|use|have|had|call|sell|pay|ordered|prefer|charge|bill)\b(?! to\b)",
    re.ASCII,
)
_NEGATIVE = re.compile(
    r"\b(?:not|no|never|none|nothing|nobody|only|just|twice|without|cannot|hardly|barely|less|"
    r"fewer|old|instead|already|missing|double|extra)\b|[不没无未非别才只光仅旧漏缺差少]|哪(?:够|"
    r"行|对|能|有|来)",
    re.ASCII,
)
_ASSERTS_ZH = re.compile(
    r"是|有|在|要|得|能|会|够|合适|更|最|应|该|都|也|算|了|不|没|才|只|差|为|叫|属于|归|包括|里"
)
_MINE_ZH = re.compile(
    r"^(?:我(?!们)|咱|让我|等我|先|我们(?:先|再|要|去|会|打算|准备)|那就|大家|随便|反正|其实我|"
    r"今天|明天|待会|回头|谢|辛苦|你(?:先|再|可以|去|帮|看着|慢慢|继续|随意))"
)
_VALUE = re.compile(
    r"\d|◆|\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b|(?:mon|tues|wednes|thurs|fri|"
    r"satur|sun)days?\b|\bplease$|\b(?:half|double|twice|max|min|at most|at least|per|noon|"
    r"midnight|weekly|daily|uppercase|lowercase)\b|[一二三四五六七八九十两半]+(?:点|号|天|页|个|"
    r"次|条|张|人|秒|分|小时|万|千|百|级|楼|层|折)|[红黄蓝绿黑白灰橙紫]色?|[明后今]天|"
    r"周[一二三四五六日天末]|[上下中]午|晚上|早上",
    re.ASCII,
)
_HARMLESS_FRAGMENT = re.compile(
    r"^(?:(?:good )?(?:morning|evening|afternoon|night|day|luck)|hello|hi|hey|bye|later|see you|"
    r"next|interesting|wow|haha\w*|lol|hmm+|fair enough|same here|me too|no hurry|cool|tomorrow|"
    r"step \d|option \w|phase \d|part \d|task \d|\d[.)]?)\b|^(?:你好|早|再见|拜|哈+|嘿|有意思|"
    r"下一[个步条题]|第.步|方案.|选项?.)",
    re.ASCII,
)
_NEWS = re.compile(
    r"\b(?:every|each|always|usually|tomorrow|yesterday|tonight|anyway|by the way|might|may|soon|"
    r"later|next (?:week|month|year)|last (?:week|month|year|night|time)|ago|we had|in (?:january|"
    r"february|march|april|may|june|july|august|september|october|november|december)|incidentally|"
    r"luckily|fortunately|hopefully|apparently)\b"
    r"|每[天周月日年]|听说|据说|上周|昨天|前天|昨晚|去年|以前|之前|刚.{1,3}过|不会影响|放心|待会|"
    r"明天|后天|过两天|到时候?|正在|大概|估计|可能会|希望|祝",
    re.ASCII,
)
_SUSPICION = re.compile(
    r"^(?!.*(?:可以|好了|行了|够了|该|先|那就))(?=.*(?:也|又|没|反|错|漏|成|重|少|多)).{3,14}了吧$"
)
_OFFER = re.compile(r"^.{1,8}吧$")
_REFUSAL = re.compile(
    r"^(?:i|we) (?:do not|never|can not|am not|are not) (?!know|think|mind|care|need to|remember|"
    r"recall|see why|understand why|have (?:a|any) (?:preference|idea|question)|want to (?:bother|"
    r"rush)|have time)\w+"
    r"|^我们?(?:都|从来|从|一直|又)?不(?:吃|喝|会开|开|用|坐|住|想|喜欢|爱|同意|认可|接受|认|收|"
    r"做|走|信)|腻了|^(?:i|we) (?:hate|dislike|already (?:saw|have|did|know|tried|been|own))",
    re.ASCII,
)
_MOST_FRAGMENT_WORDS = 4
_MOST_FRAGMENT_SIGNS = 8
_MOST_STATEMENT_CHARS = 160


def find_implied(text: str, previous: PreviousTurn) -> tuple[Act, str] | None:
    """Give the objection that a statement about the result implies, or a bare new value for it."""
    if previous.asks or not previous.reply or len(text) > _MOST_STATEMENT_CHARS:
        return None
    if _OFFER.search(text) and _VALUE.search(text):
        return Act.VALUE, text
    if _REFUSAL.search(text):
        return Act.DENIAL, text
    if _NEWS.search(text):
        return None
    if "一" <= text[0] <= "鿿":
        return _implied_zh(text, previous)
    return _implied_en(text, previous)


def _implied_en(text: str, previous: PreviousTurn) -> tuple[Act, str] | None:
    if _MY_NEED_EN.search(text) and _touches(text, previous):
        return _by_sign(text)
    if _MINE_EN.search(text):
        return None
    if (
        _SUBJECT_EN.search(text)
        and _FINITE_EN.search(text)
        and (_touches(text, previous) or _points(text))
    ):
        return _by_sign(text)
    return _fragment(text, previous, len(text.split()) <= _MOST_FRAGMENT_WORDS)


def _implied_zh(text: str, previous: PreviousTurn) -> tuple[Act, str] | None:
    if _MINE_ZH.search(text):
        return None
    if _SUSPICION.search(text):
        return Act.DENIAL, text
    if (_touches(text, previous) or _points(text)) and _ASSERTS_ZH.search(text):
        return _by_sign(text)
    return _fragment(text, previous, len(text) <= _MOST_FRAGMENT_SIGNS)


def _fragment(text: str, previous: PreviousTurn, short: bool) -> tuple[Act, str] | None:
    if not short or _HARMLESS_FRAGMENT.search(text):
        return None
    return (Act.VALUE, text) if _VALUE.search(text) or _touches(text, previous) else None


def _by_sign(text: str) -> tuple[Act, str]:
    return (Act.DENIAL if _NEGATIVE.search(text) else Act.VALUE), text


def _touches(text: str, previous: PreviousTurn) -> bool:
    return bool(split_words(text) & previous.words)


_POINTERS = re.compile(
    r"^(?:this|that|it|these|those|your|they|ours|mine)\b|^(?:这|那|你|它|上面|里面)", re.ASCII
)


def _points(text: str) -> bool:
    return bool(_POINTERS.search(text))
