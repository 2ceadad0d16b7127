import pytest

from apps.evolution.domain.intent_phrase import (
    general_phrase,
    key_phrase,
    shortened,
    telling_phrase,
    trigger_phrases,
    with_gaps,
    with_slots,
    without_dates,
)


@pytest.mark.parametrize(
    ("intent", "phrase"),
    [
        ("Please could you rotate the log files?", "rotate the log files"),
        ("Hi there! I'd like to rebook my hotel.", "rebook my hotel"),
        ("请帮我导出七月的工单", "导出七月的工单"),
        ("I need some help with changing my ferry", "changing my ferry"),
        ("I'm having some trouble with money and need to cancel my ferry", "cancel my ferry"),
        ("Is it possible to move my ferry?", "move my ferry"),
        ("I have a ferry at noon. Please move it to six, please", "move it to six"),
        ("我有一张船票。帮我改签，谢谢", "改签"),
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
        ("cancel the ferry that was booked for Ana", 37, "cancel the ferry that was booked"),
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
    ("intent", "given", "phrase"),
    [
        ("cancel order QX-77", {"QX-77": "order"}, "cancel order {order}"),
        ("退掉订单QX-77并退款", {"QX-77": "订单号"}, "退掉订单{订单号}并退款"),
        ("给张三退款", {"张三": "姓名"}, "给{姓名}退款"),
        ("book a flight to Kiel", {"Kiel": "to"}, "book a flight to {to}"),
        ("upgrade python3 on the server", {"3": "number"}, "upgrade python3 on the server"),
        ("answer yes to all", {"yes": "agreed", "all": "scope"}, "answer yes to all"),
    ],
)
def test_what_fills_a_slot_is_named_by_it(intent: str, given: dict[str, str], phrase: str) -> None:
    assert with_slots(intent, given) == phrase


@pytest.mark.parametrize(
    ("phrase", "bare"),
    [
        ("book the ferry to Kiel on May 20th", "book the ferry to Kiel"),
        ("move the meeting from 2026-05-01 to 2026-05-03", "move the meeting"),
        ("取消5月20日的预约", "取消的预约"),
        ("on May 20th", "on May 20th"),
    ],
)
def test_a_day_belongs_to_the_request_that_names_it(phrase: str, bare: str) -> None:
    assert without_dates(phrase) == bare


def test_the_request_that_has_most_in_common_with_the_others_speaks_for_them() -> None:
    intents = ["My card is maxed out, so make every seat cheap", "downgrade all my seats"]
    assert telling_phrase([*intents, "please downgrade my seats"]) == "downgrade my seats"
    assert telling_phrase(["", "🎉"]) == ""


@pytest.mark.parametrize(
    ("phrase", "other", "left_open"),
    [
        (
            "Build the report for ward seven and send it to the head nurse",
            "build the report for ward nine and send it to the head nurse",
            "Build the report for ward … and send it to the head nurse",
        ),
        (
            "生成七病区的护理周报并发给护士长",
            "生成九病区的护理周报并发给护士长",
            "生成…病区的护理周报并发给护士长",
        ),
        ("Count the gloves", "Sum up the invoices of May", "Count the gloves"),
    ],
)
def test_where_requests_differ_the_title_is_left_open(
    phrase: str, other: str, left_open: str
) -> None:
    assert with_gaps(phrase, [phrase, other]) == left_open


def test_a_title_that_names_a_case_keeps_what_others_begin_with() -> None:
    others = ["book a ferry from Kiel to Oslo", "book a ferry for my friend Ana", "book a ferry"]
    assert general_phrase(others[0], others) == "book a ferry"
    assert general_phrase("book a ferry", others) == "book a ferry"
    assert general_phrase("book a hut in Oslo", ["see Ana off"]) == "book a hut in Oslo"
