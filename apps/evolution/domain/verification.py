"""Finds what the successful runs themselves checked, so that a skill never invents a check."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from apps.evolution.domain.shell_command import purpose_of
from apps.evolution.domain.tool_kind import only_asks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.evolution.domain.alignment import AlignedStep

Check = Literal["passes", "looks", "rereads", "asks"]

MOST_CHECKS = 5


def find_checks(steps: Sequence[AlignedStep]) -> list[tuple[Check, AlignedStep]]:
    """List the checks that followed a change: tests and builds, looks, re-reads and queries.

    Where nothing was changed only tests and builds count: every other step was the work itself.
    """
    changes = [place for place, step in enumerate(steps) if changes_something(step)]
    first, last = (changes[0], changes[-1]) if changes else (-1, len(steps))
    written = {path for step in steps if step.kind in ("edit", "write") for path in _paths(step)}
    found = [
        (check, step)
        for place, step in enumerate(steps)
        if (check := _check(step, written))
        and not step.is_diagnosis
        and place > (first if check == "passes" else last)
    ]
    unique = {
        (check, step.first.shape, str(step.constants)): (check, step) for check, step in found
    }
    return list(unique.values())[-MOST_CHECKS:]


def changes_something(step: AlignedStep) -> bool:
    """Tell whether a step changes a file or a record, as far as its name says."""
    if step.kind == "shell":
        return any(purpose_of(part) == "change" for part in _commands(step))
    if step.kind == "call":
        return not only_asks(step.first.tool)
    return step.kind in ("edit", "write")


def _check(step: AlignedStep, written: set[str]) -> Check | None:
    if step.kind == "shell":
        purposes = {purpose_of(part) for part in _commands(step)}
        if "change" in purposes:
            return None
        return "passes" if "check" in purposes else "looks"
    if step.kind == "read":
        return "rereads" if written & _paths(step) else None
    return "asks" if step.kind == "call" and only_asks(step.first.tool) else None


def _commands(step: AlignedStep) -> list[str]:
    return [part for member in step.members.values() for part in member.args.get("command", ())]


def _paths(step: AlignedStep) -> set[str]:
    return {path for member in step.members.values() for path in member.args.get("path", ())}
