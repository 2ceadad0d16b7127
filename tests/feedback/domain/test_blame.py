"""Blame said sideways: rhetorical questions, irony, what is left undone."""

from __future__ import annotations

import pytest

from apps.feedback.domain.classify import classify_message
from apps.feedback.domain.previous_turn import PreviousTurn

POSTER = PreviousTurn("做一张运动会海报", [], "海报做好了：蓝色背景，标题“春季运动会”，三行文字。")


@pytest.mark.parametrize(
    "message",
    [
        "这句话谁加的？",
        "怎么没有日期？",
        "这样改有什么用？",
        "你认真的吗？",
        "字体没统一，赞助商没写",
        "答非所问",
        "who added the slogan?",
        "since when is that a poster?",
        "You threw out the sponsors",
        "the sponsors were never mentioned",
        "I can't use this",
        "it reads like a ransom note",
    ],
)
def test_blame_needs_no_verdict(message: str) -> None:
    verdict = classify_message(message, POSTER)
    assert verdict.correction
    assert verdict.satisfaction == "negative"


@pytest.mark.parametrize(
    "message",
    [
        "海报一般谁来批？",
        "怎么导出成 PDF？",
        "日期有什么讲究吗？",
        "who usually prints these?",
        "how do I print it?",
        "客户那边临时取消了，先放着",
    ],
)
def test_honest_questions_and_news_blame_nobody(message: str) -> None:
    verdict = classify_message(message, POSTER)
    assert not verdict.correction
    assert verdict.satisfaction == "neutral"


@pytest.mark.parametrize(
    "message", ["挺清爽的", "味道对了", "my boss loved it", "这下看懂了", "👍"]
)
def test_delight_is_read(message: str) -> None:
    assert classify_message(message, POSTER).satisfaction == "positive"


def test_a_fault_in_a_first_message_is_its_task() -> None:
    message = "The shop shows the wrong currency, please fix it"
    assert not classify_message(message, PreviousTurn()).correction
    assert classify_message(message, PreviousTurn()).satisfaction == "neutral"
