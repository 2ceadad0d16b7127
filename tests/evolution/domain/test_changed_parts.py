"""What changed between two texts of a skill is named by its parts."""

from __future__ import annotations

from typing import Any

import pytest

from apps.evolution.domain.changed_parts import changed_parts
from apps.evolution.domain.sections import Section
from tests.evolution.proposals import skill_text

STEPS = Section(heading="Procedure", text="1. Read the numbers.\n2. Sign the sheet.")
CHECK = Section(heading="Verification", text="The sheet has a line for each day.")


@pytest.mark.parametrize(
    ("changes", "parts"),
    [
        ({}, []),
        ({"title": "Write the ward report"}, ["title"]),
        ({"description": "按周汇总。每周末使用。"}, ["description"]),
        ({"sections": (STEPS, CHECK)}, ["Procedure"]),
        ({"sections": (CHECK,), "tools": ("read_csv",)}, ["Procedure", "tools"]),
        ({"version": "1.1.0"}, ["text"]),
    ],
)
def test_the_parts_that_differ_are_named(changes: dict[str, Any], parts: list[str]):
    assert changed_parts(skill_text(), skill_text(**changes)) == parts


def test_a_text_that_is_no_skill_differs_as_a_whole():
    assert changed_parts(skill_text(), "nothing of a skill") == ["text"]
