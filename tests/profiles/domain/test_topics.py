"""A topic is what a colleague would write on a tab; an errand or a clause names nothing."""

from __future__ import annotations

import pytest

from apps.profiles.domain.fields import FieldName, is_known_value
from apps.profiles.domain.signals import find_signals
from apps.profiles.domain.topics import is_topic, topic_of

NAMED = (
    ("Please build the weekly report for ward seven", "weekly report"),
    ("Reconcile the supplier invoices for March", "supplier invoices"),
    ("Can you draft our onboarding checklist?", "onboarding checklist"),
    ("How do I configure the reverse proxy?", "reverse proxy"),
    ("Write a summary of the quarterly sales figures", "quarterly sales figures"),
    ("create 3 shipping labels", "shipping labels"),
    ("make a cash flow forecast", "cash flow forecast"),
    ("Hi, please review the SAP export script", "SAP export script"),
    ("帮我生成七病区的护理质量周报", "护理质量周报"),
    ("麻烦帮我核对一下供应商发票", "供应商发票"),
    ("把上个月的考勤记录汇总一下", "考勤记录"),
    ("怎么配置反向代理", "反向代理"),
    ("帮我做一份七月的采购预算表", "采购预算表"),
    ("请翻译设备操作手册，谢谢", "设备操作手册"),
    ("对库存周转率进行分析", "库存周转率"),
    ("给王经理写一封道歉信", "道歉信"),
    ("排下周的护理班表", "护理班表"),
    ("幫我寫一份產品說明書", "產品說明書"),
    ("核对发票", "发票核对"),
    ("修复支付接口超时的问题", "支付接口超时问题"),
)
UNNAMED = (
    "thanks!",
    "Fix it",
    "check this",
    "run the tests",
    "Make it shorter",
    "why is it so slow",
    "explain what happened",
    "I don't know what to do",
    "Book me a flight to Rome",
    "plan my birthday dinner",
    "Update my address",
    "write me a poem about spring",
    "did you run the whole thing",
    "谢谢",
    "整理一下",
    "需要改一下",
    "帮我看看",
    "我没什么胃口",
    "我现在想找一家好吃的店",
    "准备点8杯柠檬茶",
    "我打算去看电影",
    "安排得不错",
    "再检查一次",
    "查一下明天的天气",
    "写一首关于春天的诗",
    "帮我统计一下昨天没来的人",
    "分析一下数据",
    "看看有没有合适的",
)


@pytest.mark.parametrize(("said", "topic"), NAMED)
def test_the_object_of_the_work_is_the_topic(said: str, topic: str):
    named, quote = topic_of(said)
    assert (named, quote in said) == (topic, True)


@pytest.mark.parametrize("said", UNNAMED)
def test_clauses_errands_and_empty_words_name_no_topic(said: str):
    assert topic_of(said) == ("", "")


def test_a_topic_is_hinted_at_with_the_clause_that_names_it():
    (one,) = [s for s in find_signals("Thanks. 请翻译设备操作手册") if s.name == FieldName.TOPICS]
    assert (one.value, one.quote) == ("设备操作手册", "请翻译设备操作手册")


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("invoice matching", True),
        ("护理质量周报", True),
        ("I want to see the invoices", False),
        ("the invoices that the plant sent us last month", False),
        ("我想看一下发票", False),
        ("把上个月所有供应商的发票都核对一遍", False),
    ],
)
def test_whoever_names_a_topic_must_be_brief(text: str, fits: bool):
    assert is_topic(text) is fits
    assert is_known_value(FieldName.TOPICS, text) is fits
