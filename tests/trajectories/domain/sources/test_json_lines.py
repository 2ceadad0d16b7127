from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.trajectories.domain.sources.json_lines import (
    LineProblem,
    read_json_lines,
    replace_lone_surrogates,
)


def objects(*lines: bytes) -> list[dict[str, Any]]:
    return [item[1] for item in read_json_lines(lines) if not isinstance(item, LineProblem)]


def problems(*lines: bytes) -> list[LineProblem]:
    return [item for item in read_json_lines(lines) if isinstance(item, LineProblem)]


def test_two_objects_glued_on_a_line_come_apart() -> None:
    assert objects(b'{"a":1}{"b":2}\n') == [{"a": 1}, {"b": 2}]
    assert not problems(b'{"a":1} {"b":2}\n')


def test_an_invalid_escape_is_read_as_plain_text_and_reported() -> None:
    line = rb'{"cmd":"git log origin\dev","path":"C:\\x\n","q":"\"","bad":"\u12"}'
    assert objects(line) == [
        {"cmd": "git log origin\\dev", "path": "C:\\x\n", "q": '"', "bad": "\\u12"}
    ]
    assert [(found.line, found.code) for found in problems(line)] == [(1, "repaired")]


@pytest.mark.parametrize(
    "line",
    [
        b'\xef\xbb\xbf{"a":"b"}',
        b'\0\0\0{"a":"b"}\0\0',
        b'  {"a":"b"}\r\n',
    ],
)
def test_padding_and_byte_order_marks_are_no_part_of_a_line(line: bytes) -> None:
    assert objects(line) == [{"a": "b"}]
    assert not problems(line)


def test_control_characters_and_wrong_bytes_within_a_text_are_kept_readable() -> None:
    assert objects(b'{"a":"x\x01\ty\xff"}') == [{"a": "x\x01\ty\ufffd"}]


def test_half_a_surrogate_pair_is_replaced_and_a_whole_one_kept() -> None:
    assert objects(rb'{"a":"\ud83d","b":"\ud83d\ude00","\udc00":1}') == [
        {"a": "\ufffd", "b": "😀", "\ufffd": 1}
    ]
    assert replace_lone_surrogates(["好\udfff"]) == ["好\ufffd"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b'{"a":', "invalid_json"),
        (b"not json", "invalid_json"),
        (b"[" * 100_000, "invalid_json"),
        (b'{"n":' + b"9" * 5_000 + b"}", "invalid_json"),
        (b'["a"]', "not_an_object"),
        (b"7", "not_an_object"),
    ],
)
def test_a_line_that_is_no_object_is_a_problem_with_its_number(line: bytes, code: str) -> None:
    found = problems(b'{"a":1}', b"", line)
    assert [(problem.line, problem.code) for problem in found] == [(3, code)]


def test_the_objects_before_a_broken_end_of_line_are_kept() -> None:
    line = b'{"a":1}{"b":'
    assert objects(line) == [{"a": 1}]
    assert [found.code for found in problems(line)] == ["invalid_json"]


def test_a_problem_does_not_quote_the_line() -> None:
    assert "hunter2" not in problems(b'{"password":"hunter2')[0].detail


@given(st.lists(st.binary(max_size=200), max_size=10))
def test_no_bytes_make_it_raise(lines: list[bytes]) -> None:
    list(read_json_lines(lines))
