"""Every reason has its words, in both languages, and what is asked can be answered."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

import pytest

from apps.scheduling.domain import words_of_reasons
from apps.scheduling.domain.questions import question_for, say_assumption, words_for
from apps.scheduling.domain.reasons import Reason
from apps.scheduling.domain.understand import understand

NOW = datetime(2026, 9, 17, 14, 20)  # noqa: DTZ001 – a wall clock
DOMAIN = Path(words_of_reasons.__file__).parent
TABLES = {"zh": words_of_reasons.ZH, "en": words_of_reasons.EN}
_RAISED = re.compile(r'(?:UnclearError|WrongDayError|WrongCronError)\(\s*"([a-z_]+)"')
_RETURNED = re.compile(r'return "([a-z_]+)"')
_OF_A_WORD = re.compile(r'"!",.*?lambda _: "([a-z_]+)"', re.DOTALL)


def _codes() -> set[str]:
    """Collect the codes that the sources raise, return and name in their tables."""
    found: set[str] = set()
    for path in DOMAIN.glob("*.py"):
        source = path.read_text("utf-8")
        found |= set(_RAISED.findall(source))
        if path.name in ("gate.py", "doubts.py"):
            found |= set(_RETURNED.findall(source))
        if path.name.startswith("words_of_days"):
            found |= set(_OF_A_WORD.findall(source))
    return found | {"no_time", "mixed_words", "invalid_time"}


def test_every_code_that_is_raised_is_a_reason() -> None:
    assert _codes() <= {str(reason) for reason in Reason}


@pytest.mark.parametrize("language", TABLES)
@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_a_sentence_a_question_and_choices(reason: Reason, language: str) -> None:
    words = TABLES[language][reason]
    end = "。" if language == "zh" else "."
    assert words.sentence.endswith(end)
    assert words.question.endswith(("？", "?"))
    assert 2 <= len(words.choices) <= 4
    assert len(set(words.choices)) == len(words.choices)


@pytest.mark.parametrize(
    ("said", "zh", "en"),
    [
        ("每周两次", "没有说哪一天。在哪些天？", "It does not say which day. On which days?"),
        ("明天上午", "没有说几点。几点？", "It does not say at what time. At what time?"),
        ("每天", "没有说几点。几点？", "It does not say at what time. At what time?"),
    ],
)
def test_what_is_missing_is_asked(said: str, zh: str, en: str) -> None:
    understood = understand(said, now=NOW, timezone="Asia/Shanghai")
    asked = [question_for(understood, "zh"), question_for(understood, "en")]
    assert [one.text for one in asked if one] == [zh, en]


def test_of_several_readings_one_is_chosen() -> None:
    asked = question_for(understand("every day at 9", now=NOW, timezone="UTC"), "en")
    assert asked is not None
    assert asked.choices == ("every day at 09:00", "every day at 21:00")


def test_a_single_doubted_reading_is_asked_about_with_what_was_assumed() -> None:
    asked = question_for(understand("biweekly on Monday at 9am", now=NOW, timezone="UTC"), "en")
    assert asked is not None
    assert asked.text == "Read as every two, not as twice in one. Is that right?"
    assert asked.choices == ("every 2 weeks on Monday at 09:00", "no")


def test_nothing_is_asked_of_what_is_clear_or_no_schedule() -> None:
    for said in ("every day at 9am", "每天都很累"):
        assert question_for(understand(said, now=NOW, timezone="UTC"), "en") is None


def test_a_code_without_words_is_asked_about_as_unread() -> None:
    assert words_for("of_another_day", "en") == words_of_reasons.EN[Reason.UNREAD]
    assert say_assumption("of_another_day", "zh") == "of_another_day"


def test_every_assumption_has_its_words() -> None:
    raised = set()
    for path in DOMAIN.glob("*.py"):
        raised |= set(
            re.findall(r'\("(every_two|recurs|counted_from_now)"', path.read_text("utf-8"))
        )
    assert raised <= words_of_reasons.ASSUMPTIONS.keys()
    assert say_assumption("recurs", "zh") != say_assumption("recurs", "en")
