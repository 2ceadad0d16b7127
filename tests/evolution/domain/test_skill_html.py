"""A skill's text is shown with its headings, lists and code, and nothing in it is live."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.evolution.domain.skill_html import inert, skill_html


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("# Report", "<h3>Report</h3>"),
        ("## 步骤 ##", "<h4>步骤</h4>"),
        ("###### Deep", "<h6>Deep</h6>"),
        ("One\ntwo", "<p>One<br>two</p>"),
        ("一行\n\n二行", "<p>一行</p>\n<p>二行</p>"),
        ("Use `a < b` and **all**", "<p>Use <code>a &lt; b</code> and <strong>all</strong></p>"),
        ("``a ` b``", "<p><code>a ` b</code></p>"),
        ("a \\*b\\* c", "<p>a *b* c</p>"),
        ("R&amp;D &lt;b>", "<p>R&amp;D &lt;b&gt;</p>"),
        (
            "```sh\nls <x>\n```",
            '<pre><span class="jm-label">sh</span>\n<code>ls &lt;x&gt;</code></pre>',
        ),
        ("~~~\n# no heading", "<pre><code># no heading</code></pre>"),
        ("---\nname: a\n---\nHi", '<pre class="jm-front">name: a</pre>\n<p>Hi</p>'),
        ("---\nname: a", "<p>---<br>name: a</p>"),
        ("", ""),
    ],
)
def test_a_block_is_shown_as_what_it_is(text: str, html: str):
    assert skill_html(text) == html


def test_lists_keep_their_numbers_depth_and_continued_lines():
    html = skill_html("1. Read\n   twice\n  - a\n\n3) Write\nEnd")
    assert re.findall(r'jm-mark">(.+?)<', html) == ["1.", "•", "3."]
    assert re.findall(r"jm-deep-\d", html) == ["jm-deep-0", "jm-deep-1", "jm-deep-0"]
    assert "Read<br>twice</li>" in html
    assert html.endswith("<p>End</p>")


def test_what_hides_is_shown_by_its_number():
    assert inert("a\u200bb") == 'a<span class="jm-hidden">U+200B</span>b'
    assert "U+E0041" in skill_html("tag \U000e0041")


OWN_TAGS = re.compile(
    r"</?(?:h[3-6]|p|br|ul|li|pre|code|strong|span)"
    r'(?: class="(?:jm-front|jm-list|jm-mark|jm-hidden|jm-label|jm-deep-[0-4])")?>'
)
MARKDOWN = st.text(
    alphabet=st.sampled_from("<>&\"'`*#-~1.) \n\tyz\\[](){}|=:/\u200b中"), max_size=200
)


@given(MARKDOWN)
def test_no_text_makes_a_tag_of_its_own(text: str):
    rest = OWN_TAGS.sub("", skill_html(text))
    assert "<" not in rest
    assert ">" not in rest


@given(MARKDOWN)
def test_no_letter_is_hidden_from_the_reviewer(text: str):
    shown = OWN_TAGS.sub("", skill_html(text))
    assert [shown.count(letter) for letter in "yz中"] == [text.count(letter) for letter in "yz中"]
