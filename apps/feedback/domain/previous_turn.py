"""The turn that a message answers: what was asked, what was done, what the agent replied."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from apps.feedback.domain.cantonese import standardise
from apps.feedback.domain.numerals import write_figures
from apps.feedback.domain.traditional import simplify
from apps.language.tokens import fold, word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apps.trajectories.domain.tool_chain import ToolCall

MOST_REPLY_CHARS = 2000
MOST_ARG_CHARS = 200
ENDING_CHARS = 300
MOST_TOOLS = 20
SHORT_CHARS = 200

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*", re.ASCII)
_SENTENCE = re.compile(r"(?:[^.。!！?？\n]|\.(?=\w))+[.。!！?？:：]*")
LAST_SENTENCES = 2  # after the question an agent may still say in what unit, or give a choice
_SCHEDULED = re.compile(
    r"schedul|remind|cron|timer|alarm|提醒|定时|闹钟"
    r"|每[天周月日晚早].{0,10}(?:叫|通知|发|跑|运行|执行|自动|备份|同步|\d点|\d:\d)"
    r"|\b(?:run|send|back up|ping|check|sync|email|repeat|post)\b.*\bevery\b|\bevery \w+ at \d"
)
# A reply that ends by asking for something to go on with, in the form of a request.
_REQUESTS = re.compile(
    r"(?:请|烦请|麻烦|劳烦|需要|还需|要请)(?:您|你)?(?:先|再|也|帮忙)?(?:提供|告诉|告知|说明|说一下|"
    r"确认|补充|给出|给我|输入|填写|选择|指定|描述|上传|发来|发给|回复|明确|列出|提交)"
    r"|(?:把|将)[^,，]{1,20}(?:发|告诉|提供|给)(?:给|我|一下)"
    r"|(?:^|[,，] ?)(?:then |first |so )?(?:please|kindly|just) (?:also )?(?:provide|specify|tell|"
    r"share|confirm|send|give|choose|select|pick|enter|clarify|describe|indicate|list|upload|paste|"
    r"let me know)\b"
    r"|\b(?:i|we) (?:will |would |do |still |also )?need (?:you to|your|to know|the following|some|"
    r"more)\b"
    r"|^(?:tell me|let me know|send me|give me) (?:which|what|when|where|who|whether|how|your)\b"
)
_TO_PERSON = re.compile(r"请|您|你|\b(?:you|your|please)\b")
_APPROVAL = re.compile(
    r"^how about|^what about|怎么样|如何|(?:look|sound|seem|work|read|is (?:this|that|it)|"
    r"are (?:these|those)|does (?:this|that|it))"
    r"[^?]{0,30}\b(?:right|ok|okay|good|fine|correct|work|like|what you)"
    r"|(?:^|这样|这版|这个|这些|如上|您看|你看|内容|结果|格式)(?:还|都|看|是)?(?:可以|行|对|好|"
    r"满意|合适|符合|没问题)(?:吗|么|嘛)"
    r"|(?:满意|符合(?:要求|预期)?|合适)(?:吗|么|嘛)"
)
_COURTESY = re.compile(
    r"anything else|what else|something else|help (?:you )?with|let me know"
    r"|^(?:如(?:果|有|需|要)|若|有(?:任何)?(?:问题|需要))|\bif (?:you|there|anything)\b"
    r"|还有(?:什么|其他|别的)|其他需要|需要(?:我)?(?:帮|做)(?:您|你)?(?:什么|别的)"
)


@dataclass(frozen=True)
class PreviousTurn:
    """One request and its answer, as far as the reader of the next message needs them."""

    intent: str = ""
    tools: list[ToolCall] = field(default_factory=list)
    reply: str = ""

    @cached_property
    def asks(self) -> bool:
        """Whether the reply ends by asking for something: no courtesy, no call for approval."""
        *before, last = _sentences(self._reply[-ENDING_CHARS:])[-LAST_SENTENCES:] or [""]
        return _asks(last) or any(_asks(one) and _TO_PERSON.search(one) for one in before)

    @cached_property
    def only_asks(self) -> bool:
        """Whether the turn did nothing but ask: there is no result yet that could be wrong."""
        said = _sentences(self._reply)
        return bool(said) and not self.tools and all(_asks(one) for one in said)

    @cached_property
    def schedules(self) -> bool:
        """Whether the turn set a reminder or a recurring run."""
        tools = " ".join(call.tool for call in self.tools[:MOST_TOOLS])
        said = f"{self.folded_intent[:SHORT_CHARS]} {self._reply[:SHORT_CHARS]} {_fold(tools)}"
        return bool(_SCHEDULED.search(said))

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word and two-character piece of the intent, the reply and the arguments."""
        return self.ordered_words | self.answered_words | split_words(self._calls)

    @cached_property
    def folded_intent(self) -> str:
        """The intent, folded for comparison."""
        return _fold(self.intent[:MOST_REPLY_CHARS])

    @cached_property
    def ordered_words(self) -> frozenset[str]:
        """Every word and two-character piece of the intent alone: what the person had said."""
        return split_words(self.intent[:MOST_REPLY_CHARS])

    @cached_property
    def ordered_numbers(self) -> frozenset[str]:
        """Every number of the intent, in figures."""
        return _numbers(self.folded_intent)

    @cached_property
    def answered_numbers(self) -> frozenset[str]:
        """Every number of the reply, in figures."""
        return _numbers(self._reply)

    @cached_property
    def answered_words(self) -> frozenset[str]:
        """Every word and two-character piece of the reply."""
        return split_words(self.reply[:MOST_REPLY_CHARS])

    @cached_property
    def is_missing(self) -> bool:
        """Whether nothing was said or done before, as far as is known."""
        return not (self.intent or self.reply or self.tools)

    @cached_property
    def answered(self) -> str:
        """The reply and what was passed to tools, folded: what the agent had said and done."""
        return f"{self._reply} {_fold(self._calls)}"

    @cached_property
    def text(self) -> str:
        """Everything that was said or passed to a tool, folded for comparison."""
        return f"{self.folded_intent} {self.answered}"

    @cached_property
    def _reply(self) -> str:
        """The reply, folded; of a long one the beginning and the end."""
        reply = self.reply
        if len(reply) > MOST_REPLY_CHARS:
            reply = f"{reply[: MOST_REPLY_CHARS - ENDING_CHARS]}\n{reply[-ENDING_CHARS:]}"
        return _fold(reply)

    @cached_property
    def _calls(self) -> str:
        return " ".join(self._call_texts())

    def _call_texts(self) -> Iterator[str]:
        for call in self.tools[:MOST_TOOLS]:
            yield call.tool.replace("_", " ")
            for value in list((call.args or {}).values())[:MOST_TOOLS]:
                yield str(value)[:MOST_ARG_CHARS]


def split_words(text: str) -> frozenset[str]:
    """Cut text into words, identifiers and two-character pieces; single characters are left out."""
    return word_set(standardise(simplify(text)))


def _sentences(text: str) -> list[str]:
    said = [one.strip() for one in _SENTENCE.findall(text)]
    return [one for one in said if any(letter.isalnum() for letter in one)]


def _asks(sentence: str) -> bool:
    if not (sentence.endswith(("?", "？")) or _REQUESTS.search(sentence)):
        return False
    return not (_APPROVAL.search(sentence) or _COURTESY.search(sentence))


def _numbers(text: str) -> frozenset[str]:
    return frozenset(_NUMBER.findall(write_figures(text)))


def _fold(text: str) -> str:
    return standardise(simplify(fold(text)))
