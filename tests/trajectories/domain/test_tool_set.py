"""How large alike sets are, how sets are named, and how much of two chains is in one order."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.trajectories.domain.tool_chain import jaccard
from apps.trajectories.domain.tool_set import (
    MOST_COMPARED,
    MOST_TOOLS,
    order_similarity,
    sizes_alike,
    tool_set_key,
)

sets = st.frozensets(st.sampled_from("abcdefghij"), min_size=1)


@given(one=sets, other=sets, least=st.decimals("0.1", "1", places=2))
def test_alike_sets_are_of_about_one_size(
    one: frozenset[str], other: frozenset[str], least: Decimal
):
    smallest, largest = sizes_alike(len(one), least)
    if jaccard(one, other) >= least:
        assert smallest <= len(other) <= largest


def test_a_set_has_one_name_in_whatever_order_it_is_listed():
    assert tool_set_key(["b", "a", "b"]) == tool_set_key(["a", "b"])
    assert tool_set_key(["ab", "c"]) != tool_set_key(["a", "bc"])


def test_no_tools_and_too_many_have_no_name():
    names = [f"tool-{number}" for number in range(MOST_TOOLS + 1)]
    assert tool_set_key([]) is None
    assert tool_set_key(names) is None
    assert tool_set_key(names[1:]) is not None


@pytest.mark.parametrize(
    ("first", "second", "share"),
    [
        ("abc", "abc", "1"),
        ("abc", "cba", "0.333"),
        ("abcd", "abxd", "0.75"),
        ("abc", "", "0"),
        ("a" * MOST_COMPARED + "bbb", "a" * MOST_COMPARED + "c", "1"),
    ],
)
def test_the_order_of_calls_is_compared(first: str, second: str, share: str):
    assert order_similarity(first, second) == Decimal(share)
    assert order_similarity(second, first) == Decimal(share)
