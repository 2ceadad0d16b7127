from decimal import Decimal

import pytest

from apps.learning.domain.tool_statistics import ToolStatistic, error_prone, tool_statistics
from apps.trajectories.domain.tool_chain import Status, ToolCall

THREE_OF_TEN: tuple[Status, ...] = ("error",) * 3 + ("completed",) * 7


def calls(tool: str, *statuses: Status) -> list[ToolCall]:
    return [ToolCall(tool, status=status) for status in statuses]


def test_calls_and_errors_are_counted_for_each_tool() -> None:
    chain = calls("read", "completed", "error", "unknown") + calls("查询订单", "error")
    assert tool_statistics(chain) == [
        ToolStatistic("read", 3, 1, Decimal(1) / 3),
        ToolStatistic("查询订单", 1, 1, Decimal(1)),
    ]


def test_no_calls_give_no_statistics() -> None:
    assert tool_statistics([]) == []


@pytest.mark.parametrize(
    ("chain", "prone"),
    [
        (calls("a", "error", "error", "completed") + calls("b", "completed", "completed"), ["a"]),
        (calls("a", "error"), []),
        (calls("a", *THREE_OF_TEN), []),
        (calls("a", "error", "completed") + calls("b", "error", "error"), ["b", "a"]),
        (calls("导出", "error", "error", "completed"), ["导出"]),
    ],
)
def test_tools_that_fail_in_more_than_three_of_ten_calls_are_named_worst_first(
    chain: list[ToolCall], prone: list[str]
) -> None:
    assert error_prone(tool_statistics(chain)) == prone


def test_the_threshold_and_the_least_number_of_calls_can_be_set() -> None:
    statistics = tool_statistics(calls("a", "error", "completed", "completed", "completed"))
    assert error_prone(statistics, threshold=Decimal("0.2")) == ["a"]
    assert error_prone(statistics, threshold=Decimal("0.2"), least_calls=5) == []
