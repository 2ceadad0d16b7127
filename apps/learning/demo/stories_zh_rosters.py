"""The clinic's roster checks: recurring work of its head nurses before each new week."""

from __future__ import annotations

from datetime import time
from decimal import Decimal

from apps.learning.demo.story import Call, Story, Turn, detour, failed, without

ROSTER = "排班冲突检查"
WEEK = {"start": "$next_monday", "end": "$next_sunday"}


def roster_check(
    ward: str, *, shifts: int, leave: str, conflict: str, swap: str
) -> tuple[Call, ...]:
    """From next week's roster to a corrected one that its nurses were told of, in seven calls."""
    return (
        Call("get_roster", {"ward": ward, **WEEK}, f"{shifts} 个班次", 480),
        Call("get_leave_requests", {"ward": ward, **WEEK}, leave, 310),
        Call("get_shift_rules", {"ward": ward}, "夜班后休 24 小时；每班至少 1 名主管护师", 190),
        Call("find_conflicts", {"ward": ward, "week": "$next_monday"}, conflict, 720),
        Call("suggest_swaps", {"conflict": conflict, "keep_hours": True}, swap, 950),
        Call("update_roster", {"ward": ward, "change": swap}, "已保存", 430),
        Call("notify_staff", {"ward": ward, "text": swap}, "已通知 2 人", 280),
    )


def unlocked(calls: tuple[Call, ...], ward: str) -> tuple[Call, ...]:
    """Let the update meet a locked roster first, and unlock it."""
    change = next(call.args for call in calls if call.tool == "update_roster")
    return detour(
        calls,
        failed("update_roster", change, "排班表已锁定：下周班表在周四 12:00 后需先申请解锁", 260),
        Call("request_unlock", {"ward": ward, "reason": "班次冲突"}, "已解锁 30 分钟", 640),
        before="update_roster",
    )


ROSTER_STORIES = (
    Story(
        "roster-ortho",
        ROSTER,
        "ward-assistant",
        "zhou.headnurse",
        days_ago=12,
        at=time(8, 35),
        turns=(
            Turn(
                "检查一下骨科下周排班有没有冲突，有的话直接调好。",
                roster_check(
                    "骨科",
                    shifts=42,
                    leave="1 条：N07 周三事假",
                    conflict="N07 周三白班与请假冲突",
                    swap="N07 周三白班换给 N11",
                ),
                "发现 1 处冲突：N07 周三请假却排了白班，已换给 N11 并通知两人，工时不变。",
                "positive",
            ),
        ),
    ),
    Story(
        "roster-emergency",
        ROSTER,
        "ward-assistant",
        "he.nurse",
        days_ago=9,
        at=time(15, 50),
        turns=(
            Turn(
                "急诊科下周班表帮我查冲突，周末人手要够。",
                unlocked(
                    roster_check(
                        "急诊科",
                        shifts=63,
                        leave="2 条：E03 周六年假，E15 周日事假",
                        conflict="E15 周日夜班与请假冲突",
                        swap="E15 周日夜班换给 E09",
                    ),
                    "急诊科",
                ),
                "周日夜班冲突已解决。班表当时已锁定，先申请解锁再保存才成功。",
            ),
            Turn("太好了，正是我要的。", reply="下周四中午前检查就不用解锁了。"),
        ),
    ),
    Story(
        "roster-maternity",
        ROSTER,
        "ward-assistant",
        "lin.nurse",
        days_ago=5,
        at=time(10, 30),
        turns=(
            Turn(
                "产科下周的排班，看看谁夜班连上白班了。",
                roster_check(
                    "产科",
                    shifts=49,
                    leave="无",
                    conflict="M04 周二夜班后接周三白班",
                    swap="M04 周三白班换给 M10",
                ),
                "M04 周二夜班后直接接白班，已把周三白班换给 M10。",
            ),
            Turn(
                "不是 M10，她在哺乳期，换成 M12。",
                (
                    Call(
                        "update_roster",
                        {"ward": "产科", "change": "周三白班改为 M12"},
                        "已保存",
                        410,
                    ),
                    Call(
                        "notify_staff", {"ward": "产科", "text": "周三白班改为 M12"}, "已通知 3 人"
                    ),
                ),
                "已改为 M12，三位同事都收到了通知。",
            ),
            Turn("可以了。", reply="好的。"),
        ),
    ),
    Story(
        "roster-neuro",
        ROSTER,
        "ward-assistant",
        "tang.headnurse",
        days_ago=3,
        at=time(9, 45),
        turns=(
            Turn(
                "神经外科下周排班冲突检查，先别通知，我看过再说。",
                without(
                    roster_check(
                        "神经外科",
                        shifts=56,
                        leave="1 条：S02 周五学习",
                        conflict="周五夜班缺主管护师",
                        swap="S08 与 S02 对调周五夜班",
                    ),
                    "notify_staff",
                ),
                "周五夜班缺主管护师，已拟将 S08 与 S02 对调，班表已保存，尚未通知。",
            ),
            Turn(
                "没问题，发通知吧。帮我把这个流程保存成一个技能，以后每周都用。",
                (
                    Call(
                        "notify_staff",
                        {"ward": "神经外科", "text": "周五夜班对调"},
                        "已通知 2 人",
                        290,
                    ),
                ),
                "通知已发出，保存技能的请求也已记下，等待审核。",
                Decimal(1),
            ),
        ),
    ),
)
