"""The detectors over tables of sentences: how often they agree with a person's labels."""

from __future__ import annotations

import pytest

from tests.feedback.domain import (
    sentences_en,
    sentences_mixed,
    sentences_zh,
    trades_en,
    trades_mixed,
    trades_zh,
)
from tests.feedback.domain.measure import Row, agreement, read, satisfaction_of

LANGUAGES: dict[str, list[Row]] = {
    "zh": [*sentences_zh.ROWS, *trades_zh.ROWS],
    "en": [*sentences_en.ROWS, *trades_en.ROWS],
    "mixed": [*sentences_mixed.ROWS, *trades_mixed.ROWS],
}
EVERY_ROW = [row for rows in LANGUAGES.values() for row in rows]


@pytest.mark.parametrize("language", LANGUAGES)
def test_corrections_are_found_and_little_else(language: str) -> None:
    found = agreement(LANGUAGES[language], "correction")
    assert found.precision >= 0.95, found.too_many
    assert found.f1 >= 0.95, found.too_few


@pytest.mark.parametrize("language", LANGUAGES)
def test_satisfaction_is_read_as_a_person_reads_it(language: str) -> None:
    rows = LANGUAGES[language]
    wrong = [row[0] for row in rows if read(row).satisfaction != satisfaction_of(row)]
    assert len(wrong) <= 0.07 * len(rows), wrong


@pytest.mark.parametrize(("label", "least"), [("skill", 0.95), ("schedule", 0.95), ("again", 0.85)])
def test_wishes_are_found_and_little_else(label: str, least: float) -> None:
    found = agreement(EVERY_ROW, label)
    assert found.f1 >= least, (found.too_many, found.too_few)


def test_every_verdict_says_why() -> None:
    silent = [
        row[0]
        for row in EVERY_ROW
        if (verdict := read(row)).correction or verdict.satisfaction != "neutral"
        if not verdict.why
    ]
    assert silent == []
