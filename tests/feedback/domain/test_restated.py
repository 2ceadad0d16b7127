"""What was ordered and not given is missed, in words or in figures."""

from __future__ import annotations

import pytest

from apps.feedback.domain.cantonese import standardise
from apps.feedback.domain.correction import detect_correction
from apps.feedback.domain.numerals import write_figures
from apps.feedback.domain.previous_turn import PreviousTurn

BONUS = PreviousTurn("算一下李雷和韩梅梅的奖金", [], "李雷的奖金是 6,320 元。")
LABELS = PreviousTurn(
    "Print labels and envelopes for 40 guests", [], "Printed labels for 36 of them."
)


@pytest.mark.parametrize(
    ("message", "previous"),
    [
        ("韩梅梅呢？", BONUS),
        ("envelopes?", LABELS),
        ("there are forty", LABELS),
        ("forty, please", LABELS),
    ],
)
def test_what_was_ordered_and_not_given_is_a_correction(
    message: str, previous: PreviousTurn
) -> None:
    assert detect_correction(message, previous).found


@pytest.mark.parametrize(
    ("message", "previous"), [("王刚呢？", BONUS), ("李雷呢？", BONUS), ("stamps?", LABELS)]
)
def test_what_was_not_ordered_is_none(message: str, previous: PreviousTurn) -> None:
    assert not detect_correction(message, previous).found


@pytest.mark.parametrize(
    ("text", "figures"),
    [("thirty of us", "30 of us"), ("二十张", "20张"), ("十二个", "12个"), ("两位", "2位")],
)
def test_number_words_are_written_in_figures(text: str, figures: str) -> None:
    assert write_figures(text) == figures


@pytest.mark.parametrize(
    ("text", "standard"),
    [("唔该", "谢谢"), ("佢唔系我哋嘅人", "他不是我们的人"), ("改成红色", "改成红色")],
)
def test_cantonese_is_read_as_standard_chinese(text: str, standard: str) -> None:
    assert standardise(text) == standard
