"""How content a person is, read from the message alone."""

from __future__ import annotations

import pytest

from apps.feedback.domain.previous_turn import PreviousTurn
from apps.feedback.domain.satisfaction import read_satisfaction

DONE = PreviousTurn(intent="做一张海报", reply="海报做好了：蓝色背景，三行文字。")
ASKED = PreviousTurn(intent="Clean the cache", reply="Found 3 GB. Delete it?")


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("很好", "positive"),
        ("解决了", "positive"),
        ("就这样", "positive"),
        ("不错", "positive"),
        ("没什么可挑的", "positive"),
        ("works now, thanks", "positive"),
        ("not bad at all", "positive"),
        ("couldn't be better", "positive"),
        ("没用", "negative"),
        ("还是不行", "negative"),
        ("不是很好", "negative"),
        ("换一个", "negative"),
        ("thanks but it still fails", "negative"),
        ("Great, now it doesn't even open", "negative"),
        ("that took forever", "negative"),
        ("算了，我自己来", "negative"),
        ("ok", "neutral"),
        ("继续", "neutral"),
        ("改成红色", "neutral"),
        ("use a red background instead", "neutral"),
        ("为什么是蓝色？", "neutral"),
        ("", "neutral"),
    ],
)
def test_the_attitude_is_read(message: str, wanted: str) -> None:
    assert read_satisfaction(message, DONE).value == wanted


@pytest.mark.parametrize("message", ["很漂亮，字再大一点", "Lovely! Just move the title up a bit"])
def test_a_small_wish_does_not_undo_praise(message: str) -> None:
    assert read_satisfaction(message, DONE).value == "positive"


@pytest.mark.parametrize("message", ["no", "不要", "yes, go ahead", "neither"])
def test_an_answer_to_a_question_shows_nothing(message: str) -> None:
    assert read_satisfaction(message, ASKED).value == "neutral"


def test_too_much_of_a_good_thing_is_a_flaw_where_a_change_is_asked_for() -> None:
    assert read_satisfaction("太专业了！", DONE).value == "positive"
    assert read_satisfaction("太专业了，换个通俗的说法再写一遍", DONE).value == "negative"
