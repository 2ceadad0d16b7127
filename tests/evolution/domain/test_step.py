from typing import Any

import pytest

from apps.evolution.domain.step import bounded, read_steps
from apps.trajectories.domain.tool_chain import ToolCall


def call(tool: str, status: Any = "completed", **args: Any) -> ToolCall:
    return ToolCall(tool, args or None, status)


def shapes(*calls: ToolCall) -> list[str]:
    return [step.shape for step in read_steps(calls)]


@pytest.mark.parametrize(
    ("tool", "args", "kind", "values"),
    [
        ("Read", {"file_path": "/home/ann/app/a.py"}, "read", {"path": ("~/app/a.py",)}),
        ("read_file", {"path": "a.py"}, "read", {"path": ("a.py",)}),
        ("Bash", {"command": "sed -n 1,9p a.py"}, "read", {"path": ("a.py",)}),
        ("Bash", {"command": "rg needle src"}, "search", {"pattern": ("needle",)}),
        ("Bash", {"command": "ls src"}, "find", {"pattern": ("src",)}),
        ("Bash", {"command": "cat > a.py <<'E'\nx\nE"}, "write", {"path": ("a.py",)}),
        (
            "shell",
            {"command": ["bash", "-lc", "make check"]},
            "shell",
            {"command": ("make check",)},
        ),
        ("apply_patch", {"input": "*** Update File: a.py\n@@"}, "edit", {"path": ("a.py",)}),
        (
            "取消订单",
            {"订单号": "A1", "原因": None, "加急": True},
            "call",
            {"订单号": ("A1",), "加急": ("true",)},
        ),
    ],
)
def test_a_call_of_any_agent_becomes_a_step_of_its_kind(
    tool: str, args: dict[str, Any], kind: str, values: dict[str, Any]
) -> None:
    [step] = read_steps([ToolCall(tool, args, "completed")])
    assert (step.kind, dict(step.args)) == (kind, values)


def test_a_compound_command_is_several_steps() -> None:
    assert shapes(call("Bash", command="git add -A && git commit -m 'x' && git push")) == [
        "shell git add",
        "shell git commit",
        "shell git push",
    ]


def test_reads_in_a_row_are_one_step() -> None:
    [step] = read_steps([call("Read", path="a"), call("Read", path="b"), call("Read", path="a")])
    assert step.args == {"path": ("a", "b")}


def test_a_loop_is_told_once() -> None:
    loop = [call("Edit", path="a"), call("Bash", command="make check")]
    assert shapes(call("Read", path="a"), *loop, *loop, *loop) == [
        "read ",
        "edit ",
        "shell make check",
    ]


def test_bookkeeping_is_left_out() -> None:
    assert shapes(call("TodoWrite"), call("think", thought="x"), call("get_order", id="1")) == [
        "call get_order"
    ]


def test_a_failed_attempt_is_left_out() -> None:
    assert shapes(call("get_order", "error", id="1"), call("get_order", id="2")) == [
        "call get_order"
    ]
    assert shapes(call("get_order", "error", id="1")) == []


def test_a_failing_check_that_was_mended_stays_and_says_so() -> None:
    check: dict[str, Any] = {"command": "make check"}
    steps = read_steps(
        [call("Bash", "error", **check), call("Edit", path="a"), call("Bash", **check)]
    )
    assert [(step.kind, step.failed) for step in steps] == [
        ("shell", True),
        ("edit", False),
        ("shell", False),
    ]


def test_of_a_long_chain_both_ends_are_read() -> None:
    assert bounded(list(range(51)))[24:26] == [24, 26]
    assert len(bounded(list(range(500)))) == 50
    steps = read_steps([call(f"tool_{number}") for number in range(200)])
    assert (len(steps), steps[-1].at) == (50, 199)
