"""The pattern of an experience is what was wanted, in the words of who wanted it."""

from __future__ import annotations

import pytest

from apps.experiences.domain.pattern import pain_pattern, pattern_digest


@pytest.mark.parametrize(
    ("said", "pattern"),
    [
        ("Build the weekly report. Then mail it.", "Build the weekly report."),
        ("生成护理周报。然后发给护士长。", "生成护理周报。"),
        ("# Build the weekly\nreport for ward 7", "Build the weekly report for ward 7"),
        ("Do the following:\nReconcile the invoices", "Do the following: Reconcile the invoices"),
        (
            "我今天有两节课，中间只有四十分钟。帮我在食堂附近订一份盖饭。",
            "帮我在食堂附近订一份盖饭。",
        ),
        (
            "今天下雨，胃也不舒服，我想点一碗清淡的粥。要快。",
            "今天下雨，胃也不舒服，我想点一碗清淡的粥。",
        ),
        (
            "I run the ward on the third floor. Please make a roster for July without doubles.",
            "Please make a roster for July without doubles.",
        ),
        (
            "The nightly build fails at linking. Can you fix it?",
            "The nightly build fails at linking.",
        ),
        ("我们科室换了新系统。看看它。", "我们科室换了新系统。"),
        ("word " * 200, ("word " * 40).strip()),
    ],
)
def test_the_pattern_is_the_sentence_that_says_what_is_wanted(said: str, pattern: str):
    assert pain_pattern(said).strip() == pattern


def test_the_same_words_in_other_spacing_case_and_width_have_one_digest():
    same = {
        pattern_digest(text)
        for text in ("Build the Report", "build  the report!", "ＢＵＩＬＤ the report")
    }
    assert len(same) == 1
    assert pattern_digest("生成周报") != pattern_digest("生成月报")
