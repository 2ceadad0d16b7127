"""The clinic's monthly nursing quality reports: recurring work of the nursing office."""

from __future__ import annotations

from datetime import time
from decimal import Decimal

from apps.learning.demo.story import Call, Story, Turn, detour, failed, without

QUALITY = "月度护理质量报表"
MONTH = {"start": "$last_month_start", "end": "$last_month_end"}


def quality_report(ward: str, *, rows: int, falls: str, sores: str, focus: str) -> tuple[Call, ...]:
    """From the ward's raw records to an exported sheet, in seven calls."""
    return (
        Call(
            "list_indicators", {"ward": ward}, "12 项：跌倒、压力性损伤、非计划拔管、手卫生等", 260
        ),
        Call("query_records", {"ward": ward, **MONTH}, {"rows": rows, "missing": 0}, 1900),
        Call(
            "compute_rates",
            {"ward": ward, "month": "$last_month"},
            {"跌倒发生率": falls, "压力性损伤发生率": sores},
            640,
        ),
        Call("compare_months", {"ward": ward, "months": 3}, f"{focus}较上月有变化，其余平稳", 520),
        Call("draw_chart", {"indicator": focus, "kind": "line"}, f"{focus}趋势图.png", 880),
        Call("fill_template", {"template": "护理质量月报", "ward": ward}, "已填写 12 项指标", 1100),
        export(ward),
    )


def export(ward: str) -> Call:
    """Export the way that works: days written in ISO form."""
    return Call(
        "export_report",
        {"name": f"{ward}护理质量月报", "format": "xlsx", "date_format": "YYYY-MM-DD"},
        f"{ward}护理质量月报_$last_month.xlsx",
        1500,
    )


def refused_export(ward: str) -> Call:
    """Export with days written out in Chinese, which the exporter does not take."""
    return failed(
        "export_report",
        {"name": f"{ward}护理质量月报", "format": "xlsx", "date_format": "$last_month_zh_long"},
        "日期格式错误（date format）：需要 YYYY-MM-DD，收到“$last_month_zh_long”",
        420,
    )


QUALITY_STORIES = (
    Story(
        "quality-icu",
        QUALITY,
        "report-writer",
        "lin.nurse",
        days_ago=13,
        at=time(9, 10),
        turns=(
            Turn(
                "帮我做重症医学科$last_month_zh的护理质量报表，导出成 Excel。",
                detour(
                    quality_report(
                        "重症医学科", rows=412, falls="0.00‰", sores="1.21‰", focus="非计划拔管率"
                    ),
                    refused_export("重症医学科"),
                    before="export_report",
                ),
                "报表已导出。第一次导出因为日期写成中文被拒绝，改成 YYYY-MM-DD 后成功。"
                "上月无跌倒，非计划拔管率略有上升。",
            ),
            Turn("好了，可以打开了，谢谢。", reply="不客气，下个月我直接用 YYYY-MM-DD 导出。"),
        ),
    ),
    Story(
        "quality-ortho",
        QUALITY,
        "report-writer",
        "zhou.headnurse",
        days_ago=10,
        at=time(14, 25),
        turns=(
            Turn(
                "骨科$last_month_zh护理质量月报，重点看一下跌倒，下午质控会要用。",
                quality_report("骨科", rows=356, falls="0.31‰", sores="0.42‰", focus="跌倒发生率"),
                "骨科月报已导出：跌倒 1 例（0.31‰），发生在夜间如厕途中；其余指标达标。",
                "positive",
                "数据和我手工统计的一致，很省事。",
            ),
        ),
    ),
    Story(
        "quality-cardiology",
        QUALITY,
        "report-writer",
        "sun.quality",
        days_ago=6,
        at=time(10, 5),
        turns=(
            Turn(
                "请生成心内科上个月的护理质量报表。我是质控科的，报表请写得正式一些。",
                quality_report(
                    "心内科", rows=388, falls="0.12‰", sores="0.20‰", focus="手卫生依从率"
                ),
                "心内科护理质量月报已生成。手卫生依从率为 93.4%，较前月提高 1.8 个百分点。",
            ),
            Turn(
                "再发一份给护理部。",
                (
                    Call(
                        "send_message",
                        {"to": "护理部", "attachment": "心内科护理质量月报_$last_month.xlsx"},
                        "已送达",
                        350,
                    ),
                ),
                "已发送至护理部。",
                Decimal("0.9"),
            ),
        ),
    ),
    Story(
        "quality-respiratory",
        QUALITY,
        "report-writer",
        "he.nurse",
        days_ago=4,
        at=time(16, 40),
        turns=(
            Turn(
                "呼吸科$last_month_zh的护理质量报表做一下，不用画图。",
                without(
                    quality_report(
                        "呼吸科", rows=301, falls="0.00‰", sores="0.66‰", focus="压力性损伤发生率"
                    ),
                    "draw_chart",
                ),
                "呼吸科月报已导出（无图）。压力性损伤 2 例，均为院外带入。",
            ),
            Turn(
                "不对，院外带入的不应该算进发生率，压力性损伤那一行改一下。",
                (
                    Call(
                        "compute_rates",
                        {"ward": "呼吸科", "month": "$last_month", "exclude": "院外带入"},
                        {"压力性损伤发生率": "0.00‰"},
                        610,
                    ),
                    Call(
                        "fill_template",
                        {"template": "护理质量月报", "row": "压力性损伤"},
                        "已更新 1 行",
                    ),
                    export("呼吸科"),
                ),
                "已剔除院外带入病例，压力性损伤发生率改为 0.00‰，并重新导出。",
            ),
            Turn(
                "这次对了。以后压力性损伤都不要算院外带入的。",
                reply="记住了：院外带入不计入发生率。",
            ),
        ),
    ),
    Story(
        "quality-paediatrics",
        QUALITY,
        "report-writer",
        "chen.office",
        days_ago=1,
        at=time(11, 15),
        turns=(
            Turn(
                "儿科的护理质量月报（$last_month_zh）也要一份，和其他科室一样的格式。",
                (
                    *detour(
                        quality_report(
                            "儿科", rows=274, falls="0.45‰", sores="0.00‰", focus="跌倒发生率"
                        ),
                        refused_export("儿科"),
                        before="export_report",
                    ),
                    Call("send_message", {"to": "儿科护士站", "text": "月报已更新"}, "已送达", 330),
                ),
                "儿科月报已导出并通知护士站。导出时又遇到日期格式错误，换成 YYYY-MM-DD 后通过。",
            ),
            Turn(
                "每次导出都卡在日期格式上，能不能一开始就用对的？",
                reply="可以，之后我先用 YYYY-MM-DD，再导出。",
            ),
        ),
    ),
)
