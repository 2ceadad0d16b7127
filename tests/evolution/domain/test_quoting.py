import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.evolution.domain.quoting import code, escape, one_line, plain, unescape, without_tags


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("two\nlines\r\n\tand more", "two lines and more"),
        ("中文\u2028换行", "中文 换行"),
        ("zero\u200bwidth\u202ebidi\ufefftag\U000e0041", "zerowidthbiditag"),
        ("nul\x00bell\x07", "nul\ufffdbell"),
        ("half \ud83d pair", "half \ufffd pair"),
        ("emoji 🎉 stays", "emoji 🎉 stays"),
    ],
)
def test_foreign_text_becomes_one_visible_line(text: str, line: str) -> None:
    assert one_line(text, 100) == line


def test_a_cut_is_shown() -> None:
    assert one_line("abcdef ghij", 8) == "abcdef…"
    assert one_line("abcdefgh", 8) == "abcdefgh"


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("go test ./...", "`go test ./...`"),
        ("a `b` c", "``a `b` c``"),
        ("`x`", "`` `x` ``"),
        ("", "` `"),
        ("one\ntwo", "`one two`"),
    ],
)
def test_code_cannot_close_its_own_fence(text: str, quoted: str) -> None:
    assert code(text, 50) == quoted


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("*bold* and [link](http://x)", r"\*bold\* and \[link\](http://x)"),
        ("<script>alert(1)</script>", "&lt;script>alert(1)&lt;/script>"),
        ("a < b", "a < b"),
        ("snake_case but _this_", r"snake_case but \_this\_"),
        ("用 `代码`", r"用 \`代码\`"),
    ],
)
def test_plain_words_carry_no_markup(text: str, shown: str) -> None:
    assert plain(text, 100) == shown


def test_tags_lose_their_brackets() -> None:
    assert without_tags("say <b>hi</b> if a < b") == "say ‹b›hi‹/b› if a < b"
    assert "<script" not in without_tags("<<script>script>")


@given(st.text(max_size=80))
def test_an_escaped_line_reads_back(text: str) -> None:
    line = one_line(text, 80)
    assert unescape(escape(line)) == line


@given(st.text(max_size=80), st.integers(2, 60))
def test_one_line_is_stable_and_within_its_limit(text: str, limit: int) -> None:
    line = one_line(text, limit)
    assert len(line) <= limit
    assert one_line(line, limit) == line
