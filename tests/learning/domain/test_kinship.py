"""Groups of one kind of work are joined by what all of them are about and what they change."""

from __future__ import annotations

import numpy as np

from apps.learning.domain.kinship import place_runs
from apps.learning.domain.patterns import Candidate

MOVE, BUY = ("get_order", "move_order"), ("get_order", "buy_item")


def run(name: str, meaning: tuple[float, ...], tools: tuple[str, ...]) -> Candidate:
    vector = np.asarray(meaning) / np.linalg.norm(meaning)
    return Candidate(name, name, frozenset(tools), vector, name)


def placed(*patterns: list[Candidate], others: tuple[Candidate, ...] = ()):
    runs = [one for pattern in patterns for one in pattern]
    kinds = place_runs(patterns, [*runs, *others])
    return [([one.id for one in kind.runs], [one.id for one in kind.kin]) for kind in kinds]


def test_groups_that_mean_the_same_on_the_whole_and_change_the_same_are_one():
    one = [run("a", (1, 0.4), MOVE), run("b", (1, -0.2), MOVE)]
    other = [run("c", (1, 0.9), MOVE), run("d", (1, 0.5), MOVE)]
    assert placed(one, other) == [(["a", "b", "c", "d"], [])]


def test_what_changes_something_else_is_another_kind():
    one = [run("a", (1, 0), MOVE), run("b", (1, 0.1), MOVE)]
    other = [run("c", (1, 0), BUY), run("d", (1, 0.1), BUY)]
    assert placed(one, other) == [(["a", "b"], []), (["c", "d"], [])]


def test_a_group_that_stops_short_of_the_goal_is_not_drafted():
    whole = [run("a", (1, 0), MOVE), run("b", (1, 0.1), MOVE)]
    short = [run("c", (1, 0), MOVE[:1]), run("d", (1, 0.1), MOVE[:1])]
    assert placed(short, whole) == [(["a", "b"], ["c", "d"])]


def test_a_shorter_run_of_the_kind_is_its_kin_and_a_stranger_is_not():
    whole = [run("a", (1, 0), MOVE), run("b", (1, 0.1), MOVE)]
    others = (run("c", (1, 0.2), MOVE[1:]), run("x", (0, 1), MOVE))
    assert placed(whole, others=others) == [(["a", "b"], ["c"])]


def test_work_with_the_tools_of_any_agent_is_never_joined():
    one = [run("a", (1, 0), ("Read", "Edit")), run("b", (1, 0.1), ("Read", "Edit"))]
    other = [run("c", (1, 0), ("Bash", "Edit")), run("d", (1, 0.1), ("Bash", "Edit"))]
    assert len(placed(one, other)) == 2
