"""The clinic's stock counts: recurring work that ends in an order of supplies."""

from __future__ import annotations

from datetime import time

from apps.learning.demo.story import Call, Story, Turn, detour, failed, without

STOCK = "耗材盘点"


def stock_count(
    ward: str, *, items: int, short: str, expiring: str, order: dict[str, int]
) -> tuple[Call, ...]:
    """From the store room's figures to an order that was sent, in seven calls."""
    return (
        Call("get_stock", {"ward": ward}, f"{items} 个品种", 410),
        Call(
            "get_usage", {"ward": ward, "start": "$month_ago", "end": "$today"}, "近 30 天用量", 690
        ),
        Call("check_expiry", {"ward": ward, "within_days": 60}, expiring, 330),
        Call("compare_par_levels", {"ward": ward}, short, 280),
        Call("draft_order", {"ward": ward, "items": order}, f"{len(order)} 行", 520),
        Call("submit_order", {"ward": ward, "unit": "盒"}, "申领单已提交", 760),
        Call("notify_staff", {"ward": ward, "text": f"已申领：{short}"}, "已通知库管员", 270),
    )


STOCK_STORIES = (
    Story(
        "stock-emergency",
        STOCK,
        "ward-assistant",
        "wu.stores",
        days_ago=13,
        at=time(15, 5),
        turns=(
            Turn(
                "盘点一下急诊科的耗材，缺的帮我申领。",
                detour(
                    stock_count(
                        "急诊科",
                        items=86,
                        short="20G 留置针、无菌纱布低于基数",
                        expiring="碘伏 6 瓶 40 天后到期",
                        order={"20G 留置针": 10, "无菌纱布": 20},
                    ),
                    failed(
                        "submit_order",
                        {"ward": "急诊科", "unit": "支"},
                        "单位不符：20G 留置针按“盒”申领，收到“支”",
                        310,
                    ),
                    Call("get_item_units", {"items": ["20G 留置针", "无菌纱布"]}, "均按盒", 240),
                    before="submit_order",
                ),
                "已申领 20G 留置针 10 盒、无菌纱布 20 盒。按支提交被退回，查到单位后改按盒提交。",
            ),
            Turn("解决了，谢谢！", reply="不客气。碘伏 40 天后到期，请先用。"),
        ),
    ),
    Story(
        "stock-maternity",
        STOCK,
        "ward-assistant",
        "lin.nurse",
        days_ago=9,
        at=time(11, 0),
        turns=(
            Turn(
                "产科库房这个月的耗材盘点，顺便看看有没有快过期的。",
                stock_count(
                    "产科",
                    items=64,
                    short="一次性产包低于基数",
                    expiring="脐带夹 2 盒 25 天后到期",
                    order={"一次性产包": 8},
                ),
                "一次性产包不足，已申领 8 盒；脐带夹 2 盒 25 天后到期，请先用。",
                "positive",
            ),
        ),
    ),
    Story(
        "stock-icu",
        STOCK,
        "ward-assistant",
        "tang.headnurse",
        days_ago=6,
        at=time(16, 15),
        turns=(
            Turn(
                "重症医学科耗材盘点，吸痰管上周就不够用了。",
                stock_count(
                    "重症医学科",
                    items=112,
                    short="吸痰管、中心静脉敷料低于基数",
                    expiring="60 天内无到期",
                    order={"吸痰管": 30, "中心静脉敷料": 15},
                ),
                "吸痰管申领 30 盒，中心静脉敷料 15 盒；吸痰管用量比上月高四成，建议上调基数。",
            ),
            Turn("建议很好，就这么办。", reply="基数调整需要库房确认，我已写在申领单备注里。"),
        ),
    ),
    Story(
        "stock-paediatrics",
        STOCK,
        "ward-assistant",
        "wu.stores",
        days_ago=0,
        at=time(8, 50),
        turns=(
            Turn(
                "儿科耗材也盘一下，库管员今天休息，不用通知。",
                without(
                    stock_count(
                        "儿科",
                        items=58,
                        short="24G 留置针低于基数",
                        expiring="雾化面罩 4 盒 50 天后到期",
                        order={"24G 留置针": 12},
                    ),
                    "notify_staff",
                ),
                "24G 留置针已申领 12 盒，未发通知。雾化面罩 4 盒 50 天后到期。",
            ),
        ),
    ),
)
