"""Read what a plain statement or a bare value implies when nothing in it is said outright."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from apps.feedback.domain.acts import Act
from apps.feedback.domain.previous_turn import split_words

if TYPE_CHECKING:
    from apps.feedback.domain.previous_turn import PreviousTurn

MOST_FRAGMENT_WORDS = 4
MOST_FRAGMENT_SIGNS = 8

_NO_NOUN = (
    "".join(
        rf"(?<!\b{word} )"
        for word in "the a an of in on at to for from by with my our your their his her its all "
        "these those some any no and or per every each into about".split()
    )
    + r"(?<!\d )"
)
_STATEMENT_EN = re.compile(
    r"^(?:[\w'.,/◆-]+ ){1,6}?(?:is|are|was|were|has|have|had|does|do|did|can|could|will|would|"
    r"should|must|may|might|needs?|wants?|means?|says?|goes|"
    rf"{_NO_NOUN}[a-z]{{3,}}(?:ed|s))\b",
    re.ASCII,
)
_STATEMENT_ZH = re.compile(
    r"是|有|在|要|得|能|会|够|合适|更|最|应|该|都|也|算|了|不|没|才|只|差|为|叫|属于|归|包括|里"
)
_OWN_EN = re.compile(
    r"^(?:do not|please|let|i|me|my|we will|we are (?:going|about)|you can|you may|everyone|"
    r"people|somebody|someone)\b",
    re.ASCII,
)
_OWN_ZH = re.compile(
    r"^(?:我(?!们)|咱|让我|等我|先|我们(?:先|再|要|去|会|打算|准备)|那就|大家|随便|反正|其实我|"
    r"今天|明天|待会|回头|谢|辛苦|你(?:先|再|可以|去|帮|看着|慢慢|继续|随意))"
)
_OWN_NEED = re.compile(
    r"^(?:i|we) (?:only |just |really |actually )?(?:need|want|count|counted|expected|agreed|see|"
    r"make|use|have|had|call|sell|pay|ordered|prefer|charge|bill)\b(?! to\b)",
    re.ASCII,
)
_NEGATIVE = re.compile(
    r"\b(?:not|no|never|none|nothing|nobody|only|just|twice|without|cannot|hardly|barely|less|"
    r"fewer|old|instead|already|missing|double|extra)\b"
    r"|[不没无未非别才只光仅旧漏缺差少]|哪(?:够|行|对|能|有|来)",
    re.ASCII,
)
_VALUE = re.compile(
    r"\d|◆|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|half|double|twice|max|min|at most|"
    r"at least|per|noon|midnight|weekly|daily|uppercase|lowercase)\b"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b"
    r"|[一二三四五六七八九十两半]+(?:点|号|天|页|个|次|条|张|人|秒|分|小时|万|千|百|级|楼|层|折)"
    r"|[红黄蓝绿黑白灰橙紫]色?|[明后今]天|周[一二三四五六日天末]|[上下中]午|晚上|早上",
    re.ASCII,
)
_LANGUAGE = re.compile(
    r"\b(?:english|chinese|mandarin|cantonese|spanish|german|french|italian|portuguese|dutch|"
    r"polish|russian|japanese|korean|arabic|hindi|turkish|swedish|vietnamese|thai)\b"
    r"|[英中法德日韩俄泰]文|[英汉法德日韩俄]语|西班牙语|葡萄牙语|阿拉伯语|粤语|普通话|繁体|简体",
    re.ASCII,
)
_SMALL_TALK = re.compile(
    r"^(?:(?:good )?(?:morning|evening|afternoon|night|day|luck)|hello|hi|hey|bye|later|see you|"
    r"next|interesting|wow|haha\w*|lol|hmm+|fair enough|same here|me too|no hurry|cool|tomorrow|"
    r"(?:step|option|phase|part|task) \w|\d[.)]?)\b"
    r"|^(?:你好|早|再见|拜|哈+|嘿|有意思|下一[个步条题]|第.步|方案.|选项?.)",
    re.ASCII,
)
_ORDER = re.compile(
    r"^(?!(?:half|all|only|just|with|without|in|on|at|by|for|to|of|from|not|as|both|twice|double) )"
    r"(?!\w+(?:s|ed) )[a-z]+ (?:the|a|an|it|this|that|them|my|our|your|all|every)\b",
    re.ASCII,
)
_NEWS = re.compile(
    r"\b(?:every|each|always|usually|tomorrow|yesterday|tonight|anyway|by the way|might|may|soon|"
    r"later|next (?:week|month|year)|last (?:week|month|year|night|time)|ago|we had|incidentally|"
    r"luckily|fortunately|hopefully|apparently|in (?:january|february|march|april|may|june|july|"
    r"august|september|october|november|december))\b"
    r"|每[天周月日年]|听说|据说|上周|昨天|前天|昨晚|去年|以前|之前|刚.{1,3}过|不会影响|放心|待会|"
    r"明天|后天|过两天|到时候?|正在|大概|估计|可能会|希望|祝",
    re.ASCII,
)
_SUSPICION = re.compile(
    r"^(?!.*(?:可以|好了|行了|够了|该|先|那就))(?=.*[也又没反错漏成重少多]).{3,14}了吧$"
)
_OFFER = re.compile(r"^.{1,8}吧$")
_REFUSAL = re.compile(
    r"^(?:i|we) (?:do not|never|can not|am not|are not) (?!know|think|mind|care|need to|remember|"
    r"recall|see why|understand why|have (?:a|any) (?:preference|idea|question)|have time|"
    r"want to (?:bother|rush))\w+"
    r"|^(?:i|we) (?:hate|dislike)\b|^we (?:only|always) \w+|^we \w+ .*\bonly$"
    r"|^(?:he|she|they|i|we) already (?:has|have|had|saw|knows?|owns?|got|did|tried|been)\b"
    r"|^我们?(?:都|从来|从|一直|又)?不(?:吃|喝|会开|开|用|坐|住|想|喜欢|爱|同意|认可|接受|认|收|"
    r"做|走|信)|腻了",
    re.ASCII,
)
_OTHER_SOURCE = re.compile(
    r"^(?:the|my|our|hr|finance|google|wikipedia|everyone) (?!log|console|runner|docs)[\w ]{0,30}"
    r"\b(?:says?|shows?|told (?:me|us)|claims?|disagrees?)\b",
    re.ASCII,
)
_POINTING = re.compile(
    r"^(?:this|that|it|these|those|your|they|ours|mine)\b|^(?:这|那|你|它|上面|里面)", re.ASCII
)


def find_implied(text: str, previous: PreviousTurn) -> tuple[Act, str] | None:
    """Give the objection that a statement about the result implies, or a bare new value for it."""
    if previous.asks or not previous.reply:
        return None
    if _REFUSAL.search(text) or _OTHER_SOURCE.search(text) or _SUSPICION.search(text):
        return Act.DENIAL, text
    if _OFFER.search(text) and _VALUE.search(text):
        return Act.VALUE, text
    if _NEWS.search(text):
        return None
    if _is_statement(text, previous):
        return (Act.DENIAL if _NEGATIVE.search(text) else Act.VALUE), text
    return (Act.VALUE, text) if _is_fragment(text, previous) else None


def _is_statement(text: str, previous: PreviousTurn) -> bool:
    """Tell whether a clause states something about what was answered, not about the speaker."""
    about_it = _touches(text, previous) or bool(_POINTING.search(text))
    if "一" <= text[0] <= "鿿":
        return about_it and not _OWN_ZH.search(text) and bool(_STATEMENT_ZH.search(text))
    if _OWN_NEED.search(text):
        return _touches(text, previous)
    if _OWN_EN.search(text) or _ORDER.search(text):
        return False
    return about_it and bool(_STATEMENT_EN.search(text))


def _is_fragment(text: str, previous: PreviousTurn) -> bool:
    """Tell whether a few bare words give a value that the answer had not."""
    chinese = "一" <= text[0] <= "鿿"
    short = len(text) <= MOST_FRAGMENT_SIGNS if chinese else text.count(" ") < MOST_FRAGMENT_WORDS
    if not short or (_OWN_ZH if chinese else _OWN_EN).search(text) or _SMALL_TALK.search(text):
        return False
    if _LANGUAGE.search(text) and not _LANGUAGE.search(previous.folded_intent):
        return True
    if _ORDER.search(text) or _says_nothing_new(text, previous):
        return False
    return bool(_VALUE.search(text)) or _touches(text, previous)


def _says_nothing_new(text: str, previous: PreviousTurn) -> bool:
    """Tell whether words or numbers are those of the order, or stand in the place of its own."""
    numbers = set(re.findall(r"\d+", text))
    known = bool(numbers) and all(number in previous.text for number in numbers)
    own = bool(numbers) and _gave_every_number(previous)
    return known or own or bool(split_words(text) & previous.ordered_words)


def _gave_every_number(previous: PreviousTurn) -> bool:
    """Tell whether the person had ordered the numbers of the answer: another is another order."""
    ordered, answered = (
        set(re.findall(r"\d+", text)) for text in (previous.folded_intent, previous.answered)
    )
    return bool(ordered) and answered <= ordered


def _touches(text: str, previous: PreviousTurn) -> bool:
    return bool(split_words(text) & previous.words)
