import pytest

from apps.evolution.domain.alignment import align
from apps.evolution.domain.step import read_steps
from apps.evolution.domain.verification import find_checks
from apps.trajectories.domain.tool_chain import ToolCall

EDIT = ToolCall("Edit", {"file_path": "app.py"}, "completed")
REREAD = ToolCall("Read", {"file_path": "app.py"}, "completed")


def shell(command: str) -> ToolCall:
    return ToolCall("Bash", {"command": command}, "completed")


def tool(name: str) -> ToolCall:
    return ToolCall(name, {"id": "7"}, "completed")


@pytest.mark.parametrize(
    ("calls", "checks"),
    [
        ([EDIT, shell("make check")], ["passes shell make check"]),
        ([EDIT, shell("pytest"), shell("git commit -m x")], ["passes shell pytest"]),
        ([shell("pytest"), EDIT], []),
        ([EDIT, REREAD], ["rereads read "]),
        ([REREAD, EDIT], []),
        ([EDIT, shell("git commit -m x"), shell("git status")], ["looks shell git status"]),
        ([tool("get_order"), tool("cancel_order"), tool("get_order")], ["asks call get_order"]),
        ([tool("查询订单"), tool("取消订单"), tool("查询订单")], ["asks call 查询订单"]),
        ([tool("cancel_order")], []),
        ([tool("get_order"), tool("list_items")], []),
        ([shell("npm run build")], ["passes shell npm run build"]),
        ([], []),
    ],
)
def test_only_what_was_checked_after_a_change_verifies(
    calls: list[ToolCall], checks: list[str]
) -> None:
    found = find_checks(align([read_steps(calls)]))
    assert [f"{check} {step.first.shape}" for check, step in found] == checks


def test_a_check_that_failed_verifies_nothing() -> None:
    failing = ToolCall("Bash", {"command": "make check"}, "error")
    calls = [EDIT, failing, EDIT, shell("make check")]
    assert len(find_checks(align([read_steps(calls)]))) == 1
