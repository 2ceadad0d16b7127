"""Which chains repeat: the same order in several sessions, the longest, little in between."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from apps.evolution.domain.chain_mining import common_places, find_chains, find_places
from apps.evolution.domain.chain_run import read_chain
from tests.evolution.chains import NEWS, chain_run, news_runs

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def runs_of(*chains: str, session: str = ""):
    """Runs whose calls are letters, each a tool of that name."""
    return [
        chain_run(number, [(f"tool_{letter}", {}, None) for letter in chain], session=session)
        for number, chain in enumerate(chains, start=1)
    ]


def found(*chains: str, least: int = 2, session: str = "") -> list[str]:
    mined = find_chains(runs_of(*chains, session=session), least_sessions=least)
    return ["".join(tool[-1] for tool in chain.tools) for chain in mined]


@pytest.mark.parametrize(
    ("chains", "expected"),
    [
        (("abc", "abc"), ["abc"]),
        (("abc", "abd"), ["ab"]),
        (("abc",), []),
        (("abcd", "dxbya"), []),
        (("ab", "ab", "abc", "abc"), ["abc"]),
        (("xaby", "abz"), ["ab"]),
        (("axbc", "aybc"), ["abc"]),
        (("axxyzb", "aqrstb"), []),
        (("aabbc", "abbbc"), ["abc"]),
        (("ababc", "abc"), ["abc"]),
        (("aaaa", "aaa"), []),
        (("abcd", "abcd", "efgh", "efgh"), ["abcd", "efgh"]),
    ],
)
def test_chains_are_found(chains: tuple[str, ...], expected: list[str]):
    assert found(*chains) == expected


def test_one_session_over_and_over_is_no_repetition():
    assert found("abc", "abc", "abc", session="s-1") == []
    assert found("abc", "abc", "abc", least=3) == ["abc"]


@pytest.mark.parametrize("tool", ["Bash", "Read", "grep", "TodoWrite", "apply_patch"])
def test_what_an_agent_does_with_its_own_shell_is_no_step(tool: str):
    calls = [("fetch_orders", {}, None), (tool, {"command": "ls"}, None), ("send_mail", {}, None)]
    [chain] = find_chains([chain_run(1, calls), chain_run(2, calls)], least_sessions=2)
    assert chain.tools == ("fetch_orders", "send_mail")
    browsing = [(tool, {"command": "ls"}, None), ("Glob", {"pattern": "*"}, None)]
    assert find_chains([chain_run(n, browsing) for n in (1, 2)], least_sessions=2) == []


def test_a_registered_tool_is_a_step_whatever_its_name():
    calls = [("web_search", {"query": "x"}, None), ("send_mail", {}, None)]
    runs = [chain_run(1, calls), chain_run(2, calls)]
    assert find_chains(runs, least_sessions=2) == []
    [chain] = find_chains(runs, least_sessions=2, registered={"web_search"})
    assert chain.tools == ("web_search", "send_mail")


def test_failed_calls_are_left_out_and_loops_folded():
    run = chain_run(1, [("a_b", {}, 1), ("c_d", {}, 2), ("a_b", {}, 3), ("c_d", {}, 4)])
    assert [(call.tool, call.times) for call in read_chain(run)] == [("a_b", 2), ("c_d", 2)]
    assert read_chain(chain_run(1, [("a_b", {}, 1)], failed=True)) == ()


def test_neighbours_in_both_orders_are_one_chain_unless_one_feeds_the_other():
    free = [("get_a", {"x": 1}, {"v": "alpha"}), ("get_b", {"x": 1}, {"v": "beta"})]
    last = ("send_it", {}, None)
    runs = [chain_run(1, [*free, last]), chain_run(2, [*reversed(free), last])]
    [chain] = find_chains(runs, least_sessions=2)
    assert chain.tools == ("get_a", "get_b", "send_it")
    assert chain.unordered == {("get_a", "get_b")}
    fed = [free[0], ("get_b", {"x": "alpha"}, {"v": "beta"}), last]
    runs = [chain_run(1, fed), chain_run(2, [*reversed(free), last])]
    assert all(not one.unordered for one in find_chains(runs, least_sessions=2))


def test_calls_of_one_moment_have_no_order():
    calls = [("get_b", {}, None), ("get_a", {}, None)]
    runs = [chain_run(number, calls, at=NOON) for number in (1, 2)]
    [chain] = find_chains(runs, least_sessions=2)
    assert (chain.tools, chain.unordered) == (("get_a", "get_b"), {("get_a", "get_b")})


def test_runs_that_lack_a_step_count_beside_those_that_have_all():
    [chain] = find_chains(runs_of("abc", "abc", "ac"), least_sessions=2)
    assert [len(step.calls) for step in chain.steps] == [3, 2, 3]


def test_the_latest_run_of_each_session_is_drawn():
    runs = [*news_runs(count=2), *news_runs(count=2)]
    [chain] = find_chains(runs, least_sessions=2)
    assert (chain.tools, len(chain.runs)) == (NEWS, 2)


@pytest.mark.parametrize(
    ("chain", "sequence", "places"),
    [
        ("ab", "ab", (0, 1)),
        ("ab", "axxxab", (4, 5)),
        ("ab", "axb", (0, 2)),
        ("ab", "axxb", ()),
        ("ab", "ba", ()),
    ],
)
def test_a_chain_is_found_where_it_is_closest(chain: str, sequence: str, places: tuple[int, ...]):
    assert find_places(tuple(chain), tuple(sequence)) == places


def test_the_longest_common_part_is_paired():
    assert common_places(tuple("abcd"), tuple("xbd")) == [(1, 1), (3, 2)]


def test_many_different_long_runs_are_bounded():
    chains = ["".join(chr(97 + (number * step) % 26) for step in range(60)) for number in range(90)]
    assert len(found(*chains)) <= 10
