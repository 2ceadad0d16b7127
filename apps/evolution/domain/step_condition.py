"""Finds the earlier answer that tells the runs which took a step from those that did not."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from apps.evolution.domain.json_place import Path, opened, places, reference_to, value_at
from apps.trajectories.domain.redaction import redact_secrets

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from apps.evolution.domain.chain_mining import ChainStep

LEAST_ALIKE = 2
LONGEST_WORD = 60


def find_condition(
    number: int, steps: Mapping[int, ChainStep], ids: Mapping[int, str], runs: Collection[int]
) -> tuple[str, int] | None:
    """Give the condition of a step that only some runs took, and the step that it looks at.

    None unless one value of one earlier answer parts the runs cleanly: true from false, there
    from missing, one word from others, larger from smaller numbers. An answer counts only if
    every run has it.
    """
    taken = set(steps[number].calls)
    for earlier in sorted((at for at in steps if at < number), reverse=True):
        answers = {run: opened(call.output) for run, call in steps[earlier].calls.items()}
        if set(runs) - answers.keys():
            continue
        for path in dict.fromkeys(path for one in answers.values() for path, _ in places(one)):
            found = parted(
                [value_at(answers[run], path) for run in runs if run in taken],
                [value_at(answers[run], path) for run in runs if run not in taken],
            )
            if found is not None:
                return _written(ids[earlier], path, found), earlier
    return None


def _written(step_id: str, path: Path, comparison: str) -> str:
    reference = reference_to(step_id, path)
    return f"{reference} {comparison}" if comparison else reference


def parted(took: list[Any], left: list[Any]) -> str | None:
    """Compare the values of those who took a step with the others; empty for plain truth.

    None where they do not part cleanly.
    """
    values = [*took, *left]
    if all(isinstance(value, bool) for value in values):
        return _parted_by_truth(took, left)
    if None in values:
        return _parted_by_presence(took, left)
    if all(isinstance(value, str) for value in values):
        return _parted_by_word(took, left)
    is_number = all(
        isinstance(value, int | float) and not isinstance(value, bool) for value in values
    )
    return _parted_by_size(took, left) if is_number else None


def _parted_by_truth(took: list[Any], left: list[Any]) -> str | None:
    if all(took) and not any(left):
        return ""
    return "== false" if all(left) and not any(took) else None


def _parted_by_presence(took: list[Any], left: list[Any]) -> str | None:
    if None not in took and set(map(type, left)) == {type(None)}:
        return "!= null"
    return "== null" if None not in left and set(map(type, took)) == {type(None)} else None


def _parted_by_word(took: list[str], left: list[str]) -> str | None:
    for sign, same, others in (("==", took, left), ("!=", left, took)):
        word = same[0]
        is_one = len(same) >= LEAST_ALIKE and set(same) == {word} and word not in others
        if is_one and _may_be_shown(word):
            return f"{sign} {json.dumps(word, ensure_ascii=False)}"
    return None


def _may_be_shown(word: str) -> bool:
    return len(word) <= LONGEST_WORD and "${" not in word and redact_secrets(word) == word


def _parted_by_size(took: list[Any], left: list[Any]) -> str | None:
    if min(len(took), len(left)) < LEAST_ALIKE:
        return None
    if min(took) > max(left):
        return f"> {json.dumps(max(left))}"
    return f"< {json.dumps(min(left))}" if max(took) < min(left) else None
