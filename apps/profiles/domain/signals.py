"""Find by rule what a message hints about its author: role, industry, style, language, tools.

What is said of a colleague, supposed, asked, or meant for once gives no hint. One request in a
language is a weak hint at it: only several sessions make a preferred language.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from apps.language.tokens import count_cjk
from apps.profiles.domain.asides import is_own_word, is_passing
from apps.profiles.domain.claims import read_claim
from apps.profiles.domain.expertise import expertise_of
from apps.profiles.domain.facts import fact_confidence
from apps.profiles.domain.fields import FieldName, FieldSignal
from apps.profiles.domain.industries import Industry, industry_of_place
from apps.profiles.domain.people import role_en, role_zh
from apps.profiles.domain.preferences import preference_confidence
from apps.profiles.domain.speech import Clause, mask_others, own_sentences
from apps.profiles.domain.topics import topic_of
from apps.trajectories.domain.injected import strip_injected

if TYPE_CHECKING:
    from collections.abc import Iterator

SAID_OUTRIGHT = Decimal("0.75")
IMPLIED = Decimal("0.45")
WRITTEN_IN = Decimal("0.20")
ASKED_ABOUT = Decimal("0.50")
LEAST_WORDS = 5
LEAST_CHINESE = 6

_ROLE_EN = (
    re.compile(
        r"(?:^|, )(?:i am|i'm|i work as|i'm working as|i serve as)(?: also| currently|"
        r" now)* (?P<role>.{2,60})"
    ),
    re.compile(
        r"^my (?:job|role|title|position|profession|occupation)(?: title)? is (?P<role>.{2,60})"
    ),
    re.compile(r"^(?:as|being) (?P<role>an? [^,]{2,40}), ?(?:i|we)\b"),
)
_ROLE_ZH = (
    re.compile(
        r"(?:^|,)我(?:本人|现在|目前)?(?:就)?(?:是|担任|当)(?P<role>(?!你|他|她)[^,。]{2,20})$"
    ),
    re.compile(r"^我的?(?:职业|职位|岗位|职务|工作)是(?P<role>[^,。]{2,20})$"),
    re.compile(r"^(?:作为|身为)(?P<role>[^,]{2,14}?),?我"),
)
_NEGATED = re.compile(r"\b(?:not|never|isn't|don't|no longer|no)\b|不是|并非|不再|没有|不在|不做")
_OWN_PLACE = re.compile(
    r"\b(?:our|my) (?!colleague|friend|wife|husband|boss|client|customer)(?:\w+ ){0,1}(?:hospital|"
    r"clinic|ward|plant|factory|workshop|warehouse|school|university|restaurant|hotel|farm|"
    r"law firm|bank|supermarket)\b|(?:我们|咱们|我)(?:的)?(?:医院|诊所|科室|病区|工厂|厂|车间|"
    r"仓库|学校|餐厅|酒店|农场|律所|银行|超市|门店)"
)
_LINE_OF_WORK_ZH = re.compile(
    r"^我们?(?:公司|厂|家)?(?:是)?(?:做|搞|从事|主营)(?P<what>[\u4e00-\u9fff]{2,10}?)(?:的|行业|"
    r"生意)?$"
)
_USES = re.compile(
    r"^(?:and |also )*(?:i|we)(?: usually| mostly| mainly| always| normally| really|"
    r" still)* (?:use|prefer|like|prefer using|like using|work with|work in) |^my (?:preferred|"
    r"favou?rite) (?:tool|editor|ide|shell|browser|language|framework|app) is |^我们?(?:平时|一般|"
    r"通常|一直|都|主要|更|比较)*(?:用|使用|习惯用|喜欢用|偏好|习惯使用|喜欢使用)"
)
_TOOL = re.compile(
    r"(?<![A-Za-z])(?!I\b|I'|We\b|My\b|And\b|Also\b|The\b|ISO\b|English\b|Chinese\b|German\b|"
    r"French\b)(?:[A-Z][\w+#.-]*[\w+#](?: (?:[A-Z][\w+#.-]*[\w+#]|\d[\d.]*))?|vim|emacs|pandas|"
    r"git|bash|zsh|tmux|docker|pytest)(?![A-Za-z])|飞书|钉钉|企业微信|金蝶|用友|腾讯文档|石墨文档"
)
_CLINICAL = re.compile(
    r"\b(?:nurse|doctor|physician|surgeon|pharmacist|midwife|paramedic)\b|护士|医生|医师|药师|护工"
)
_OPPOSITE = {"detailed": "concise", "concise": "detailed", "formal": "casual", "casual": "formal"}
_KANA_OR_HANGUL = re.compile(r"[\u3040-\u30ff\uac00-\ud7af]")
_LATIN_WORD = re.compile(r"[a-z]{2,}")
_CODE = re.compile(r"[{}<>=;$\\|]|\w\(|/\w+/")


def find_signals(message: str) -> list[FieldSignal]:
    """List what a message of a person hints at, each value once."""
    found = [
        signal
        for sentence in own_sentences(message)
        for clause in sentence.clauses
        for signal in _of_clause(clause)
    ]
    found += [*_of_language(message), *_of_topic(message)]
    best: dict[tuple[str, str], FieldSignal] = {}
    for signal in sorted(found, key=lambda one: -one.weight):
        best.setdefault((signal.name, signal.value), signal)
    return list(best.values())


def _of_clause(clause: Clause) -> Iterator[FieldSignal]:
    if not is_own_word(clause):
        return
    if not (is_passing(clause) or _NEGATED.search(clause.text)):
        yield from _of_work(clause)
        if fact_confidence(clause) or preference_confidence(clause):
            yield from _of_tools(clause)
    if level := expertise_of(clause.text):
        yield FieldSignal(FieldName.EXPERTISE, level, clause.quote, SAID_OUTRIGHT)
    yield from _of_wishes(clause)


def _of_work(clause: Clause) -> Iterator[FieldSignal]:
    role = _role(clause.text)
    if role:
        yield FieldSignal(FieldName.ROLE, role, clause.quote, SAID_OUTRIGHT)
    industry, weight = _industry(clause, role)
    if industry:
        language = "zh" if count_cjk(clause.text) else "en"
        value = industry.named_in(language)
        yield FieldSignal(FieldName.INDUSTRY, value, clause.quote, weight)


def _role(text: str) -> str:
    for rule in _ROLE_ZH:
        if (found := rule.search(text)) and (role := role_zh(found["role"])):
            return role
    for rule in _ROLE_EN:
        if (found := rule.search(text)) and (role := role_en(found["role"])):
            return role
    return ""


def _industry(clause: Clause, role: str) -> tuple[Industry | None, Decimal]:
    """Find the industry of a clause: stated as a fact, the speaker's own place, or by the role."""
    text = clause.text
    line = _LINE_OF_WORK_ZH.search(text)
    if line and (named := industry_of_place(line["what"])):
        return named, SAID_OUTRIGHT
    if (fact_confidence(clause) or role) and (named := industry_of_place(text)):
        return named, SAID_OUTRIGHT
    if _OWN_PLACE.search(text):
        return industry_of_place(text), IMPLIED
    return (industry_of_place("hospital"), IMPLIED) if _CLINICAL.search(role) else (None, IMPLIED)


def _of_tools(clause: Clause) -> Iterator[FieldSignal]:
    if _USES.search(clause.text):
        for tool in _TOOL.findall(clause.quote):
            yield FieldSignal(FieldName.TOOLS, tool, clause.quote, SAID_OUTRIGHT)


def _of_wishes(clause: Clause) -> Iterator[FieldSignal]:
    """Read style and language from a lasting wish, never from an order for one answer."""
    wished = preference_confidence(clause)
    if wished is None:
        return
    claim = read_claim("preference", clause.text)
    if claim.subject in {"length", "tone"}:
        style = _OPPOSITE[claim.value] if claim.against else claim.value
        yield FieldSignal(FieldName.STYLE, style, clause.quote, wished)
    if claim.subject == "like small talk" and claim.against:
        yield FieldSignal(FieldName.STYLE, "concise", clause.quote, wished)
    if claim.subject == "language" and not claim.against:
        yield FieldSignal(FieldName.LANGUAGE, claim.value, clause.quote, wished)


def _of_language(message: str) -> Iterator[FieldSignal]:
    """Hint at the language that somebody writes in, where there is enough of it."""
    own = mask_others(strip_injected(message))
    lines = [line for line in own.splitlines() if not _CODE.search(line)]
    text = " ".join(lines)
    if _KANA_OR_HANGUL.search(text):
        return
    chinese, latin = count_cjk(text), len(_LATIN_WORD.findall(text))
    quote = strip_injected(message)[:100].strip()
    if chinese >= LEAST_CHINESE and chinese > latin:
        yield FieldSignal(FieldName.LANGUAGE, "zh", quote, WRITTEN_IN)
    elif latin >= LEAST_WORDS and not chinese:
        yield FieldSignal(FieldName.LANGUAGE, "en", quote, WRITTEN_IN)


def _of_topic(message: str) -> Iterator[FieldSignal]:
    topic, quote = topic_of(message)
    if topic:
        yield FieldSignal(FieldName.TOPICS, topic, quote, ASKED_ABOUT)
