from typing import Any

import pytest

from apps.evolution.domain.tool_kind import kind_of, only_asks


@pytest.mark.parametrize(
    ("tool", "args", "kind"),
    [
        ("Bash", {}, "shell"),
        ("run_shell_command", {}, "shell"),
        ("Read", {}, "read"),
        ("read_file", {}, "read"),
        ("MultiEdit", {}, "edit"),
        ("apply_patch", {}, "edit"),
        ("Write", {}, "write"),
        ("Grep", {}, "search"),
        ("Glob", {}, "find"),
        ("WebSearch", {}, "web_search"),
        ("TodoWrite", {}, "bookkeeping"),
        ("str_replace_editor", {"command": "view"}, "read"),
        ("str_replace_editor", {"command": "create"}, "write"),
        ("str_replace_editor", {"command": "insert"}, "edit"),
        ("mcp__tracker__create_issue", {}, "call"),
        ("cancel_order", {}, "call"),
        ("查询订单", {}, "call"),
    ],
)
def test_a_tool_is_known_by_what_it_does(tool: str, args: dict[str, Any], kind: str) -> None:
    assert kind_of(tool, args) == kind


@pytest.mark.parametrize(
    "tool",
    ["get_order", "listUsers", "mcp__crm__search_contacts", "db.query", "查询订单", "核对库存"],
)
def test_a_verb_of_asking_changes_nothing(tool: str) -> None:
    assert only_asks(tool)


@pytest.mark.parametrize(
    "tool", ["cancel_order", "getaway_booking", "budgetUpdate", "取消订单", "发送查询"]
)
def test_other_verbs_may_change_something(tool: str) -> None:
    assert not only_asks(tool)
