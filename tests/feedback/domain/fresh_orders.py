"""Sequences of fresh orders: a work done, then more of its kind with other numbers and names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.feedback.domain.previous_turn import PreviousTurn
from apps.trajectories.domain.tool_chain import ToolCall
from tests.feedback.domain.works_en import WORKS_EN
from tests.feedback.domain.works_zh import WORKS_ZH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.feedback.domain.works import Work

OPENERS_EN = ("", "Thanks. ", "Next, ", "Ok, now ", "Please ", "Good. Then ", "Now please ")
OPENERS_ZH = ("", "谢谢。", "接下来", "好的，现在", "请", "行，然后", "再帮我", "麻烦")
SHORT_EN = (
    "next: {0}",
    "Next, {0}",
    "now {0}",
    "ok now {0}",
    "then {0}",
    "same for {0}",
    "the same for {0}, please",
    "do the same for {0}",
    "and {0}?",
    "what about {0}?",
    "{0} as well",
    "{0} too please",
    "{0} next",
    "do {0} next",
    "another one for {0}",
    "one more: {0}",
    "repeat for {0}",
    "now on to {0}",
    "Thanks, now {0}",
    "great. next one: {0}",
    "and one for {0}",
    "let's do {0} now",
    "likewise for {0}",
    "OK, {0} now",
    "and now do {0}",
    "then {0}, same format",
    "can you do {0} as well?",
    "let's move to {0}",
    "next up: {0}",
    "go on with {0}",
    "same procedure for {0}",
    "one for {0} too",
    "thanks! {0} next",
    "perfect, on to {0}",
    "I also need {0}",
    "also {0}",
    "and {0}",
    "Great. Could you run that for {0} too?",
    "here's the next one: {0}",
    "do that for {0} as well",
    "{0}, likewise",
    "now the same with {0}",
    "continue with {0}",
)
SHORT_ZH = (
    "下一个：{0}",
    "下一个，{0}",
    "接下来{0}",
    "接着是{0}",
    "然后{0}",
    "再来一份{0}的",
    "再来一个{0}",
    "同样的给{0}也做一份",
    "{0}也来一份",
    "{0}的也做一下",
    "{0}也一样处理",
    "{0}呢？",
    "那{0}呢",
    "现在做{0}",
    "好的，现在{0}",
    "轮到{0}了",
    "该{0}了",
    "还有{0}",
    "谢谢，再做{0}的",
    "照样给{0}做一份",
    "继续，{0}",
    "{0}，也要一份",
    "下面是{0}",
    "{0}也要",
    "好，接下来是{0}",
    "再弄一个{0}的",
    "{0}也跑一下",
    "给{0}也来一份",
    "继续处理{0}",
    "下一步做{0}",
    "那{0}的呢？",
    "{0}同样处理",
    "谢谢，还有{0}的",
    "{0}照做",
    "麻烦再做下{0}",
    "轮到{0}",
    "下一条：{0}",
    "好的，{0}也一样",
    "然后做{0}那份",
    "{0}的也发我",
    "按同样格式做{0}",
    "可以，再看{0}",
    "接着弄{0}",
    "{0}也麻烦一下",
)


@dataclass(frozen=True)
class Sequence:
    """A turn that was answered well, and the fresh order that follows it."""

    previous: PreviousTurn
    message: str
    form: str


def fresh_orders(language: str) -> Iterator[Sequence]:
    """Give every sequence of a language: full orders, orders of another work, short forms."""
    works = WORKS_ZH if language == "zh" else WORKS_EN
    for number, work in enumerate(works):
        yield from _full(work, language)
        yield from _other(work, works[(number + 3) % len(works)], language)
        yield from _short(work, language)


def turns_of(work: Work) -> list[PreviousTurn]:
    """Give the turn with a bare reply, and with a reply that names the values."""
    first = [values[0] for values in work.slots]
    call = ToolCall(work.tool, dict(zip("abc", first, strict=False)), "completed")
    intent = work.orders[0].format(*first)
    return [
        PreviousTurn(intent, [call], "ok"),
        PreviousTurn(intent, [call], work.reply.format(*first)),
    ]


def _full(work: Work, language: str) -> Iterator[Sequence]:
    openers = OPENERS_ZH if language == "zh" else OPENERS_EN
    for turn in turns_of(work):
        for order in work.orders:
            for at, values in enumerate(_changed(work)):
                opener = openers[at % len(openers)]
                said = order.format(*values)
                yield Sequence(turn, _open(opener, said), "full")
                yield Sequence(turn, said, "full")


def _other(work: Work, other: Work, language: str) -> Iterator[Sequence]:
    openers = OPENERS_ZH if language == "zh" else OPENERS_EN
    said = other.orders[0].format(*(values[1] for values in other.slots))
    for turn in turns_of(work):
        for opener in openers:
            yield Sequence(turn, _open(opener, said), "other")


def _short(work: Work, language: str) -> Iterator[Sequence]:
    forms = SHORT_ZH if language == "zh" else SHORT_EN
    joint = "" if language == "zh" else ", "
    for turn in turns_of(work):
        for values in work.slots[: work.objects]:
            for form in forms:
                yield Sequence(turn, form.format(values[1]), "short")
        both = joint.join(values[2] for values in work.slots[:2])
        for form in forms:
            yield Sequence(turn, form.format(both), "short")


def _changed(work: Work) -> Iterator[list[str]]:
    """Change each value alone, then all of them, to each of the others."""
    first = [values[0] for values in work.slots]
    for at, values in enumerate(work.slots[: work.objects]):
        for value in values[1:]:
            yield [*first[:at], value, *first[at + 1 :]]
    for values in zip(*(values[1:] for values in work.slots), strict=False):
        yield list(values)


def _open(opener: str, said: str) -> str:
    runs_on = opener.endswith((", ", "now ", "Then ", "ease "))
    return opener + (said[0].lower() + said[1:] if runs_on else said)
