"""What a database refuses is replaced, and nothing beside it is touched."""

import json
from typing import Any

import pytest

from apps.trajectories.domain.cleaning import (
    DEEPER,
    MOST_LEVELS,
    clean_json,
    clean_text,
    clean_value,
    limit_depth,
    read_json,
)

MARK = "\ufffd"


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (rb'"a\u0000b"', f"a{MARK}b"),
        (rb'"lone \ud800 half"', f"lone {MARK} half"),
        (rb'"low \uDC00 first"', f"low {MARK} first"),
        (rb'"pair \ud83d\ude00 kept"', "pair \U0001f600 kept"),
        (rb'"two \ud83d\ud83d\ude00"', f"two {MARK}\U0001f600"),
        (rb'"high then letter \ud83d\u0041"', f"high then letter {MARK}A"),
        (rb'"written \\u0000 and \\ud800"', r"written \u0000 and \ud800"),
        (rb'"odd \\\u0000"', f"odd \\{MARK}"),
        (b'"raw \x00"', f"raw {MARK}"),
        (b'"broken \xff utf-8"', f"broken {MARK} utf-8"),
        ('"护理\\u0000报表"'.encode(), f"护理{MARK}报表"),
        (rb'"plain \n \u4e2d"', "plain \n 中"),
    ],
)
def test_a_json_text_becomes_storable(raw: bytes, text: str):
    assert json.loads(clean_json(raw)) == text


@pytest.mark.parametrize(
    ("dirty", "clean"),
    [
        ("护\x00理", f"护{MARK}理"),
        ("\ud800x", f"{MARK}x"),
        ("\U0001f600 stays", "\U0001f600 stays"),
        (r"\u0000 stays", r"\u0000 stays"),
    ],
)
def test_a_text_becomes_storable(dirty: str, clean: str):
    assert clean_text(dirty) == clean


def test_keys_and_nested_values_are_cleaned_and_others_kept():
    dirty: Any = {"k\x00": ["a\x00", {"z": "\ud800"}, 1, None, True], "fine": "好"}
    assert clean_value(dirty) == {
        f"k{MARK}": [f"a{MARK}", {"z": MARK}, 1, None, True],
        "fine": "好",
    }


def test_output_of_a_utf_16_program_stays_readable():
    output = "C:\\ward".encode("utf-16-le").decode("latin-1")
    assert clean_text(output).replace(MARK, "") == "C:\\ward"


def levels(value: Any) -> tuple[int, Any]:
    """How many containers stand inside one another, and what the innermost holds."""
    count = 0
    while isinstance(value, dict | list):
        value = value["k"] if isinstance(value, dict) else value[-1]
        count += 1
    return count, value


@pytest.mark.parametrize(("opening", "end"), [("[", "]"), ('{"k":', "}"), ('[{"k":', "}]")])
@pytest.mark.parametrize("repeats", [40, 49, 50, 51, 100, 101, 500])
def test_what_lies_below_a_hundred_levels_becomes_a_mark(opening: str, end: str, repeats: int):
    depth = repeats * len(end)
    read = read_json((opening * repeats + "1" + end * repeats).encode())
    expected = (depth, 1) if depth <= MOST_LEVELS else (MOST_LEVELS, DEEPER)
    assert levels(read) == expected


def test_beside_a_deep_branch_nothing_is_touched():
    body = '{"flat": [1, {"a": [2]}], "k": ' + "[" * 300 + "]" * 300 + ', "护理": "[[["}'
    read = read_json(body.encode())
    assert (read["flat"], read["护理"]) == ([1, {"a": [2]}], "[[[")
    assert levels(read) == (MOST_LEVELS, DEEPER)


@pytest.mark.parametrize("text", [r"}", r"]", r"\"}", r"\\", r"\\\"]]", r"\u007d", "护理"])
def test_brackets_in_texts_hide_no_depth(text: str):
    body = f'{{"k{text}": "{text}", "k": ' * 150 + "1" + f', "{text}": "{{["}}' * 150
    assert levels(read_json(body.encode())) == (MOST_LEVELS, DEEPER)


@pytest.mark.parametrize("text", ["[" * 200, "]" * 200, r"\"[" * 200, r"\\" * 200 + "{"])
def test_brackets_in_texts_are_no_depth(text: str):
    body = f'[{{"{text}": ["{text}"]}}, "{text}"]'.encode()
    assert read_json(body) == json.loads(body)


def test_a_value_deeper_than_pythons_own_limit_is_cut():
    value: Any = 1
    for _ in range(5000):
        value = {"k": [value]}
    assert levels(limit_depth(value)) == (MOST_LEVELS, DEEPER)


@pytest.mark.parametrize("value", ["text", 7, None, True, [], {}, {"a": [[]]}])
def test_a_flat_value_stays(value: Any):
    assert limit_depth(value) == value
