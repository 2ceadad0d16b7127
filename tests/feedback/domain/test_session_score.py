"""A session's score is the sum of lines that a person can read, exact and between 0 and 1."""

from __future__ import annotations

from decimal import Decimal

import pytest

from apps.feedback.domain.session_score import SessionRun, score_session
from apps.feedback.domain.session_signs import Exchange
from apps.trajectories.domain.tool_chain import ToolCall

READ = (ToolCall("Read", {}, "completed"),)
WRITE = (ToolCall("create_report", {}, "completed"),)


def run(score: str | None, source: str = "auto", calls: tuple[ToolCall, ...] = READ) -> SessionRun:
    """One run, by default of a single look."""
    exchange = Exchange("Read the log", calls, "Read.")
    return SessionRun(exchange, None if score is None else Decimal(score), source)


SESSIONS = [
    ([run("0.80")], "0.800"),
    ([run("0.80")] * 4, "0.800"),
    ([run("0.20")], "0.200"),
    ([run("0.20")] * 2, "0.500"),
    ([run("0.20")] * 3, "0.600"),
    ([run("0.20")] * 9, "0.600"),
    ([run("0.50", "correction"), run("0.80"), run("0.80")], "0.767"),
    ([run("0.50", calls=()), run("0.80"), run("0.80")], "0.800"),
    ([run("0.50", calls=())] * 3, "0.500"),
    ([run("0", "user")] * 3, "0.000"),
    ([run("0", "user"), run("1", "reviewer")], "0.500"),
    ([run("0", "user", calls=()), run("0.80"), run("0.80")], "0.533"),
    ([run("0.30", "judge")] * 3, "0.300"),
    ([run(None), run("0.80")], "0.800"),
    ([run("0.80", calls=WRITE)], "0.700"),
]


@pytest.mark.parametrize(("runs", "score"), SESSIONS)
def test_the_score_is_the_exact_sum_of_its_lines(runs: list[SessionRun], score: str):
    result = score_session(runs)
    assert result is not None
    assert result.value == Decimal(score)
    assert sum(line.change for line in result.lines) == result.value


def test_where_people_judged_every_run_the_signs_are_silent():
    judged = score_session([run("0.9", "user", WRITE), run("0.9", "reviewer", WRITE)])
    assert judged is not None
    assert [line.reason for line in judged.lines] == ["mean score of 2 runs"]


def test_the_lines_name_what_was_found():
    result = score_session([run("0.60"), run("0.80"), run("0.80", calls=WRITE)])
    assert result is not None
    assert [(line.reason, str(line.change)) for line in result.lines] == [
        ("mean score of 3 runs", "0.733"),
        ("rules on single runs count less in a conversation", "0.045"),
        ("1 change was not looked at afterwards", "-0.10"),
    ]


def test_a_session_without_any_score_has_none():
    assert score_session([]) is None
    assert score_session([run(None)]) is None


def test_a_score_never_leaves_the_range():
    stopped = Exchange("Do it", WRITE * 3, "", interrupted=True)
    result = score_session([SessionRun(stopped, Decimal("0.10"), "correction")])
    assert result is not None
    assert (result.value, result.lines[-1].reason) == (Decimal(0), "kept between 0 and 1")
