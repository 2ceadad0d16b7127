"""One reading of a message gives all five answers, with their reasons."""

from __future__ import annotations

import statistics
import time

import pytest

from apps.feedback.domain.classify import classify_message
from apps.feedback.domain.previous_turn import PreviousTurn
from apps.trajectories.domain.tool_chain import ToolCall
from tests.feedback.domain.measure import read
from tests.feedback.domain.test_sentences import EVERY_ROW

REMINDER = PreviousTurn(
    intent="Remind me every day at 9 to stretch",
    tools=[ToolCall("create_schedule", {"cron": "0 9 * * *"}, "completed")],
    reply="Done: every day at 9:00.",
)


def test_all_five_answers_are_given() -> None:
    read = classify_message("Perfect, but make it 10 instead", REMINDER)
    assert read._asdict() == {
        "correction": True,
        "satisfaction": "positive",
        "save_as_skill": False,
        "schedule_intent": True,
        "retry_same_question": False,
        "why": [
            "asks for a change of it: make it 10 instead",
            "approves: perfect",
            "changes a schedule: make it 10 instead",
        ],
    }


def test_a_message_without_a_turn_before_is_read_too() -> None:
    assert classify_message("还是不行", None).correction
    assert not classify_message("hello", None).correction


def test_a_usual_message_takes_a_fraction_of_a_millisecond() -> None:
    times = []
    for row in EVERY_ROW:
        started = time.perf_counter()
        read(row)
        times.append(time.perf_counter() - started)
    assert statistics.median(times) < 0.002


def test_a_document_made_and_sent_is_a_new_order_whatever_language_the_last_had() -> None:
    message = "Please make the weekly quality report of ward three and mail it to the head nurse"
    assert not classify_message(message, PreviousTurn("做二病区的质控周报", [], "好了")).correction
    shorter = "Make the report for the board shorter and mail it to Ann"
    assert classify_message(shorter, PreviousTurn("做董事会报告", [], "好了")).correction


@pytest.mark.parametrize(
    ("asked", "reply", "answer"),
    [
        ("把固件恢复到旧版本", "请提供设备编号和要恢复的版本。", "编号 A12，需要恢复到 2.1 版本。"),
        ("记录一下我的心情", "请告诉我今天的心情和日期。", "今天的心情是有点低落，日期是五号。"),
        ("优化仓位分配", "请提供当前的分配情况。", "目前的分配是偏向华东的。"),
        ("看看空调是什么问题", "请提供运行模式和累计时间？", "制冷模式，已经运行了300小时了。"),
        ("Restore the device", "Which version do you want?", "Roll it back to 2.1, serial A12."),
        ("Log my mood", "Please tell me how you feel today.", "A bit low, it is too loud here."),
    ],
)
def test_an_answer_to_the_agents_question_finds_no_fault(asked: str, reply: str, answer: str):
    read = classify_message(answer, PreviousTurn(intent=asked, reply=reply))
    assert (read.correction, read.satisfaction) == (False, "neutral"), read.why
