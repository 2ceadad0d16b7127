"""Reduce a memory to what it claims: about what, which value, for or against.

Two memories that claim the same are one; two values of one subject contradict each other, as do
for and against. A text of which no claim can be read is compared by meaning alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from apps.profiles.domain.speech import fold

MOST_SUBJECT = 80

_Words = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
_Slots = tuple[tuple[str, tuple[tuple[str, re.Pattern[str]], ...]], ...]

# A question with one answer at a time, and its answers in both languages.
_WISHED: _Words = (
    (
        "units",
        (("metric", r"\bmetric\b|公制|米制"), ("imperial", r"\bimperial\b|\bfeet and inches|英制")),
    ),
    ("temperature", (("celsius", r"celsius|摄氏"), ("fahrenheit", r"fahrenheit|华氏"))),
    (
        "clock",
        (("24", r"\b24[- ]?h(?:our)?s?\b|24小时制"), ("12", r"\b12[- ]?h(?:our)?s?\b|12小时制")),
    ),
    (
        "length",
        (
            (
                "concise",
                r"\b(?:short|concise|brief|terse|succinct)\b|简短|简洁|精简|简明|言简意赅|短一?点",
            ),
            (
                "detailed",
                r"\b(?:detailed|thorough|in[- ]depth|long|elaborate)\b|详细|详尽|具体|长篇|啰嗦|"
                r"冗长",
            ),
        ),
    ),
    (
        "tone",
        (
            ("formal", r"\bformal\b|(?<!非)正式|书面"),
            ("casual", r"\b(?:casual|informal|friendly)\b|随意|口语|轻松|非正式"),
        ),
    ),
    (
        "theme",
        (
            ("dark", r"\bdark (?:mode|theme)\b|深色|暗色"),
            ("light", r"\blight (?:mode|theme)\b|浅色|亮色"),
        ),
    ),
    (
        "language",
        (
            ("zh-hant", r"traditional chinese|繁体"),
            ("zh", r"\b(?:chinese|mandarin)\b|中文|汉语|简体"),
            ("en", r"\benglish\b|英文|英语"),
            ("es", r"\bspanish\b|西班牙语"),
            ("pt", r"\bportuguese\b|葡萄牙语"),
            ("ru", r"\brussian\b|俄语"),
            ("ko", r"\bkorean\b|韩语|韩文"),
            ("de", r"\bgerman\b|德语|德文"),
            ("fr", r"\bfrench\b|法语|法文"),
            ("ja", r"\bjapanese\b|日语|日文"),
        ),
    ),
)
_STATED: _Words = (
    (
        "shift",
        (
            ("night", r"\bnight[- ]?shifts?\b|\bnights\b|夜班"),
            ("day", r"\bday[- ]?shifts?\b|白班"),
            ("early", r"\b(?:early|morning)[- ]shifts?\b|早班"),
            ("late", r"\b(?:late|evening)[- ]shifts?\b|晚班|中班"),
        ),
    ),
)


def _compiled(slots: _Words) -> _Slots:
    return tuple(
        (slot, tuple((value, re.compile(words)) for value, words in values))
        for slot, values in slots
    )


_WISHES, _STATES = _compiled(_WISHED), _compiled(_STATED)
# A wish for one kind of work says nothing against one for another, or for answers.
_PIECE_OF_WORK = re.compile(
    r"\b(?:comments?|commits?|commit messages?|code|sql|reports?|e-?mails?|docs?|documentation|"
    r"slides?|titles?|variables?|names?|minutes|summar(?:y|ies)|subject lines?|customers?)\b"
    r"|注释|代码|报告|报表|邮件|文档|标题|变量|命名|提交|纪要|总结|周报|月报|客户"
)
# What can be liked or refused, by its name in either language.
_THINGS = tuple(
    (name, re.compile(words))
    for name, words in (
        ("tables", r"\btables?\b|表格"),
        ("bullet points", r"\bbullet(?: point)?s?\b|要点|项目符号|分点"),
        ("emoji", r"\bemojis?\b|\bemoticons?\b|表情|颜文字"),
        ("markdown", r"\bmarkdown\b"),
        ("jargon", r"\bjargon\b|术语|行话"),
        ("abbreviations", r"\babbreviations\b|\bacronyms\b|缩写"),
        ("small talk", r"\bsmall talk\b|客套|废话|套话|寒暄"),
        ("charts", r"\bcharts?\b|图表"),
        ("headings", r"\bhead(?:ings?|ers?)\b|标题"),
    )
)
_LIKES = re.compile(
    r"(?:\b(?:likes?|loves?|prefers?|enjoys?|wants?|fan of|hates?|dislikes?|detests?|can't stand|"
    r"cannot stand|does not like|do not like|don't like|doesn't like|don't want|doesn't want)|"
    r"不喜欢|不爱|不习惯|喜欢|偏好|偏爱|习惯|倾向于?|讨厌|反感|受不了|热爱|爱)(?:用|看|使用|"
    r" to have| using| to use| the| a)*[: ]*(?P<what>.{1,60})$"
)
_AGAINST = re.compile(
    r"\b(?:not|never|no|don't|doesn't|hates?|dislikes?|detests?|avoid|stop|cannot stand|"
    r"can't stand|without)\b|不要|不喜欢|不爱|不习惯|不用|不许|不准|别(?!的|人)|勿|禁止|讨厌|反感|"
    r"受不了|避免|少用"
)
_VALUE_OF = (
    re.compile(
        r"^(?:the )?(?:our|my|the user's|user's|their) (?P<subject>[a-z][a-z -]{1,40}?) (?:is now|"
        r"is|are now|are|runs? on|uses?|starts?|ends?|has|have) (?P<value>.{1,80})$"
    ),
    re.compile(
        r"^(?:我们?|咱们?|用户)(?:这边|这里|的)?(?P<subject>[\u4e00-\u9fffa-z ]{1,20}?)(?:现在|"
        r"目前|都)*(?:用的是|是|叫|为|部署在|跑在)(?P<value>[^,。]{1,60})$"
    ),
    re.compile(
        r"^(?:we|i|the user|users?) (?:now |currently )?(?:have|has|operate|"
        r"run) (?P<value>\d[\d,.]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
        r"twenty) (?P<subject>[a-z][a-z -]{1,40})$"
    ),
    re.compile(
        r"^(?:我们?|咱们?)(?P<place>[\u4e00-\u9fff]{0,4}?)(?:一共|总共|共|现在|目前|只)*有"
        r"(?P<value>\d+|"
        r"[一两二三四五六七八九十百]+)[条个家间台名位张只层座套辆]?(?P<subject>[\u4e00-\u9fff]{1,10})$"
    ),
    re.compile(
        r"^(?:i|the user|we) (?:am |is |are |'m )?(?:now |currently )?(?P<subject>live|lives|"
        r"based|located) (?:in|at) (?P<value>.{1,60})$"
    ),
    re.compile(r"^我们?(?:现在|目前|家)?(?P<subject>住|位于|坐落)在(?P<value>.{1,30})$"),
    re.compile(
        r"^(?P<subject>call) me (?P<value>.{1,40})$|^my (?P<name>name) is (?P<called>.{1,40})$"
    ),
)
_LEADS = re.compile(
    r"^(?:(?:and|also|please|remember(?: that)?|note that|fyi|btw|by the way|now),? |另外|还有|"
    r"对了|其实|,)+"
)
_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Claim:
    """What a memory says: `value` of `subject`, or for (against) it; no subject when unread."""

    subject: str = ""
    value: str = ""
    against: bool = False

    def is_same_as(self, other: Claim) -> bool:
        """Tell whether two claims say the same."""
        return bool(self.subject) and self == other

    def contradicts(self, other: Claim) -> bool:
        """Tell whether both cannot hold: another value, or for what the other is against."""
        if not self.subject or self.subject != other.subject:
            return False
        if self.value == other.value:
            return self.against != other.against
        return not (self.against or other.against)


def read_claim(kind: str, text: str) -> Claim:
    """Read what a memory of a kind claims; an empty claim where it cannot be told."""
    said = _SPACES.sub(" ", _LEADS.sub("", fold(text).strip(" .。!")))
    against = bool(_AGAINST.search(said))
    if kind == "preference":
        return _of_slot(said, _WISHES, against=against) or _of_thing(said, against=against)
    if kind == "fact":
        return _of_slot(said, _STATES, against=against) or _of_value(said)
    return Claim()


def _of_slot(said: str, slots: _Slots, *, against: bool) -> Claim | None:
    """Claim one of a slot's values: where two are named, the sentence is not that simple."""
    for slot, values in slots:
        named = [value for value, words in values if words.search(said)]
        if set(named) == {"zh-hant", "zh"}:
            named = ["zh-hant"]
        if len(named) == 1:
            piece = _PIECE_OF_WORK.search(said)
            return Claim(f"{slot} of {piece[0]}" if piece else slot, named[0], against)
        if named:
            return Claim()
    return None


def _of_thing(said: str, *, against: bool) -> Claim:
    named = [name for name, words in _THINGS if words.search(said)]
    if len(named) == 1:
        return Claim(f"like {named[0]}", against=against)
    liked = _LIKES.search(said)
    if named or liked is None:
        return Claim()
    return Claim(f"like {liked['what'].strip(' .。')}"[:MOST_SUBJECT], against=against)


def _of_value(said: str) -> Claim:
    for rule in _VALUE_OF:
        if found := rule.match(said):
            parts = found.groupdict()
            subject = parts.get("subject") or parts.get("name") or ""
            value = parts.get("value") or parts.get("called") or ""
            return Claim(subject.strip()[:MOST_SUBJECT], value.strip()[:MOST_SUBJECT])
    return Claim()
