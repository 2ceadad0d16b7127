import pytest

from apps.evolution.domain.intent_phrase import (
    key_phrase,
    shortened,
    trigger_phrases,
    without_values,
)


@pytest.mark.parametrize(
    ("intent", "phrase"),
    [
        ("Please could you rotate the log files?", "rotate the log files"),
        ("Hi there! I'd like to rebook my hotel.", "rebook my hotel"),
        ("请帮我导出七月的工单", "导出七月的工单"),
        ("你好，麻烦您查一下库存。", "查一下库存"),
        ("请假流程怎么走", "请假流程怎么走"),
        ("帮助文档要更新", "帮助文档要更新"),
        ("## Task: bump to 2.1.0\nand more", "Task: bump to 2.1.0"),
        ("<context>notes</context> fix the header", "notes fix the header"),
        ("🎉🎉", ""),
        ("", ""),
    ],
)
def test_the_key_phrase_is_what_was_asked_without_its_courtesies(intent: str, phrase: str) -> None:
    assert key_phrase(intent) == phrase


@pytest.mark.parametrize(
    ("phrase", "limit", "cut"),
    [
        ("short enough", 20, "short enough"),
        ("first clause, then a much longer second one", 20, "first clause"),
        ("words without any clause at all", 15, "words without"),
        ("先导出报表，再发给财务", 8, "先导出报表"),
        ("没有标点的很长一句话", 5, "没有标点的"),
    ],
)
def test_a_long_phrase_is_cut_after_a_clause_or_a_word(phrase: str, limit: int, cut: str) -> None:
    assert shortened(phrase, limit) == cut


def test_each_way_of_asking_is_a_trigger_once() -> None:
    intents = ["Please deploy billing", "deploy billing!", "部署账单服务", "go"]
    assert trigger_phrases(intents) == ("deploy billing", "部署账单服务")


@pytest.mark.parametrize(
    ("intent", "phrase"),
    [
        ("我是Lin(账号：Lin, 密码：[redacted:secret])，我需要获取提醒列表", "获取提醒列表"),
        ("我叫林小雨，帮我查一下余额", "查一下余额"),
        ("I am Ada (password [redacted:secret]), please build the report", "build the report"),
    ],
)
def test_who_somebody_is_and_a_hidden_secret_name_no_work(intent: str, phrase: str):
    assert key_phrase(intent) == phrase


@pytest.mark.parametrize(
    ("intent", "value", "bare"),
    [
        ("cancel the order under number QX-77", "QX-77", "cancel the order under"),
        ("退掉订单 QX-77 并退款", "QX-77", "退掉订单并退款"),
        ("upgrade python3 on the server", "QX-77", "upgrade python3 on the server"),
        ("refund QX-77", "QX-77", "refund QX-77"),
        ("book a flight to Kiel", "Kiel", "book a flight to Kiel"),
    ],
)
def test_what_fills_a_slot_is_dropped_from_the_words(intent: str, value: str, bare: str) -> None:
    assert without_values(intent, {value}) == bare
