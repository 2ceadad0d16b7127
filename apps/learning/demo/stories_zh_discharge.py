"""The clinic's discharge summaries: recurring work on its wards."""

from __future__ import annotations

from datetime import time
from decimal import Decimal

from apps.learning.demo.story import Call, Story, Turn, detour, failed

DISCHARGE = "出院小结"


def discharge_summary(record: str, *, ward: str, reason: str, labs: str) -> tuple[Call, ...]:
    """From the patient's record to a saved summary, in seven calls."""
    return (
        Call("get_admission", {"record": record}, f"{ward}，{reason}", 340),
        Call("get_orders", {"record": record, "active_only": False}, "医嘱 27 条", 560),
        get_labs(record, "$half_month_ago", labs),
        Call("get_nursing_notes", {"record": record}, "护理记录 18 条", 620),
        Call("draft_summary", {"record": record, "template": "出院小结"}, "初稿 640 字", 2300),
        Call("check_terms", {"record": record, "dictionary": "护理术语"}, "2 处用词已统一", 450),
        Call("save_document", {"record": record, "kind": "出院小结"}, "已保存，待医生签名", 390),
    )


def get_labs(record: str, start: str, found: str) -> Call:
    """Fetch results from a day on; the laboratory answers for 30 days at most."""
    return Call("get_lab_results", {"record": record, "start": start, "end": "$today"}, found, 830)


DISCHARGE_STORIES = (
    Story(
        "discharge-1042",
        DISCHARGE,
        "ward-assistant",
        "tang.headnurse",
        days_ago=11,
        at=time(10, 55),
        turns=(
            Turn(
                "写一下病案 D-1042 的出院小结，今天下午出院。",
                discharge_summary(
                    "D-1042", ward="神经外科", reason="硬膜下血肿术后", labs="血常规、凝血均正常"
                ),
                "D-1042 的出院小结已保存，等待医生签名。化验均在正常范围。",
            ),
            Turn("辛苦了。", reply="应该的。"),
        ),
    ),
    Story(
        "discharge-1077",
        DISCHARGE,
        "ward-assistant",
        "lin.nurse",
        days_ago=8,
        at=time(14, 10),
        turns=(
            Turn(
                "D-1077 明天出院，请准备出院小结，他住了一个多月。",
                detour(
                    discharge_summary(
                        "D-1077", ward="重症医学科", reason="重症肺炎", labs="炎症指标已恢复正常"
                    ),
                    failed(
                        "get_lab_results",
                        {"record": "D-1077", "start": "$month_ago", "end": "$tomorrow"},
                        "查询失败：日期范围超过 30 天，请分段查询",
                        910,
                    ),
                    get_labs("D-1077", "$month_ago", "入院时炎症指标升高"),
                    before="get_lab_results",
                ),
                "小结已保存。化验一次查不了 30 天以上，分两段查询后合并了结果。",
                Decimal("0.85"),
                "化验趋势写得清楚。",
            ),
        ),
    ),
    Story(
        "discharge-1103",
        DISCHARGE,
        "ward-assistant",
        "he.nurse",
        days_ago=7,
        at=time(9, 20),
        turns=(
            Turn(
                "请整理呼吸科病案 D-1103 的出院小结，注意写清楚吸入剂的用法。",
                discharge_summary(
                    "D-1103", ward="呼吸科", reason="慢阻肺急性加重", labs="血气分析较入院好转"
                ),
                "D-1103 出院小结已保存，出院指导中写明了吸入剂每日两次、用后漱口。",
                "positive",
            ),
        ),
    ),
    Story(
        "discharge-1118",
        DISCHARGE,
        "ward-assistant",
        "zhou.headnurse",
        days_ago=2,
        at=time(13, 30),
        turns=(
            Turn(
                "骨科 D-1118 的出院小结，髋关节置换的。",
                discharge_summary(
                    "D-1118", ward="骨科", reason="右髋关节置换术后", labs="血红蛋白 108 g/L"
                ),
                "D-1118 出院小结已保存，已写入左髋关节置换术后的康复训练。",
            ),
            Turn(
                "左右写反了，是右髋，改过来。",
                (
                    Call(
                        "edit_document",
                        {"record": "D-1118", "find": "左髋", "replace": "右髋"},
                        "3 处",
                    ),
                    Call("save_document", {"record": "D-1118", "kind": "出院小结"}, "已保存", 380),
                ),
                "三处都已改为右髋，并重新保存。抱歉。",
            ),
            Turn("好，这下没错了。", reply="谢谢您核对。"),
        ),
    ),
)
