"""Whether a tool changes, looks or does neither is read from its name, in any spelling."""

import pytest

from apps.feedback.domain.tool_kinds import kind_of

KINDS = {
    "change": [
        *("create_invoice", "updateShift", "Edit", "Write", "MultiEdit", "NotebookEdit"),
        *("cancel_order", "send_email", "modify_pending_order_items", "apply_patch", "book_room"),
        *("mcp__github__create_issue", "order", "post_journal", "transfer_money", "setStatus"),
        *("更新排班", "预订会议室", "发送邮件", "删除记录", "创建工单", "修改订单地址", "退款"),
    ],
    "look": [
        *("get_update_status", "list_orders", "search_rooms", "Read", "Grep", "browser_view"),
        *("Bash", "exec", "run_tests", "find_user_by_email", "lookup_issue", "book_search", ""),
        *("查询订单", "获取库存", "搜索文档", "查看排班", "列出预订", "执行"),
    ],
    "aside": [
        *("think", "TodoWrite", "update_plan", "calculate", "transfer_to_human_agents"),
        *("AskUserQuestion", "escalate_ticket", "转人工", "计算运费"),
    ],
}


@pytest.mark.parametrize(("kind", "tools"), KINDS.items())
def test_the_name_tells_the_kind(kind: str, tools: list[str]):
    assert {tool: kind_of(tool) for tool in tools} == dict.fromkeys(tools, kind)
