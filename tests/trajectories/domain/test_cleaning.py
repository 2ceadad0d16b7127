"""What a database refuses is replaced, and nothing beside it is touched."""

import json
from typing import Any

import pytest

from apps.trajectories.domain.cleaning import clean_json, clean_text, clean_value

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
