"""What sets must share to be alike, and how much of two chains is in one order."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.trajectories.domain.tool_chain import jaccard
from apps.trajectories.domain.tool_set import bounds_of, order_similarity, tool_set_key

sets = st.frozensets(st.sampled_from("abcdefghij"), min_size=1)


@given(one=sets, other=sets, least=st.sampled_from(["0.1", "0.5", "0.7", "1"]))
def test_alike_sets_lie_within_the_bounds_and_hold_a_tool_of_every_prefix(
    one: frozenset[str], other: frozenset[str], least: str
):
    bounds = bounds_of(len(one), Decimal(least))
    if jaccard(one, other) >= Decimal(least):
        assert bounds.smallest <= len(other) <= bounds.largest
        for prefix in (sorted(one), sorted(one, reverse=True)):
            assert other.intersection(prefix[: bounds.prefix])


def test_a_set_has_one_name_in_whatever_order_it_is_listed():
    assert tool_set_key(["b", "a", "b"]) == tool_set_key(["a", "b"])
    assert tool_set_key(["ab", "c"]) != tool_set_key(["a", "bc"])


@pytest.mark.parametrize(
    ("first", "second", "share"),
    [("abc", "abc", "1"), ("abc", "cba", "0.333"), ("abcd", "abxd", "0.75"), ("abc", "", "0")],
)
def test_the_order_of_calls_is_compared(first: str, second: str, share: str):
    assert order_similarity(first, second) == Decimal(share)
