"""What counts as a correction, by kind, Chinese and English side by side."""

from __future__ import annotations

import time

import pytest

from apps.feedback.domain.correction import detect_correction
from apps.feedback.domain.previous_turn import PreviousTurn

DEPLOYED = PreviousTurn(
    intent="Deploy the shop to the test cluster",
    reply="Deployed shop 2.4 to test-1 on port 3000, owner Ms Chen, 3 replicas.",
)
SAVED = PreviousTurn(
    intent="整理客户地址", reply="已整理 120 条地址，联系人王芳，保存为 地址.xlsx。"
)
ASKED_ZH = PreviousTurn(intent="发布新版本", reply="测试都过了。要发布到生产环境吗？")
ASKED_EN = PreviousTurn(intent="Publish the release", reply="All green. Publish it to production?")
OFFERED = PreviousTurn(intent="Draft the note", reply="Here is the note. Does that look right?")

NEGATION_ALONE = [
    "是不是可以部署了？",
    "不对称加密是什么",
    "请重新部署",
    "don't worry, it looks great",
    "what went wrong in the build log?",
    "这个不是很急",
    "Don't forget to add tests",
    "write a test for the wrong password case",
    "没有意见，就按这个来",
    "not a single complaint from my side",
]
WITHOUT_A_NEGATION = [
    "还是不行",
    "换一个",
    "改回去",
    "No, use port 8080",
    "Actually, I meant the staging DB",
    "弄反了",
    "shorter please",
    "revert that",
    "改成 502 端口",
    "Ms Chan, not Ms Chen",
]


@pytest.mark.parametrize("message", NEGATION_ALONE)
def test_a_negation_alone_is_no_correction(message: str) -> None:
    assert not detect_correction(message, DEPLOYED).found


@pytest.mark.parametrize("message", WITHOUT_A_NEGATION)
def test_a_correction_needs_no_negation(message: str) -> None:
    assert detect_correction(message, DEPLOYED).found


@pytest.mark.parametrize(
    "message", ["不，先等等", "no", "不是生产，是预发", "neither, use staging"]
)
@pytest.mark.parametrize("previous", [ASKED_ZH, ASKED_EN])
def test_an_answer_to_a_question_is_no_correction(message: str, previous: PreviousTurn) -> None:
    assert not detect_correction(message, previous).found


@pytest.mark.parametrize("message", ["你改错文件了", "you deleted the wrong branch"])
@pytest.mark.parametrize("previous", [ASKED_ZH, ASKED_EN])
def test_blame_is_a_correction_even_after_a_question(message: str, previous: PreviousTurn) -> None:
    assert detect_correction(message, previous).found


@pytest.mark.parametrize("message", ["no", "不对", "not quite", "不行，重写"])
def test_a_call_for_approval_is_no_question(message: str) -> None:
    assert detect_correction(message, OFFERED).found


@pytest.mark.parametrize(
    "message",
    [
        "我看错了，是对的",
        "my bad, wrong file on my side",
        "客户取消订单了，先删掉吧",
        "The launch got cancelled, so drop it",
        "算了，我自己改",
        "never mind",
        '日志里写着 "wrong state, cannot undo"，什么意思？',
        'it printed "not the right owner", what is that?',
    ],
)
def test_own_slips_news_dropped_matters_and_quotations_are_none(message: str) -> None:
    assert not detect_correction(message, DEPLOYED).found


@pytest.mark.parametrize(
    "message", ["很好，就是标题改短一点", "Great work, just make it 5 replicas"]
)
def test_praise_with_a_small_change_is_one(message: str) -> None:
    assert detect_correction(message, DEPLOYED).found


@pytest.mark.parametrize("message", ["联系人是李雷", "地址一共 98 条"])
def test_a_value_that_contradicts_the_answer_is_one(message: str) -> None:
    assert detect_correction(message, SAVED).found


@pytest.mark.parametrize("message", ["不對，應該是繁體", "這個檔案錯了，請還原"])
def test_traditional_characters_are_read_like_simplified_ones(message: str) -> None:
    assert detect_correction(message, SAVED).found


@pytest.mark.parametrize("message", ["wrogn port", "不队，重新做", "teh name is stil wrong"])
def test_slips_of_the_pen_do_not_hide_one(message: str) -> None:
    assert detect_correction(message, DEPLOYED).found


def test_why_quotes_the_clause_that_shows_it() -> None:
    verdict = detect_correction("Thanks. But the port is wrong.", DEPLOYED)
    assert verdict.why == ["says what is wrong with it: the port is wrong"]


def test_nothing_said_is_nothing_corrected() -> None:
    assert not detect_correction("", None).found
    assert not detect_correction("  \n\x00\ud800", DEPLOYED).found


@pytest.mark.parametrize(
    "piece", ["a", "一", "不对 ", "改成", "you ", '"', "`", "> ", "no, ", "the the ", "\n"]
)
def test_huge_messages_are_read_in_bounded_time(piece: str) -> None:
    message = piece * (100_000 // len(piece))
    started = time.perf_counter()
    detect_correction(message, DEPLOYED)
    assert time.perf_counter() - started < 1


def test_the_head_and_the_tail_of_a_long_message_count() -> None:
    story = "The weather was mild and the team had lunch outside. " * 200
    assert detect_correction("That is wrong. " + story, DEPLOYED).found
    assert detect_correction(story + " Please revert that.", DEPLOYED).found
