"""Runs of one kind are found by what was asked and by the tools that served it."""

from __future__ import annotations

from decimal import Decimal

import numpy as np

from apps.learning.domain.patterns import Candidate, find_patterns

REPORT, INVOICE = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)
TOOLS = ("fetch", "sum_up", "send")


def run(
    name: str,
    meaning: tuple[float, ...],
    tools: tuple[str, ...] = TOOLS,
    *,
    digest: str = "",
    session: str = "",
):
    vector = np.asarray(meaning) / np.linalg.norm(meaning)
    return Candidate(name, session or name, frozenset(tools), vector, digest or name)


def found(*runs: Candidate, likeness: str = "0.50", least: int = 2) -> list[list[str]]:
    patterns = find_patterns(runs, least_similarity=Decimal(likeness), least_sessions=least)
    return [[one.id for one in pattern] for pattern in patterns]


def test_two_runs_of_one_kind_make_a_pattern():
    assert found(run("a", REPORT), run("b", REPORT), run("x", INVOICE)) == [["a", "b"]]


def test_the_same_tools_for_another_request_are_no_pattern():
    assert found(run("a", REPORT), run("x", INVOICE)) == []


def test_the_same_request_with_other_tools_is_no_pattern():
    assert found(run("a", REPORT), run("b", REPORT, ("read", "grep", "edit"))) == []


def test_the_same_conversation_replayed_counts_once():
    assert found(run("a", REPORT, digest="d"), run("b", REPORT, digest="d")) == []


def test_one_session_that_does_the_same_over_and_over_is_no_pattern():
    again = [run(name, REPORT, session="s") for name in "abc"]
    assert found(*again) == []
    assert found(*again, run("d", REPORT), least=3) == []
    assert found(*again, run("d", REPORT)) == [["a", "b", "c", "d"]]


def test_of_a_replayed_run_the_first_is_kept():
    runs = [run("a", REPORT, digest="d"), run("b", REPORT, digest="d"), run("c", REPORT)]
    assert found(*runs) == [["a", "c"]]


def test_more_runs_are_asked_for_where_a_tenant_says_so():
    runs = [run(name, REPORT) for name in "abc"]
    assert found(*runs, least=3) == [["a", "b", "c"]]
    assert found(*runs, least=4) == []


def test_tools_must_be_as_alike_as_a_tenant_says():
    runs = [run("a", REPORT), run("b", REPORT, (*TOOLS, "chart"))]
    assert found(*runs, likeness="0.75") == [["a", "b"]]
    assert found(*runs, likeness="0.76") == []


def test_rare_shared_tools_make_up_for_words_that_differ():
    near = (0.3, 0.954, 0.0)
    common = [run(str(number), (0.0, 0.0, 1.0)) for number in range(6)]
    rare = ("torque_log", "weld_map")
    assert found(run("a", REPORT), run("b", near), *common)[0] == [str(n) for n in range(6)]
    assert ["a", "b"] in found(run("a", REPORT, rare), run("b", near, rare), *common)


def test_to_book_is_not_to_cancel_whatever_was_looked_up_before():
    looked = ("get_person", "get_room", "list_rooms")
    book, cancel = (*looked, "book_room"), (*looked, "cancel_room")
    assert found(run("a", REPORT, book), run("b", REPORT, cancel)) == []
    assert found(run("a", REPORT, book), run("b", REPORT, looked)) == []
    assert found(run("a", REPORT, book), run("b", REPORT, (*book, "mail_guest"))) == [["a", "b"]]


def test_the_tools_of_any_agent_ask_more_of_the_words():
    near = (0.47, 0.8827, 0.0)
    general, own = ("Bash", "Read", "Edit"), ("Bash", "Read", "weld")
    assert found(run("a", REPORT, general), run("b", near, general)) == []
    assert found(run("a", REPORT, own), run("b", near, own)) == [["a", "b"]]


def test_nothing_makes_no_pattern():
    assert found() == []
