"""What a chain of calls says: its statuses, how complex it is, what was tried again."""

from decimal import Decimal

import pytest

from apps.trajectories.domain.tool_chain import (
    ToolCall,
    classify_complexity,
    fingerprint,
    has_retries,
    jaccard,
    overlaps,
    read_status,
    retried_tools,
    tool_names,
)


@pytest.mark.parametrize(
    ("word", "status"),
    [
        ("ok", "completed"),
        ("Success", "completed"),
        (" done ", "completed"),
        ("FAILED", "error"),
        ("timeout", "error"),
        ("pending", "unknown"),
        ("完成", "unknown"),
        ("", "unknown"),
        (None, "unknown"),
    ],
)
def test_the_words_of_agents_are_read_and_a_missing_one_is_no_error(word: str | None, status: str):
    assert read_status(word) == status


@pytest.mark.parametrize(
    ("calls", "complexity"),
    [(0, "simple"), (2, "simple"), (3, "moderate"), (5, "moderate"), (6, "complex")],
)
def test_complexity_has_two_steps(calls: int, complexity: str):
    assert classify_complexity(calls) == complexity


def test_one_tool_on_two_files_is_no_retry():
    assert not has_retries([ToolCall("Read", {"path": "a"}), ToolCall("Read", {"path": "b"})])


def test_the_same_call_again_is_a_retry():
    assert has_retries([ToolCall("Read", {"path": "a"}), ToolCall("Read", {"path": "a"})])


def test_another_try_right_after_its_own_error_is_a_retry():
    failed, mended = ToolCall("Bash", {"cmd": "mak"}, "error"), ToolCall("Bash", {"cmd": "make"})
    assert retried_tools([failed, mended]) == ["Bash"]


def test_coming_back_to_a_tool_later_is_no_retry():
    read = ToolCall("Read", {"path": "a"})
    assert not has_retries([read, ToolCall("Edit", {"path": "a"}), read])


def test_each_retried_tool_is_named_once_in_order():
    twice = [ToolCall("b", {})] * 3 + [ToolCall("a", {})] * 2
    assert retried_tools(twice) == ["b", "a"]


def test_tools_are_named_in_order_of_first_use_and_spelled_in_any_order_alike():
    assert tool_names([ToolCall("b"), "a", ToolCall("b")]) == ["b", "a"]
    assert fingerprint(["b", "a", "b"]) == fingerprint(["a", "b"]) == "a,b"


@pytest.mark.parametrize(
    ("left", "right", "alike"),
    [("ab", "ab", "1"), ("ab", "bc", "0.333"), ("ab", "cd", "0"), ("", "", "0"), ("", "a", "0")],
)
def test_likeness_is_the_common_part_of_the_union(left: str, right: str, alike: str):
    assert round(jaccard(left, right), 3) == Decimal(alike)


def test_an_empty_set_of_tools_is_like_nothing():
    assert not overlaps([], [], Decimal(0))
    assert overlaps("ab", "ab", Decimal(1))
