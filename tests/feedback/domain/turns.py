"""Turns that the labelled sentences answer: what was asked, what was done, what was replied."""

from __future__ import annotations

from typing import Any

from apps.feedback.domain.previous_turn import PreviousTurn
from apps.trajectories.domain.tool_chain import ToolCall


def turn(intent: str, reply: str, **tools: dict[str, Any]) -> PreviousTurn:
    """Build a turn whose tools all completed."""
    calls = [ToolCall(tool=name, args=args, status="completed") for name, args in tools.items()]
    return PreviousTurn(intent=intent, tools=calls, reply=reply)


TURNS: dict[str, PreviousTurn] = {
    "invoices": turn(
        "把三月的发票汇总成表格",
        "已汇总 58 张发票，合计 12.4 万元，保存为 三月发票.xlsx。",
        read_dir={"path": "invoices/03"},
        write_sheet={"path": "三月发票.xlsx"},
    ),
    "meeting": turn(
        "约周四下午和王敏开项目评审会",
        "已约好：周四 14:00，301 会议室，参会人王敏。",
        calendar_create={"with": "王敏", "start": "周四 14:00", "room": "301"},
    ),
    "cache": turn(
        "修复首页缓存不刷新的问题",
        "已把缓存时间改成 60 秒，单元测试通过。",
        edit_file={"path": "web/cache.py"},
        run_shell={"cmd": "pytest web -q"},
    ),
    "letter": turn(
        "把这封致歉信翻译成英文",
        "Dear Mr. Li, with regard to the above-mentioned matter, we hereby ...",
    ),
    "stock": turn(
        "查一下二号仓库的轴承库存",
        "二号仓库轴承库存 340 件。",
        wms_query={"warehouse": 2, "item": "轴承"},
    ),
    "asks_zh": turn(
        "清理磁盘上的旧备份",
        "找到 12 个旧备份，共 80 GB。要全部删除吗？",
        run_shell={"cmd": "du -sh backups"},
    ),
    "asks_price": turn("给客户发报价单", "请问用含税价还是不含税价？"),
    "reminder_zh": turn(
        "每天下午五点提醒我填工时",
        "好的，每天 17:00 提醒你填工时。",
        create_schedule={"cron": "0 17 * * *"},
    ),
    "slides": turn(
        "幫我把產品介紹做成簡報",
        "簡報已完成，共 6 頁，主色為藍色。",
        write_slides={"path": "產品介紹.pptx", "pages": 6},
    ),
    "upload": turn(
        "Fix the crash when the uploaded file is empty",
        "Added an early return for empty uploads; all 31 tests pass.",
        edit_file={"path": "src/upload.py"},
        run_shell={"cmd": "pytest -q"},
    ),
    "energy": turn(
        "Write the monthly energy report",
        "The report is in energy_may.pdf, 12 pages.",
        read_sheet={"path": "meters.csv"},
        write_doc={"path": "energy_may.pdf"},
    ),
    "table": turn(
        "Reserve a table for Friday evening",
        "Booked at Osteria Nove, Friday 19:00, four people.",
        book_table={"restaurant": "Osteria Nove", "time": "19:00", "guests": 4},
    ),
    "karen": turn(
        "Reply to Karen about the late delivery",
        "Dear Karen, we regret to inform you that your consignment is delayed ...",
        draft_email={"to": "Karen"},
    ),
    "pumps": turn(
        "How many pumps did we sell in Q1?",
        "You sold 1,204 pumps in Q1.",
        run_sql={"sql": "select count(*) from sales where item = 'pump'"},
    ),
    "asks_en": turn(
        "Rename the config files",
        "I found 9 config files. Should I rename the ones in tests as well?",
        list_dir={"path": "config"},
    ),
    "reminder_en": turn(
        "Remind me every Friday to send the timesheet",
        "Done: every Friday at 16:00.",
        create_schedule={"cron": "0 16 * * 5"},
    ),
    "deploy": turn(
        "Find out why the deploy job is red",
        "The deploy job failed because the token had expired. I renewed it.",
        read_file={"path": "ci/deploy.log"},
        run_shell={"cmd": "ci token renew"},
    ),
    "limit": turn(
        "帮我给 /users 接口加 rate limit",
        "已加 rate limit：每分钟 100 次，tests 全部通过。",
        edit_file={"path": "api/users.py"},
        run_shell={"cmd": "pytest api"},
    ),
    "onboarding": turn(
        "写个 onboarding 的 doc",
        "文档已写好：onboarding.md，分三部分。",
        write_file={"path": "onboarding.md"},
    ),
}
