"""A message is about the one step whose tool, argument or value it names."""

from __future__ import annotations

import pytest

from apps.evolution.domain.step_lines import find_step, note_step, step_lines

PROCEDURE = """1. Call `open_ward` with `ward` = `{ward}`.
2. Call `start_server` with `port` = `3000`.
   It takes a while.
3. Run `npm run report`.

```
4. Call `open_ward` in a fence.
```"""


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("No, the port is 8080", 1),
        ("不是 3000，是 8080", 1),
        ("You should open ward 7 first, open-ward was skipped", 0),
        ("start_server 之后要等一下", 1),
        ("it should be npm run report:all", 4 - 1),
        ("The tone is too formal", None),
        ("open_ward and start_server in the other order", 1),
        ("reports go elsewhere", None),
    ],
)
def test_the_step_that_a_message_names_most_of(message: str, line: int | None):
    assert find_step(PROCEDURE, message) == line


def test_two_steps_named_alike_are_none():
    assert find_step("1. Call `alpha`.\n2. Call `gamma`.", "alpha before gamma") is None


def test_a_note_stands_after_all_that_belongs_to_the_step():
    lines = note_step(PROCEDURE, "the port is 8080", "Said.").split("\n")
    assert lines[2:4] == ["   It takes a while.", "   - Said."]
    assert note_step(PROCEDURE, "nothing named", "Said.") == ""


def test_a_note_does_not_open_a_fence():
    fenced = "1. Run `make`:\n   ```\n   make\n\n   all\n   ```\n2. Wait."
    noted = note_step(fenced, "not make", "Said.")
    assert noted == fenced.replace("\n2.", "\n   - Said.\n2.")


def test_what_stands_in_a_fence_is_no_step():
    assert step_lines(PROCEDURE) == [0, 1, 3]
