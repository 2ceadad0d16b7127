"""Lays the runs of one pattern side by side: the steps they share, in order, and what varies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.evolution.domain.step import WIDEST_LOOP, Step, bounded, merged

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from apps.evolution.domain.tool_kind import Kind

_SAME_SHAPE = 10
_SAME_VALUES = 5

Column = dict[int, Step]


@dataclass(frozen=True, slots=True)
class AlignedStep:
    """One step as `runs` runs had it; `members` are the steps by the number of their run."""

    members: Mapping[int, Step]
    runs: int

    @property
    def first(self) -> Step:
        return self.members[min(self.members)]

    @property
    def kind(self) -> Kind:
        return self.first.kind

    @property
    def support(self) -> int:
        """In how many runs the step was taken."""
        return len(self.members)

    @property
    def is_optional(self) -> bool:
        return self.support < self.runs

    @property
    def is_diagnosis(self) -> bool:
        """Whether it showed, in most runs, the fault that a later step mended."""
        return 2 * sum(step.failed for step in self.members.values()) > self.support

    @property
    def constants(self) -> dict[str, tuple[str, ...]]:
        """The arguments that every run gave alike."""
        return {key: self.values(key)[0] for key in self._keys() if len(set(self.values(key))) == 1}

    @property
    def varying(self) -> dict[str, tuple[str, ...]]:
        """The arguments that differed, with the values they had, each once."""
        differing = (key for key in self._keys() if len(set(self.values(key))) > 1)
        return {
            key: tuple(dict.fromkeys(value for values in self.values(key) for value in values))
            for key in differing
        }

    def values(self, key: str) -> list[tuple[str, ...]]:
        """List what each run gave for an argument, in the order of the runs."""
        return [self.members[run].args.get(key, ()) for run in sorted(self.members)]

    def _keys(self) -> list[str]:
        return list(dict.fromkeys(key for step in self.members.values() for key in step.args))


def align(chains: Sequence[Sequence[Step]]) -> list[AlignedStep]:
    """Find the steps that at least half of the chains share, in their common order.

    Chains are laid one after another against what was aligned so far, by the best common
    subsequence; equal arguments count beside an equal shape. Of a chain of more than 50 steps
    the first and the last 25 take part.
    """
    columns: list[Column] = []
    for run, chain in enumerate(chains):
        columns = _with_chain(columns, bounded(chain), run)
    return [
        AlignedStep(column, len(chains)) for column in columns if 2 * len(column) >= len(chains)
    ]


def fold(steps: Sequence[AlignedStep]) -> list[AlignedStep]:
    """Fold windows of steps that repeat the ones before them, whichever runs they are from.

    Commands of a shell stay apart: each says something of its own.
    """
    folded = list(steps)
    for width in range(1, WIDEST_LOOP + 1):
        kept: list[AlignedStep] = []
        for step in folded:
            kept.append(step)
            before, last = kept[-2 * width : -width], kept[-width:]
            shapes = [one.first.shape for one in last]
            is_plain = not any(one.kind == "shell" for one in last)
            if is_plain and [one.first.shape for one in before] == shapes:
                kept[-2 * width :] = map(_joined, before, last)
        folded = kept
    return folded


def _joined(one: AlignedStep, other: AlignedStep) -> AlignedStep:
    members = {**other.members, **one.members}
    for run in one.members.keys() & other.members.keys():
        members[run] = merged(one.members[run], other.members[run])
    return AlignedStep(members, one.runs)


def _with_chain(columns: list[Column], chain: list[Step], run: int) -> list[Column]:
    """Merge a chain into the columns: matched steps join theirs, the others open their own."""
    best = _best_scores(columns, chain)
    merged: list[Column] = []
    row, place = 0, 0
    while row < len(columns) and place < len(chain):
        match = _likeness(columns[row], chain[place])
        if match and best[row][place] == match + best[row + 1][place + 1]:
            merged.append({**columns[row], run: chain[place]})
            row, place = row + 1, place + 1
        elif best[row + 1][place] >= best[row][place + 1]:
            merged.append(columns[row])
            row += 1
        else:
            merged.append({run: chain[place]})
            place += 1
    return [*merged, *columns[row:], *({run: step} for step in chain[place:])]


def _best_scores(columns: list[Column], chain: list[Step]) -> list[list[int]]:
    """Score the best alignment of every pair of ends, from the back."""
    best = [[0] * (len(chain) + 1) for _ in range(len(columns) + 1)]
    for row in range(len(columns) - 1, -1, -1):
        for place in range(len(chain) - 1, -1, -1):
            match = _likeness(columns[row], chain[place])
            skip = max(best[row + 1][place], best[row][place + 1])
            best[row][place] = max(skip, match + best[row + 1][place + 1] if match else 0)
    return best


def _likeness(column: Column, step: Step) -> int:
    """Score a step against a column: nothing for another shape, more for equal arguments."""
    first = next(iter(column.values()))
    if first.shape != step.shape:
        return 0
    equal = sum(first.args.get(key) == value for key, value in step.args.items())
    return _SAME_SHAPE + len(column) + _SAME_VALUES * equal // max(len(step.args), 1)
