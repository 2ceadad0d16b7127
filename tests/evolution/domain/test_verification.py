import pytest

from apps.evolution.domain.alignment import align
from apps.evolution.domain.step import read_steps
from apps.evolution.domain.verification import Outcome, find_checks, find_outcome
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


def answered(*answers: str, name: str = "cancel_order") -> Outcome | None:
    steps = align([read_steps([tool("get_order"), tool(name)]) for _ in answers])
    return find_outcome(steps, [{}, dict(enumerate(answers))])


@pytest.mark.parametrize(
    ("answers", "outcome"),
    [
        (('{"status": "cancelled", "id": 7}',) * 2, Outcome("cancel_order", "status", "cancelled")),
        (('{"order": {"状态": "已取消"}}',) * 2, Outcome("cancel_order", "状态", "已取消")),
        (("已取消", "已取消"), Outcome("cancel_order", "", "已取消")),
        (('{"status": "cancelled"}', '{"status": "kept"}'), None),
        (('{"note": "cancelled"}',) * 2, None),
        (("order 7 cancelled",) * 2, None),
        (("已取消",), None),
    ],
)
def test_what_every_run_was_answered_is_what_to_see(
    answers: tuple[str, ...], outcome: Outcome | None
) -> None:
    assert answered(*answers) == outcome


def test_another_record_that_is_looked_up_checks_nothing() -> None:
    other = ToolCall("get_person", {"person": "ana"}, "completed")
    steps = align([read_steps([tool("cancel_order"), other])])
    assert find_checks(steps) == []
