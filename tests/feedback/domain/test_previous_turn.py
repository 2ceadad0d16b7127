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
        ("请您确认金额是否为 39.90 元。确认后我就提交。", True),
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


@pytest.mark.parametrize(
    ("turn", "only_asks"),
    [
        (PreviousTurn(reply="请提供设备编号，以及要恢复到哪个版本。"), True),
        (PreviousTurn(reply="Which ward is it? Please tell me the date as well."), True),
        (PreviousTurn(reply="报表已经生成。要发给谁？"), False),
        (PreviousTurn(tools=[ToolCall("read_sheet")], reply="要发给谁？"), False),
        (PreviousTurn(reply=""), False),
    ],
)
def test_a_turn_that_did_nothing_but_ask_is_known(turn: PreviousTurn, only_asks: bool) -> None:
    assert turn.only_asks is only_asks


def test_a_turn_that_set_a_reminder_is_known() -> None:
    assert PreviousTurn(tools=[ToolCall("create_schedule")]).schedules
    assert PreviousTurn(intent="每天提醒我喝水").schedules
    assert not PreviousTurn(intent="Write the daily report", reply="Done.").schedules


def test_words_of_arguments_are_known() -> None:
    turn = PreviousTurn(intent="修复登录", tools=[ToolCall("edit_file", {"path": "src/login.py"})])
    assert {"src/login.py", "登录"} <= turn.words
