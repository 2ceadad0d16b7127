"""What a person says that lasts is found in their own words; most messages hold nothing of it."""

from __future__ import annotations

import pytest

from apps.profiles.domain.own_word import is_own_lasting_word, is_own_speech
from apps.profiles.domain.statements import find_statements
from apps.trajectories.domain.injected import wrap_injected

PREFERENCES = (
    "always answer in bullet points",
    "From now on, answer in English.",
    "I prefer metric units",
    "I don't like emojis.",
    "I hate long answers",
    "Never use tables in your answers.",
    "I always want the total on top",
    "When you write SQL, always use uppercase keywords.",
    "I'd rather you always give prices in euros",
    "Could you always answer in Chinese?",
    "call me Lin",
    "Please respond in Spanish from now on",
    "I'd prefer that you don't use emojis in the future",
    "For future reference, I want dates in ISO format",
    "I like my reports with the summary first",
    "回答请一直用简体中文",
    "麻烦以后回复都简短点",
    "I like dark mode",
    "我喜欢简洁的回答",
    "以后都用中文回答",
    "以後都用繁體中文回覆我",
    "以后能不能都用中文回答？",
    "以后报告都用ISO日期格式",
    "以后别给我发英文",
    "不要用表格",
    "别用表情符号",
    "我不喜欢表格",
    "我讨厌废话",
    "我习惯用 Excel 看数据",
    "我更喜欢用公制单位",
    "叫我小林就行",
)
FACTS = (
    ("our ERP is SAP", "our ERP is SAP"),
    ("Our ERP is SAP, how do I export the orders?", "Our ERP is SAP"),
    ("I work night shifts", "I work night shifts"),
    ("I'm the head nurse of ward 7, please make the roster.", "I'm the head nurse of ward 7"),
    ("We use PostgreSQL 16.", "We use PostgreSQL 16"),
    ("Our fiscal year starts in April.", "Our fiscal year starts in April"),
    ("my time zone is CET", "my time zone is CET"),
    ("I'm based in Berlin.", "I'm based in Berlin"),
    ("My name is Lin.", "My name is Lin"),
    ("我们厂有三条产线", "我们厂有三条产线"),
    ("我們廠有三條產線，幫我排一下班", "我們廠有三條產線"),
    ("我是七病区的护士长，帮我排一下下周的班", "我是七病区的护士长"),
    ("我们用SAP，怎么导出订单？", "我们用SAP"),
    ("我们公司做物流", "我们公司做物流"),
    ("我是做外贸的", "我是做外贸的"),
    ("我在医院工作", "我在医院工作"),
    ("I run a small bakery", "I run a small bakery"),
    ("our warehouse closes at 6pm", "our warehouse closes at 6pm"),
    ("我是一名高中数学老师", "我是一名高中数学老师"),
    ("本人从事财务工作十五年", "本人从事财务工作十五年"),
    ("我对青霉素过敏", "我对青霉素过敏"),
    ("作为护士，我平时上夜班", "作为护士，我平时上夜班"),
)
LESSONS = (
    "the export fails if the file is open",
    "Please remember: stop the spindle before you change the tool.",
    "Always back up the database before migrating, otherwise the rollback fails.",
    "记住先停机再换刀",
    "如果文件打开着，导出会失败",
    "换刀之前一定要先停机",
    "The label printer jams when the paper is thinner than 60 g.",
    "Lesson learned: run the migration on a copy first",
    "打印机用薄纸的时候容易卡纸",
    "公司规定报销单必须附发票",
)
NOTHING = {
    "for once": (
        "this once in English",
        "Just this once, answer in English",
        "这次用英文",
        "这次用英文回答，谢谢",
        "For this report, use bullet points",
        "no tables in this one",
        "Today I work night shift",
    ),
    "of others": (
        "My manager prefers bullet points",
        "我老板喜欢看图表",
        "他说我们用的是SAP",
        "Our customer is a nurse",
        "My colleague is a nurse",
        "我同事是护士",
        "我们科的护士是新来的",
        "My boss says he likes tables",
        "老板说他喜欢表格",
        "She likes tables",
        "她喜欢表格",
        "My wife works night shifts",
        "我老婆上夜班",
        "Customer: I am a nurse.",
        "客户：我是护士",
        "You are a nurse. Answer the patient.",
        "给客户写封信，告诉他们我们厂有三条产线",
    ),
    "asked": (
        "Do I like tables?",
        "我是护士吗？",
        "What is our ERP?",
        "why does the export fail if the file is open?",
        "为什么文件打开着导出会失败？",
        "If the file is open, what happens?",
    ),
    "supposed": (
        "If I were a nurse, I would prefer tables",
        "如果我是护士，我会喜欢表格",
        "Pretend I am a nurse",
        "maybe I prefer tables",
    ),
    "quoted or a task's text": (
        "Translate: I love apples and I hate tables",
        "翻译：我喜欢苹果",
        "把“我喜欢表格”翻译成英文",
        'Translate "I prefer metric units" into French',
        "Write an email that says I prefer metric units",
        "帮我写一封邮件，说我喜欢苹果",
        "Write a story in which I am a nurse",
        "> I prefer tables",
    ),
    "denied or past": (
        "I am not a nurse",
        "我不是护士",
        "I don't work night shifts",
        "We don't use SAP",
        "I used to work night shifts",
        "我以前是护士",
        "以前我们用SAP",
        "I never said I like tables",
        "Please don't always answer in bullet points",
    ),
    "a task": (
        "Build the weekly report for ward seven",
        "帮我生成七病区的护理质量周报",
        "use a table for this report",
        "answer in English",
        "用中文回答",
        "don't use the old table in the migration",
        "不要用旧库",
        "I want a report",
        "我想要一份表格",
        "I'd like a table",
        "I'm working on the login page",
        "remember to send the report tomorrow",
        "记住明天提醒我开会",
        "以后再说",
        "明天上班以后提醒我",
        "导入以后报错了",
    ),
    "about this answer": (
        "I hate when it crashes",
        "I love it, thanks!",
        "I prefer flights within that time frame",
        "太喜欢这个方案了",
        "我喜欢你的回答",
        "I like it",
        "I like the second one",
        "我喜欢这个",
        "Don't worry, it looks great",
        "别客气",
        "不要担心",
        "I think the nurse is right",
    ),
    "a passing state": (
        "我只有120元",
        "务必在下午六点之前送到",
        "The export fails",
        "it fails when I click the button",
        "导出失败了",
        "Our report is wrong",
        "our server is down",
        "我们系统坏了",
        "we have a problem",
        "我们有三个问题",
        "I'm in a hurry",
        "I'm sorry",
        "I'm a bit confused",
        "我是想问一下",
        "我在看报表",
        "We use it every day",
        "I work on this bug",
    ),
}


@pytest.mark.parametrize("said", PREFERENCES)
def test_a_lasting_wish_is_a_preference_in_the_persons_words(said: str):
    (one,) = find_statements(said)
    assert (one.kind, one.quote) == ("preference", said.rstrip(".？?"))


@pytest.mark.parametrize(("said", "quote"), FACTS)
def test_what_somebody_says_of_themselves_or_their_place_is_a_fact(said: str, quote: str):
    (one,) = find_statements(said)
    assert (one.kind, one.text, one.quote) == ("fact", quote, quote)


@pytest.mark.parametrize("said", LESSONS)
def test_what_goes_wrong_when_and_what_comes_first_is_a_lesson(said: str):
    (one,) = find_statements(said)
    assert (one.kind, one.quote) == ("lesson", said.rstrip("."))


@pytest.mark.parametrize("kind", NOTHING)
def test_nothing_is_remembered_of_what_is(kind: str):
    assert [said for said in NOTHING[kind] if find_statements(said)] == []


def test_a_message_may_say_several_things():
    said = "I'm a nurse and I work night shifts. From now on, answer in English."
    found = [(one.kind, one.text) for one in find_statements(said)]
    assert found == [
        ("fact", "I'm a nurse"),
        ("fact", "I work night shifts"),
        ("preference", "From now on, answer in English"),
    ]


def test_quotes_are_verbatim_even_in_wide_and_traditional_letters():
    said = "我們廠有３條產線，幫我排班。I Prefer  Metric Units！"
    assert all(one.quote in said for one in find_statements(said))


def test_what_was_put_before_the_message_says_nothing():
    assert find_statements(wrap_injected("I prefer tables")) == []
    assert find_statements("```\nI prefer tables\n```\nfix it") == []


def test_of_a_long_paste_only_the_ends_are_read():
    paste = "I prefer tables. " * 300
    (one,) = find_statements(f"I prefer metric units.\n{paste}")[:1]
    assert one.text == "I prefer metric units"
    assert len(find_statements(paste)) <= 8


@pytest.mark.parametrize(
    ("message", "quote", "is_own"),
    [
        ("My colleague is a nurse", "is a nurse", False),
        ("我同事是护士", "是护士", False),
        ("This once answer in English", "answer in English", False),
        ("Write: I am a nurse", "I am a nurse", False),
        ("I am a nurse", "I am a nurse", True),
        ("我是护士，帮我排班", "我是护士", True),
    ],
)
def test_a_models_quote_stands_before_the_same_guards(message: str, quote: str, is_own: bool):
    assert is_own_lasting_word(message, quote) is is_own


def test_own_speech_is_not_what_was_pasted():
    assert is_own_speech("The export fails if the file is open", "export fails")
    assert not is_own_speech("Summarize:\nThe export fails", "The export fails")
