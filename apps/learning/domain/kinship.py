"""Joins groups of runs that are one kind of work, however differently people asked for it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from apps.evolution.domain.tool_kind import change_the_same, changing_tools

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.learning.domain.patterns import Candidate

SAME_KIND_OF_GROUP = 0.70


@dataclass(frozen=True, slots=True)
class _Kind:
    """What a group has in common: its mean request, and what at least half of its runs changed."""

    runs: Sequence[Candidate]
    vector: Any
    changes: frozenset[str]
    tools: frozenset[str]


@dataclass(frozen=True, slots=True)
class PlacedRuns:
    """The runs to draft from, and others of their kind: shorter ones, and what stopped early."""

    runs: Sequence[Candidate]
    kin: Sequence[Candidate]


def place_runs(
    patterns: Sequence[Sequence[Candidate]], candidates: Sequence[Candidate]
) -> list[PlacedRuns]:
    """Join patterns of one kind, and give each the runs that belong to it without making it.

    A pattern that changes nothing, beside one of its kind that does, stopped short of the goal:
    nothing is drafted from it.
    """
    kinds = _joined(patterns)
    goals = [kind for kind in kinds if kind.changes]
    whole = [kind for kind in kinds if kind.changes or not _stops_short(kind, goals)]
    placed = {run.id for kind in whole for run in kind.runs}
    kin: list[list[Candidate]] = [[] for _ in whole]
    for run in (one for one in candidates if one.id not in placed):
        near = [at for at, kind in enumerate(whole) if _is_kin(kind, run)]
        if near:
            kin[max(near, key=lambda at: float(whole[at].vector @ run.vector))].append(run)
    return [PlacedRuns(kind.runs, more) for kind, more in zip(whole, kin, strict=True)]


def _joined(patterns: Sequence[Sequence[Candidate]]) -> list[_Kind]:
    """Join patterns whose requests mean the same on the whole and that change the same.

    One request says little (“a few changes”); the mean of several says what all are about.
    """
    kinds: list[_Kind] = []
    for pattern in patterns:
        found = _kind_of(pattern)
        near = [kind for kind in kinds if _is_one_kind(kind, found)]
        best = max(near, key=lambda kind: float(kind.vector @ found.vector), default=None)
        if best is None:
            kinds.append(found)
        else:
            kinds[kinds.index(best)] = _kind_of([*best.runs, *found.runs])
    return kinds


def _stops_short(kind: _Kind, goals: Sequence[_Kind]) -> bool:
    return any(
        kind.vector @ goal.vector >= SAME_KIND_OF_GROUP and kind.tools <= goal.tools
        for goal in goals
    )


def _kind_of(runs: Sequence[Candidate]) -> _Kind:
    mean = np.mean([run.vector for run in runs], axis=0)
    used = Counter(tool for run in runs for tool in changing_tools(run.tools))
    changes = frozenset(tool for tool, count in used.items() if 2 * count >= len(runs))
    tools = frozenset(tool for run in runs for tool in run.tools)
    return _Kind(runs, mean / max(float(np.linalg.norm(mean)), 1e-9), changes, tools)


def _is_one_kind(kind: _Kind, other: _Kind) -> bool:
    is_near = kind.vector @ other.vector >= SAME_KIND_OF_GROUP
    return bool(is_near) and change_the_same(kind.changes, other.changes)


def _is_kin(kind: _Kind, run: Candidate) -> bool:
    if not kind.changes or kind.vector @ run.vector < SAME_KIND_OF_GROUP:
        return False
    changes = changing_tools(run.tools)
    return change_the_same(kind.changes, changes) or (not changes and run.tools <= kind.tools)
