"""What is too large is cut and says so; what fits is left alone."""

import hashlib

import orjson
import pytest

from apps.trajectories.domain.limits import SUMMARY_CHARACTERS, cut_json, cut_text, summarize


@pytest.mark.parametrize("text", ["", "short", "护理" * 20])
def test_what_fits_is_left_alone(text: str):
    assert cut_text(text, 200) == text
    assert cut_json(orjson.dumps(text).decode(), 200) == orjson.dumps(text).decode()


@pytest.mark.parametrize("text", ["x" * 500, "护" * 500, "\U0001f600" * 200])
def test_a_cut_text_keeps_its_start_and_tells_its_length_and_hash(text: str):
    cut = cut_text(text, 100)
    kept, _, mark = cut.partition("…[truncated: ")
    assert text.startswith(kept)
    assert 97 <= len(kept.encode()) <= 100
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    assert mark == f"{len(text.encode())} bytes, sha256 {digest}]"


def test_of_a_large_value_the_largest_text_is_cut_and_the_others_stay():
    value = {"path": "a.txt", "lines": ["x" * 5000, "kept"], "n": 7}
    cut = orjson.loads(cut_json(orjson.dumps(value).decode(), 1000))
    assert (cut["path"], cut["n"], cut["lines"][1]) == ("a.txt", 7, "kept")
    assert "[truncated: 5000 bytes" in cut["lines"][0]


def test_a_value_of_many_small_parts_is_kept_as_its_start():
    serialized = orjson.dumps(list(range(5000))).decode()
    cut = orjson.loads(cut_json(serialized, 1000))
    assert cut["truncated"].startswith("[0,1,2")
    assert f"[truncated: {len(serialized)} bytes" in cut["truncated"]


@pytest.mark.parametrize(
    ("value", "summary"),
    [
        (None, ""),
        ("two\nlines  here", "two lines here"),
        ({"file_path": "a.py", "old": "x"}, "a.py"),
        ({"command": "make test"}, "make test"),
        ({"科室": "七病区", "n": 3}, "科室=七病区, n=3"),
        (["a", 1, {"b": 2}], 'a, 1, {"b":2}'),
        (12.5, "12.5"),
        ({}, ""),
    ],
)
def test_a_summary_is_one_line_that_says_what_it_is_about(value: object, summary: str):
    assert summarize(value) == summary


@pytest.mark.parametrize("value", ["x" * 9000, {"k" * 300: "v"}, ["护" * 900] * 40])
def test_a_summary_has_at_most_two_hundred_characters(value: object):
    assert 0 < len(summarize(value)) <= SUMMARY_CHARACTERS == 200
