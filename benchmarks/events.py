"""Synthetic runs as events: requests in Chinese and English, tool calls with bodies, replies."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

EVENTS_A_BATCH = 50
RUNS_A_BATCH = 5
BATCHES_A_SESSION = 4
CALLS_A_RUN = EVENTS_A_BATCH // RUNS_A_BATCH - 2
STEP = timedelta(seconds=2)


@dataclass(frozen=True)
class Kind:
    """A kind of work that comes again and again, with other names and numbers each time."""

    request: str
    reply: str
    correction: str
    tools: tuple[str, ...]


KINDS = (
    Kind(
        "Reconcile the supplier invoices of {place} for week {week} with the orders.",
        "All {count} invoices of {place} match; two have a rounding of one cent.",
        "No, take the orders of week {week}, not those of the week before.",
        ("fetch_invoices", "fetch_orders", "match_lines", "round_totals", "write_sheet", "mail"),
    ),
    Kind(
        "Make the weekly downtime report of {place}, week {week}.",
        "The report for {place} is ready: {count} stops, the longest at the press.",
        "That is wrong, stops under five minutes do not belong in it.",
        ("list_machines", "fetch_stops", "sum_minutes", "draw_pareto", "export_pdf", "mail"),
    ),
    Kind(
        "Find out why the nightly import of {place} failed in week {week}.",
        "Job {count} met a locked file; it has been started again and went through.",
        "It still fails with the same message.",
        ("read_log", "grep", "open_file", "run_query", "restart_job", "watch_job"),
    ),
    Kind(
        "Plan the shifts of {place} for week {week} so that nobody works twelve days in a row.",
        "The roster of {place} is complete, {count} people, no conflicts.",
        "Please change it back, the nurses of {place} had agreed on the old one.",
        ("load_staff", "load_absences", "solve_roster", "check_rules", "save_roster", "notify"),
    ),
    Kind(
        "核对{place}第{week}周的供应商发票和采购订单。",
        "{place}共{count}张发票，全部对上，两张有一分钱尾差。",
        "不对，要用第{week}周的订单，不是上一周的。",
        ("发票查询", "订单查询", "逐行匹配", "尾差处理", "写入表格", "发送邮件"),
    ),
    Kind(
        "生成{place}第{week}周的停机周报。",
        "{place}的周报已生成：共停机{count}次，冲压机最久。",
        "错了，五分钟以内的停机不要算进去。",
        ("设备清单", "停机记录", "时长汇总", "帕累托图", "导出PDF", "发送邮件"),
    ),
    Kind(
        "查一下{place}第{week}周夜间导入为什么失败。",
        "第{count}号任务遇到文件锁，已重新启动并成功。",
        "还是不行，报同样的错。",
        ("读取日志", "文本检索", "打开文件", "执行查询", "重启任务", "观察任务"),
    ),
    Kind(
        "安排{place}第{week}周的排班，任何人不能连续上十二天。",
        "{place}排班完成，共{count}人，没有冲突。",
        "改回去，护士们已经同意原来的排法。",
        ("载入人员", "载入请假", "求解排班", "检查规则", "保存排班", "通知"),
    ),
)
PLACES = ("line 3", "ward seven", "the north depot", "the paint shop", "三号产线", "七号病区")
_NOTE = "row {0}: checked against the ledger, amount {1} EUR, difference 0.00, signed by shift B"
_numbers = itertools.count(1)


def run_events(
    number: int, *, session: str, calls: int, begun: datetime, corrects: bool = False
) -> list[dict[str, Any]]:
    """One run as events in order: the request, so many tool calls, the reply."""
    kind = KINDS[(number + number // len(KINDS)) % len(KINDS)]
    names = {
        "place": PLACES[number % len(PLACES)],
        "week": number % 52 + 1,
        "count": number % 900 + 3,
    }
    request = kind.correction if corrects else kind.request
    turn = f"{session}-{number}"
    bodies = [
        {"type": "user_request", "text": request.format(**names)},
        *(_call(kind.tools[n % len(kind.tools)], number, n) for n in range(calls)),
        {"type": "response", "text": kind.reply.format(**names), "status": "completed"},
    ]
    return [
        {
            "event_id": f"e{next(_numbers)}",
            "session_id": session,
            "turn_id": turn,
            "agent": "bench-agent",
            "user_id": f"user-{number % 40}",
            "timestamp": begun + STEP * place,
            **body,
        }
        for place, body in enumerate(bodies)
    ]


def _call(tool: str, number: int, place: int) -> dict[str, Any]:
    rows = [_NOTE.format(number + n, (number * 37 + n) % 9000 / 100) for n in range(4)]
    failed = number % 11 == 0 and place == 1
    outcome = (
        {"status": "error", "error": "504 Gateway Time-out: the ledger did not answer within 30 s"}
        if failed
        else {"status": "completed", "result": {"rows": rows, "next": None, "total": number}}
    )
    return {
        "type": "tool_execution",
        "tool": tool,
        "args": {"query": f"SELECT * FROM ledger WHERE week = {number % 52}", "limit": 500},
        "duration_ms": 40 + number % 700,
        "model": "model-large",
        "input_tokens": 900 + place,
        "output_tokens": 60 + place,
        **outcome,
    }


def session_end(session: str, at: datetime) -> dict[str, Any]:
    return {
        "event_id": f"e{next(_numbers)}",
        "session_id": session,
        "type": "session_end",
        "timestamp": at,
    }


def batches(count: int, *, name: str, begun: datetime) -> Iterator[list[dict[str, Any]]]:
    """Yield batches of 50 events: five runs each, four batches a session, as an agent flushes."""
    for number in range(count):
        session = f"{name}-{number // BATCHES_A_SESSION}"
        first = number * RUNS_A_BATCH
        yield flat(
            run_events(
                first + place,
                session=session,
                calls=CALLS_A_RUN,
                begun=begun + STEP * EVENTS_A_BATCH * number + STEP * (CALLS_A_RUN + 2) * place,
            )
            for place in range(RUNS_A_BATCH)
        )


def flat(lists: Iterator[list[dict[str, Any]]] | Sequence[list[dict[str, Any]]]) -> list[Any]:
    return list(itertools.chain.from_iterable(lists))
