"""What was proposed for one text is a change of the next one, and loses nothing of it."""

from __future__ import annotations

import pytest

from apps.evolution.domain.rebase import merge_lines, rebase_text
from apps.evolution.domain.skill_md import parse
from tests.evolution.proposals import skill_text

BASE = "1. Read.\n2. Write."


@pytest.mark.parametrize(
    ("proposed", "current", "merged"),
    [
        ("1. Read.\n   - Twice.\n2. Write.", "1. Read.\n2. Write.\n3. Send.",
         "1. Read.\n   - Twice.\n2. Write.\n3. Send."),
        ("1. Read.\n2. Write.\n- New.", "1. Look.", "1. Look.\n- New."),
        ("1. Read.\n2. Write.\n- New.", "1. Read.\n2. Write.\n- New.",
         "1. Read.\n2. Write.\n- New."),
        ("1. Look.", BASE, "1. Look."),
        ("1. Look.", "1. Read.\n2. Send.", "1. Look."),
    ],
)  # fmt: skip
def test_lines_are_merged(proposed: str, current: str, merged: str):
    assert merge_lines(BASE, proposed, current) == merged


def test_other_parts_are_those_of_the_text_between():
    base = skill_text()
    proposed = base.replace("2. Write the sheet.", "2. Write the sheet.\n   - In landscape.")
    current = base.replace("a line for each day", "two lines for each day")
    text = rebase_text(base, proposed, current, version="1.2.0")
    assert "In landscape" in text
    assert "two lines for each day" in text
    assert parse(text).version == "1.2.0"
