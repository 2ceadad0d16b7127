"""A finished chain is squeezed to the steps that mattered."""

from apps.trajectories.domain.compression import (
    RECOVERY_REACH,
    ends_of,
    execution_chain,
    key_steps,
    recoveries,
)
from apps.trajectories.domain.tool_chain import Status, ToolCall


def call(tool: str, what: str = "", status: Status = "completed", **more: str) -> ToolCall:
    return ToolCall(tool, {"path": what}, status, **more)


def told(calls: list[ToolCall]) -> list[tuple[str, int]]:
    return [(step.call.tool, step.times) for step in key_steps(calls)]


def test_an_error_that_a_later_success_replaced_is_dropped():
    calls = [call("Read"), call("Bash", "mak", "error"), call("Bash", "make")]
    assert [(step.call.tool, step.call.status) for step in key_steps(calls)] == [
        ("Read", "completed"),
        ("Bash", "completed"),
    ]


def test_an_error_that_nothing_replaced_is_kept():
    assert told([call("Bash", "make", "error"), call("Read")]) == [("Bash", 1), ("Read", 1)]


def test_polls_and_repeats_are_folded_and_counted():
    assert told([call("wait"), call("wait"), call("wait"), call("Read")]) == [
        ("wait", 3),
        ("Read", 1),
    ]


def test_one_tool_on_two_files_is_two_steps():
    assert told([call("Read", "a"), call("Read", "b")]) == [("Read", 1), ("Read", 1)]


def test_a_recovery_tells_what_failed_what_was_done_and_what_then_worked():
    calls = [call("Bash", "x", "error"), call("Edit", "y"), call("Bash", "x")]
    (found,) = recoveries(calls)
    assert (found.failed, found.between, found.worked) == (calls[0], (calls[1],), calls[2])


def test_a_success_too_far_away_is_no_recovery():
    far = [call("Bash", "x", "error"), *(call("Read", str(n)) for n in range(RECOVERY_REACH))]
    assert not recoveries([*far, call("Bash", "x")])
    assert recoveries([*far[:-1], call("Bash", "x")])


def test_of_a_long_chain_both_ends_are_kept():
    calls = [call("Read", str(number)) for number in range(120)]
    kept = ends_of(calls, 50)
    assert kept == calls[:25] + calls[-25:]
    assert ends_of(calls[:50], 50) == calls[:50]


def test_the_chain_is_written_as_numbered_steps_with_what_came_of_them():
    calls = [
        call("read", "a", result="三行\n数据"),
        call("send", "b", "error", error="no such\nuser", result="partly"),
        call("wait"),
        call("wait"),
    ]
    assert execution_chain(calls, most=50) == [
        {"step": 1, "tool": "read", "result_summary": "三行 数据"},
        {"step": 2, "tool": "send", "result_summary": "no such user"},
        {"step": 3, "tool": "wait", "result_summary": "", "times": 2},
    ]


def test_nothing_is_squeezed_to_nothing():
    assert execution_chain([], most=50) == []
