"""In a text that somebody else wrote, a change leaves every other letter as it is."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.evolution.domain.imported_skill import body_of, read_imported
from apps.evolution.domain.improvement import Patch
from apps.evolution.domain.patch_text import patch_text, with_version
from apps.evolution.domain.skill_md import parse
from apps.evolution.domain.skill_rules import validate

BODY = """
Weigh pallets *carefully*…

# Weighing

##   Steps ##

1) Put it on the scale.
2) Note it.


## Gotchas
*   The scale drifts.

## Appendix

    indented code, kept
"""
FILE = f"""---
name: weigh-pallet
description: Weighs a pallet. Use it before loading.
author: Ana
metadata:
  team: dock
---
{BODY}"""
WRITTEN = read_imported(FILE).written("2.3.0")


def test_a_foreign_text_changes_in_the_named_section_and_the_version_alone():
    patched = patch_text(WRITTEN, Patch({"Gotchas": "- New."}), version="2.4.0")
    expected = BODY.replace("\n*   The scale drifts.", "\n\n- New.")
    assert body_of(patched) == expected
    assert (
        patched.replace('"2.4.0"', '"2.3.0"').split("\n---\n")[0] == (WRITTEN.split("\n---\n")[0])
    )
    assert parse(patched).version == "2.4.0"
    assert validate(patched, directory="weigh-pallet") == []


def test_a_section_that_is_not_there_is_added_at_the_end():
    patched = patch_text(WRITTEN, Patch({"Pitfalls": "- New."}), version="2.4.0")
    assert body_of(patched) == f"{BODY.rstrip()}\n\n## Pitfalls\n\n- New.\n"


def test_a_heading_in_a_fence_is_no_section():
    text = WRITTEN.replace("    indented", "```\n## Gotchas\n```\n")
    patched = patch_text(text, Patch({"Gotchas": "- New."}), version="2.4.0")
    assert "```\n## Gotchas\n```" in patched
    assert "drifts" not in patched


def test_line_ends_of_others_stay():
    text = WRITTEN.replace("\n1) Put", "\r\n1) Put")
    patched = patch_text(text, Patch({"Gotchas": "- New."}), version="2.4.0")
    assert "\r\n1) Put" in patched


def test_a_patch_without_a_change_gives_the_text_back():
    same = Patch({"Gotchas": "*   The scale drifts."})
    assert patch_text(WRITTEN, same, version="2.4.0") == WRITTEN


@pytest.mark.parametrize("version", ["2.4.0", "0.10.0"])
def test_another_number_changes_nothing_else(version: str):
    numbered = with_version(WRITTEN, version)
    assert numbered == WRITTEN.replace('"2.3.0"', f'"{version}"')


@settings(max_examples=100, deadline=None)
@given(before=st.text(max_size=40), after=st.text(max_size=40), new=st.text(max_size=40))
def test_any_neighbour_of_a_section_stays(before: str, after: str, new: str):
    text = f"---\nname: a\ndescription: b\n---\n# A\n\nx{before}\n\n## Gotchas\n\nold\n\n## Z\n\ny"
    text += after
    document = parse(text)
    if document.section("Gotchas") != "old" or document.section("Z") == "":
        return  # what was drawn opened a fence, or a section of its own
    patched = parse(patch_text(text, Patch({"Gotchas": "n" + new}), version="1.1.0"))
    assert patched.section("Z") == document.section("Z")
    assert patched.lead == document.lead
