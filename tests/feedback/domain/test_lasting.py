"""What the whole message says of later: a way of working to keep, a condition to act on."""

from __future__ import annotations

import pytest

from apps.feedback.domain.classify import classify_message
from apps.feedback.domain.previous_turn import PreviousTurn

MENU = PreviousTurn("Translate the menu", [], "The menu is translated, prices kept.")
DAILY = PreviousTurn("每天八点发日报", [], "好的，每天 8:00 发日报。")


@pytest.mark.parametrize(
    "message",
    [
        "顺序很清楚，以后的菜单都照着这个来",
        "把刚才怎么译的记下来，新来的同事也要用",
        "能不能把整个过程封装一下？",
        "Good order. Whenever a new menu comes in, do it the same way.",
        "Please write down the steps so that Ana can do the same",
        "can this become a one-liner?",
    ],
)
def test_a_way_of_working_is_to_last(message: str) -> None:
    verdict = classify_message(message, MENU)
    assert verdict.save_as_skill
    assert not verdict.correction


@pytest.mark.parametrize(
    "message",
    ["下次我会早点给你", "next time I will send it earlier", "以后再说吧", "what are the steps?"],
)
def test_plans_of_the_speaker_keep_nothing(message: str) -> None:
    assert not classify_message(message, MENU).save_as_skill


@pytest.mark.parametrize(
    "message",
    [
        "库存低于50就马上通知我",
        "let me know whenever a new one arrives",
        "每个礼拜一早上九点寄给我",
    ],
)
def test_a_condition_or_a_rhythm_is_a_schedule(message: str) -> None:
    assert classify_message(message, MENU).schedule_intent


@pytest.mark.parametrize(
    "message", ["她每天六点去公园", "we meet every Friday at 9", "我们每天都有晨会，会冲突吗？"]
)
def test_habits_and_questions_about_them_are_none(message: str) -> None:
    assert not classify_message(message, MENU).schedule_intent


@pytest.mark.parametrize("message", ["先停一周", "周末取消", "pause it for now"])
def test_a_schedule_that_was_set_is_cancelled(message: str) -> None:
    assert classify_message(message, DAILY).schedule_intent
    assert not classify_message(message, MENU).schedule_intent
