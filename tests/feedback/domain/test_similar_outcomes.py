"""Runs of known outcome tell of similar ones, by votes that never weigh more than 0.15."""

from __future__ import annotations

from typing import Any

import pytest

from apps.feedback.domain.similar_outcomes import KnownRun, RunShape, direction, judge_by_similar


def shape(**fields: Any) -> RunShape:
    """A report made with two tools, in a session of its own."""
    known = {
        "session": "s-0",
        "request_type": "data_report",
        "tools": frozenset({"query", "chart"}),
    }
    return RunShape(**(known | fields))


def known(*outcomes: bool, **fields: Any) -> list[KnownRun]:
    """Similar runs that ended so, in sessions of their own."""
    return [
        KnownRun(shape(**({"session": f"k-{number}"} | fields)), outcome)
        for number, outcome in enumerate(outcomes)
    ]


VOTES = [
    ((True,) * 5, "similar runs mostly went well (5 of 5)", "0.15"),
    ((False,) * 5, "similar runs mostly failed (5 of 5)", "-0.15"),
    ((False, False, True, False, False), "similar runs mostly failed (4 of 5)", "-0.09"),
    ((False,) * 3, "similar runs mostly failed (3 of 3)", "-0.09"),
    ((True, True, False), "similar runs mostly went well (2 of 3)", "0.03"),
    ((False,) * 9, "similar runs mostly failed (5 of 5)", "-0.15"),
]


@pytest.mark.parametrize(("outcomes", "reason", "change"), VOTES)
def test_the_nearest_five_vote(outcomes: tuple[bool, ...], reason: str, change: str):
    line = judge_by_similar(shape(), known(*outcomes))
    assert line is not None
    assert (line.reason, str(line.change)) == (reason, change)


SILENT = [
    ([], "nobody is known"),
    (known(False, False), "two are too few"),
    (known(True, False, True, False), "as many good as bad"),
    (known(*[False] * 5, session="s-0"), "of the same session"),
    (known(*[False] * 5, request_type="translation"), "another kind of request"),
    (known(*[False] * 5, tools=frozenset({"query", "mail", "archive"})), "other tools"),
    (known(*[False] * 5, tools=frozenset()), "no tools"),
]


@pytest.mark.parametrize(("runs", "because"), SILENT)
def test_what_is_not_alike_tells_nothing(runs: list[KnownRun], because: str):
    assert judge_by_similar(shape(), runs) is None, because


def test_the_nearer_runs_are_asked_first():
    far = known(*[True] * 5, tools=frozenset({"query", "chart", "mail"}))
    line = judge_by_similar(shape(), far + known(*[False] * 5))
    assert line is not None
    assert line.reason == "similar runs mostly failed (5 of 5)"


def test_meaning_is_compared_where_both_have_one():
    asked = shape(meaning=[1.0, 0.0])
    assert judge_by_similar(asked, known(*[False] * 5, meaning=[0.0, 1.0])) is None
    assert judge_by_similar(asked, known(*[False] * 5, meaning=[0.0, 0.0])) is None
    assert judge_by_similar(asked, known(*[False] * 5, meaning=direction([9.0, 1.0]))) is not None
    assert judge_by_similar(asked, known(*[False] * 5)) is not None


def test_a_direction_has_the_length_one_save_that_of_nothing():
    assert direction([3.0, 4.0]) == [0.6, 0.8]
    assert direction([0.0, 0.0]) == [0.0, 0.0]
