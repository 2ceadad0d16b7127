"""The one question that is asked where words are not clear, and what may be answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from apps.scheduling.domain.reasons import Reason
from apps.scheduling.domain.render import describe
from apps.scheduling.domain.spec import Verdict
from apps.scheduling.domain.words_of_reasons import ASSUMPTIONS, EN, ZH, Words

if TYPE_CHECKING:
    from apps.language.tokens import Language
    from apps.scheduling.domain.spec import Understanding

MOST_CHOICES = 4


class Question(NamedTuple):
    """What is asked, and what may be answered."""

    text: str
    choices: tuple[str, ...] = ()


def question_for(understanding: Understanding, language: Language) -> Question | None:
    """Ask what is missing or doubtful; None where nothing is, or where no schedule was meant."""
    if understanding.verdict is Verdict.UNCLEAR:
        return _ask(words_for(understanding.reason, language))
    if any(reading.spec.time_missing for reading in understanding.readings):
        return _ask(words_for(Reason.TIME_MISSING, language))
    if understanding.verdict is Verdict.AMBIGUOUS:
        return _which(understanding, language)
    return None


def words_for(reason: str, language: Language) -> Words:
    """Give the words of a reason; a code that is not known here is asked about as unread."""
    table = ZH if language == "zh" else EN
    known = reason if reason in table else Reason.UNREAD
    return table[Reason(known)]


def say_assumption(code: str, language: Language) -> str:
    """Say what was assumed for a reading; the code itself where it has no words."""
    zh, en = ASSUMPTIONS.get(code, (code, code))
    return zh if language == "zh" else en


def _ask(words: Words) -> Question:
    space = " " if words.sentence.isascii() else ""
    return Question(f"{words.sentence}{space}{words.question}", words.choices)


def _which(understanding: Understanding, language: Language) -> Question:
    """Let a person choose among the readings; of one that is doubted, say yes or no."""
    is_zh = language == "zh"
    said = tuple(
        dict.fromkeys(describe(one.spec, language) for one in understanding.readings[:MOST_CHOICES])
    )
    if len(said) > 1:
        return Question("你指的是哪一个？" if is_zh else "Which do you mean?", said)
    assumed = " ".join(
        say_assumption(one, language) for one in understanding.readings[0].assumptions
    )
    asked = "这样对吗？" if is_zh else "Is that right?"
    space = "" if is_zh or not assumed else " "
    return Question(f"{assumed}{space}{asked}", (*said, "不对" if is_zh else "no"))
