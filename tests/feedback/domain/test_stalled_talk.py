"""Talk that stands still is heard in both languages, and ordinary talk is not taken for it."""

from collections.abc import Callable

import pytest

from apps.feedback.domain.stalled_talk import (
    asks_for_something,
    lacks_what_is_asked,
    leaves_for_later,
    seeks_consent,
)

LACKS = [
    *("I don't have the batch number with me", "I can't remember which ward it was."),
    *("Sorry, I’m not sure about the account code", "I forgot the password for that box"),
    *("我不记得工单号了", "手头没有合同编号", "忘了是哪个仓库", "账号我找不到了", "不知道设备编号"),
]
HAS = [
    *("The batch number is B-204", "I have it here: 7781", "I don't know why it fails"),
    *("I don't have any more questions", "Don't forget the totals"),
    *(
        "编号是 B-204",
        "我没有问题了",
        "不要忘了备份",
        "别忘了加合计",
        "没有其他的了",
        "我没有别的要求",
    ),
]
ASKS = [
    *("I need the batch number to proceed.", "Could you please provide the ward?"),
    *("Once you have the code, I can update it.", "Please share your account name first."),
    *("请提供批次号。", "需要您提供合同编号才能继续", "麻烦您告知设备号", "请先补充时间范围"),
]
TELLS = [
    *("The report is ready.", "Done, three rows were merged.", "You're welcome, have a nice day!"),
    *("报表已生成。", "已合并三行。", "不客气，祝您愉快"),
]
LEAVES = [
    *("I'll get back to you once I find the number", "Let me check my notes, talk to you later"),
    *("I will reach out again when I know.", "Thanks, I'll look for it"),
    *("我回头再联系你", "等我找到编号再说", "稍后再发给你", "我去问一下再告诉你"),
]
STAYS = [
    *("I'll take the second one", "Thanks, I'll reach out if I need anything else"),
    *("Please send it later today", "Check the totals again"),
    *("就用第二个", "稍后发给财务", "再检查一下合计"),
]
CONSENT = [
    *("It costs 30. Shall I book it?", "Please confirm these details.", "Reply yes to proceed."),
    *("共 30 元，是否预订？", "请确认以上信息。", "可以吗"),
]
NO_CONSENT = ["It is booked.", "The total is 30.", "已预订。", "共 30 元。"]
TABLE = [
    (lacks_what_is_asked, LACKS, HAS),
    (asks_for_something, ASKS, TELLS),
    (leaves_for_later, LEAVES, STAYS),
    (seeks_consent, CONSENT, NO_CONSENT),
]


@pytest.mark.parametrize(("hears", "heard", "not_heard"), TABLE)
def test_it_is_heard_where_it_is_said(
    hears: Callable[[str], bool], heard: list[str], not_heard: list[str]
):
    found = {text: hears(text) for text in heard + not_heard}
    assert found == dict.fromkeys(heard, True) | dict.fromkeys(not_heard, False)


def test_only_the_end_of_a_long_reply_seeks_consent():
    assert not seeks_consent("Shall I?" + " The table follows." * 40)
    assert seeks_consent("The table follows. " * 400 + "Shall I?")
