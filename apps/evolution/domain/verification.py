"""Finds what the successful runs themselves checked, so that a skill never invents a check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from apps.evolution.domain.json_place import opened, places
from apps.evolution.domain.shell_command import purpose_of
from apps.evolution.domain.tool_kind import only_asks

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from apps.evolution.domain.alignment import AlignedStep

Check = Literal["passes", "looks", "rereads", "asks"]

MOST_CHECKS = 5
MOST_ECHOED = 4
LEAST_ALIKE = 2
LONGEST_OUTCOME = 60
SHORTEST_SUBJECT = 3

_STATES = frozenset(
    "status state result outcome message success 状态 结果 消息 订单状态 处理结果 审批状态".split()
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a tool answered whenever the work succeeded: a value, under a key where it has one."""

    tool: str
    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Echo:
    """The arguments of a change that its answer shows again."""

    tool: str
    keys: tuple[str, ...]


def find_checks(steps: Sequence[AlignedStep]) -> list[tuple[Check, AlignedStep]]:
    """List the checks that followed a change: tests and builds, looks, re-reads and queries.

    Where nothing was changed only tests and builds count: every other step was the work itself. A
    query counts where it asks for what was changed: the same order, the same file.
    """
    changes = [place for place, step in enumerate(steps) if changes_something(step)]
    first, last = (changes[0], changes[-1]) if changes else (-1, len(steps))
    written = {path for step in steps if step.kind in ("edit", "write") for path in _paths(step)}
    found = [
        (check, step)
        for place, step in enumerate(steps)
        if (check := _check(step, written, _touched(steps[:place])))
        and not step.is_diagnosis
        and place > (first if check in ("passes", "asks") else last)
    ]
    unique = {
        (check, step.first.shape, str(step.constants)): (check, step) for check, step in found
    }
    return list(unique.values())[-MOST_CHECKS:]


def _touched(steps: Sequence[AlignedStep]) -> set[str]:
    """Give what the changes among some steps were about."""
    changes = (step for step in steps if step.kind == "call" and changes_something(step))
    return {subject for step in changes for subject in _subjects(step)}


def changes_something(step: AlignedStep) -> bool:
    """Tell whether a step changes a file or a record, as far as its name says."""
    if step.kind == "shell":
        return any(purpose_of(part) == "change" for part in _commands(step))
    if step.kind == "call":
        return not only_asks(step.first.tool)
    return step.kind in ("edit", "write")


def _check(step: AlignedStep, written: set[str], touched: set[str]) -> Check | None:
    if step.kind == "shell":
        purposes = {purpose_of(part) for part in _commands(step)}
        if "change" in purposes:
            return None
        return "passes" if "check" in purposes else "looks"
    if step.kind == "read":
        return "rereads" if written & _paths(step) else None
    asks = step.kind == "call" and only_asks(step.first.tool)
    return "asks" if asks and touched & _subjects(step) else None


def find_outcome(
    steps: Sequence[AlignedStep], answers: Sequence[Mapping[int, str]]
) -> Outcome | None:
    """Find what the last change answered alike in every run that made it, at least two.

    `answers` gives for each step what its tool answered, by the number of the run.
    """
    found = _last_change(steps, answers)
    return _common(found[0].first.tool, list(found[1].values())) if found else None


def find_echo(steps: Sequence[AlignedStep], answers: Sequence[Mapping[int, str]]) -> Echo | None:
    """Find the arguments of the last change that its answer showed in every run, at least two."""
    found = _last_change(steps, answers)
    if found is None:
        return None
    step, told = found
    shown = [_shown_keys(step.members[run].args, answer) for run, answer in told.items()]
    keys = [key for key in step.first.args if all(key in one for one in shown)]
    return Echo(step.first.tool, tuple(keys[:MOST_ECHOED])) if keys else None


def _shown_keys(args: Mapping[str, tuple[str, ...]], answer: str) -> set[str]:
    """Name the arguments that stand in an answer under their own name."""
    shown = {(str(path[-1]), str(value)) for path, value in places(opened(answer)) if path}
    return {key for key, values in args.items() if any((key, value) in shown for value in values)}


def _last_change(
    steps: Sequence[AlignedStep], answers: Sequence[Mapping[int, str]]
) -> tuple[AlignedStep, dict[int, str]] | None:
    """Give the last change and what it answered: of those that every run made, else of all."""
    changes = [
        (step, said)
        for step, said in zip(steps, answers, strict=True)
        if step.kind == "call" and changes_something(step)
    ]
    # What every run did tells more of the work than what came last in some.
    taken_by_all = [change for change in changes if not change[0].is_optional]
    if not changes:
        return None
    step, said = (taken_by_all or changes)[-1]
    told = {run: said[run] for run in sorted(step.members) if said.get(run, "").strip()}
    return (step, told) if len(told) >= LEAST_ALIKE else None


def _common(tool: str, told: Sequence[str]) -> Outcome | None:
    values = [opened(text) for text in told]
    if not all(isinstance(value, dict | list) for value in values):
        is_one = len(set(told)) == 1 and _is_plain(told[0].strip())
        return Outcome(tool, "", told[0].strip()) if is_one else None
    shared = [
        {(path, value) for path, value in places(whole) if _is_telling(path, value)}
        for whole in values
    ]
    common = set.intersection(*shared) if shared else set()
    best = min(common, key=lambda found: (len(found[0]), str(found)), default=None)
    return Outcome(tool, str(best[0][-1]), str(best[1])) if best else None


def _is_telling(path: tuple[str | int, ...], value: object) -> bool:
    """Tell whether a place says how something ended: a word under a name that asks for one."""
    if not path or not isinstance(value, str) or not _is_plain(value):
        return False
    return str(path[-1]).casefold() in _STATES


def _is_plain(text: str) -> bool:
    return 0 < len(text) <= LONGEST_OUTCOME and not any(sign.isdigit() for sign in text)


def _subjects(step: AlignedStep) -> set[str]:
    """Give what a call was about, under the argument's name; what is long enough also without."""
    given = [
        (key, text)
        for member in step.members.values()
        for key, values in member.args.items()
        for text in values
    ]
    bare = {text for _, text in given if len(text) >= SHORTEST_SUBJECT}
    return bare | {f"{key}={text}" for key, text in given}


def _commands(step: AlignedStep) -> list[str]:
    return [part for member in step.members.values() for part in member.args.get("command", ())]


def _paths(step: AlignedStep) -> set[str]:
    return {path for member in step.members.values() for path in member.args.get("path", ())}
