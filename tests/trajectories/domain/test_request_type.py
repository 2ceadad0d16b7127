"""The kind of work a request asks for, in Chinese and English alike."""

import pytest

from apps.trajectories.domain.request_type import request_type


@pytest.mark.parametrize(
    ("kind", "english", "chinese"),
    [
        ("scheduling", "Remind me to order gloves", "提醒我每天下班前关灯"),
        ("bug_fix", "Fix the crash at login", "修复登录报错"),
        ("test_run", "Run the unit tests again", "把单元测试跑一遍"),
        ("deployment", "Deploy the ward app", "部署到预发环境"),
        ("code_review", "Review this pull request", "评审一下这段代码"),
        ("data_report", "Build the weekly report", "生成护理周报"),
        ("reconciliation", "Reconcile the invoices", "核对库存和订单"),
        ("data_cleaning", "Deduplicate the patient rows", "清洗这份名单里的重复数据"),
        ("translation", "Translate the manual", "把说明翻译成英文"),
        ("message", "Send an e-mail to the team", "写一封邮件给家属"),
        ("document", "Draft the minutes", "起草会议纪要"),
        ("code_change", "Rename the column", "重构这个模块"),
        ("search", "Find the oldest order", "查一下七号床的记录"),
    ],
)
def test_the_kind_is_named_the_same_in_both_languages(kind: str, english: str, chinese: str):
    assert (request_type(english, ["tool"]), request_type(chinese, ["tool"])) == (kind, kind)


@pytest.mark.parametrize("asked", ["What is a fistula?", "什么是压疮？", "为什么会报错"])
def test_a_question_without_a_tool_is_a_question(asked: str):
    assert request_type(asked, []) == "question"


@pytest.mark.parametrize("asked", ["", "ward seven please", "七号床"])
def test_what_no_word_tells_is_other(asked: str):
    assert request_type(asked, ["Bash"]) == "other"
