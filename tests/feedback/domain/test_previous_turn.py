"""What the reader of a message knows of the turn before."""

from __future__ import annotations

import pytest

from apps.feedback.domain.previous_turn import PreviousTurn
from apps.trajectories.domain.tool_chain import ToolCall


@pytest.mark.parametrize(
    ("reply", "asks"),
    [
        ("要直接部署吗？", True),
        ("Which environment should I use, staging or production?", True),
        ("Shall I merge it? 🙂", True),
        ("已部署。", False),
        ("Why did it fail? The token had expired.", False),
        ("好了，还有什么需要帮忙的吗？", False),
        ("Done. Anything else?", False),
        ("Here it is. Does that look right?", False),
        ("草稿写好了，这样可以吗？", False),
        ("", False),
    ],
)
def test_a_real_question_is_told_from_courtesy_and_approval(reply: str, asks: bool) -> None:
    assert PreviousTurn(reply=reply).asks is asks


def test_a_turn_that_set_a_reminder_is_known() -> None:
    assert PreviousTurn(tools=[ToolCall("create_schedule")]).schedules
    assert PreviousTurn(intent="每天提醒我喝水").schedules
    assert not PreviousTurn(intent="Write the daily report", reply="Done.").schedules


def test_words_of_arguments_are_known() -> None:
    turn = PreviousTurn(intent="修复登录", tools=[ToolCall("edit_file", {"path": "src/login.py"})])
    assert {"src/login.py", "登录"} <= turn.words
