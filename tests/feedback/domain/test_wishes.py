"""Wishes about later: keep the procedure, set a time, do the same again."""

from __future__ import annotations

import pytest

from apps.feedback.domain.previous_turn import PreviousTurn
from apps.feedback.domain.wishes import asks_again, wants_schedule, wants_skill

REPORT = PreviousTurn(intent="Write the sales report for May", reply="The report is in may.pdf.")
REMINDER = PreviousTurn(intent="每天九点提醒我喝水", reply="好的，每天 9:00 提醒你喝水。")


@pytest.mark.parametrize(
    "message",
    [
        "帮我保存成一个技能",
        "以后都照这个流程做",
        "save these steps as a skill",
        "next time do it this way",
        "Nice. Turn that into a playbook",
    ],
)
def test_a_procedure_is_to_be_kept(message: str) -> None:
    assert wants_skill(message, REPORT).found


@pytest.mark.parametrize(
    "message",
    ["把报告保存成 PDF", "下次我要早点出发", "which skills do you have?", "save it as report.md"],
)
def test_saving_a_file_keeps_no_procedure(message: str) -> None:
    assert not wants_skill(message, REPORT).found


@pytest.mark.parametrize(
    "message",
    [
        "每周一早上自动发一份",
        "半小时后再跑一次",
        "remind me tomorrow at noon",
        "send it on the first of every month",
        "restart it nightly",
    ],
)
def test_a_time_is_set(message: str) -> None:
    assert wants_schedule(message, REPORT).found


@pytest.mark.parametrize(
    "message",
    [
        "每天的定时任务几点跑？",
        "昨晚三点也失败过",
        "Anna is out every Friday",
        "does cron know seconds?",
    ],
)
def test_questions_and_facts_about_times_set_none(message: str) -> None:
    assert not wants_schedule(message, REPORT).found


@pytest.mark.parametrize(
    "message", ["改成十点", "周末不用提醒", "half an hour later please", "不对，是八点"]
)
def test_a_set_time_is_changed(message: str) -> None:
    assert wants_schedule(message, REMINDER).found
    assert not wants_schedule("改成红色", REPORT).found


@pytest.mark.parametrize(
    "message",
    [
        "六月的呢",
        "and June?",
        "再写一份六月的",
        "do the same for June",
        "redo it",
        "Write the one for June",
    ],
)
def test_the_same_kind_is_asked_for_again(message: str) -> None:
    assert asks_again(message, REPORT).found


@pytest.mark.parametrize("message", ["改成红色", "undo that", "mail it to Tom", "redo log 是什么"])
def test_other_wishes_ask_for_nothing_again(message: str) -> None:
    assert not asks_again(message, REPORT).found
