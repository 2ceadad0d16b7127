"""What a person answers when asked to keep a skill; a message about something else is no answer."""

from __future__ import annotations

import pytest

from apps.evolution.domain.keep_answer import has_asked, read_keep_answer

TITLE = "周报生成"
ASKED = {
    "zh": "报表好了。另外，我把它整理成了技能“周报生成”，要保留吗？",
    "en": "Done. I noticed you often ask for this; I made it a skill: keep it?",
}
OTHER = {"zh": "报表好了，还要发给护士长吗？", "en": "Done. Shall I send it to the head nurse?"}


def read(message: str, reply: str) -> str | None:
    answer = read_keep_answer(message, reply=reply, title=TITLE)
    return answer.answer if answer else None


@pytest.mark.parametrize(
    ("language", "message", "answer"),
    [
        ("zh", "好的", "yes"),
        ("zh", "好的，保留", "yes"),
        ("zh", "保留吧，谢谢！", "yes"),
        ("zh", "行，保留这个技能", "yes"),
        ("zh", "嗯嗯", "yes"),
        ("zh", "不用了", "no"),
        ("zh", "不用保留了，谢谢", "no"),
        ("zh", "算了吧", "no"),
        ("zh", "改一下：先查内网源", "change"),
        ("zh", "好的，改一下：先查库存", "change"),
        ("en", "yes", "yes"),
        ("en", "Yes, please keep it.", "yes"),
        ("en", "Sure, keep the skill, thanks", "yes"),
        ("en", "no thanks", "no"),
        ("en", "No, don’t keep it", "no"),
        ("en", "change: use the internal index", "change"),
        ("en", "OK, but change it: ask for the ward first", "change"),
    ],
)
def test_an_answer_is_read(language: str, message: str, answer: str):
    assert read(message, ASKED[language]) == answer


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("zh", "好的，再查一下明天的天气"),
        ("zh", "不用了，改发给护士长"),
        ("zh", "保留三位小数"),
        ("zh", "改一下报表的标题"),
        ("zh", "帮我生成八病区的护理质量周报"),
        ("en", "yes, and also run the tests"),
        ("en", "Yes I think the report is wrong"),
        ("en", "no, keep it"),
        ("en", "keep it short"),
        ("en", "change the title of the report"),
        ("en", ""),
    ],
)
def test_a_message_about_something_else_is_no_answer(language: str, message: str):
    assert read(message, ASKED[language]) is None


@pytest.mark.parametrize(
    ("language", "message"), [("zh", "好的"), ("zh", "不用了"), ("en", "yes"), ("en", "keep it")]
)
def test_what_answers_another_question_is_no_answer(language: str, message: str):
    assert read(message, OTHER[language]) is None
    assert read(message, "") is None


@pytest.mark.parametrize(
    ("message", "answer"), [("保留这个技能", "yes"), ("please don't keep the skill", "no")]
)
def test_words_about_the_skill_hold_whatever_the_reply_was(message: str, answer: str):
    assert read(message, "") == answer


def test_the_words_of_a_change_are_kept_and_cut():
    answer = read_keep_answer("change: " + "x" * 550, reply=ASKED["en"], title=TITLE)
    assert answer is not None
    assert answer.words == "x" * 500


def test_a_reply_asked_when_it_speaks_of_the_skill_with_a_question():
    assert has_asked("要保留“周报生成”吗？", TITLE)
    assert not has_asked("技能已经整理好了。", TITLE)
    assert not has_asked("发给谁？", TITLE)
