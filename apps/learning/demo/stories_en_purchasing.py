"""The factory's purchase order reconciliations: recurring work of purchasing and finance."""

from __future__ import annotations

from datetime import time

from apps.learning.demo.story import Call, Story, Turn, detour, failed, without

RECONCILIATION = "purchase order reconciliation"


def reconciliation(
    supplier: str, *, orders: int, receipts: int, invoices: int, difference: str
) -> tuple[Call, ...]:
    """From orders, receipts and invoices of last month to a saved list, in seven calls."""
    month = {"supplier": supplier, "month": "$last_month"}
    return (
        Call("fetch_orders", month, f"{orders} order lines", 870),
        Call("fetch_receipts", month, f"{receipts} receipts", 790),
        Call("fetch_invoices", month, f"{invoices} invoices", 940),
        Call("match_lines", {**month, "part_numbers": "text"}, f"{orders - 1} matched", 1320),
        Call("flag_differences", {**month, "over_percent": 2}, difference, 430),
        Call("draft_mail", {"to": supplier, "about": difference}, "draft saved", 1480),
        Call("save_report", {**month, "name": f"reconciliation-{supplier}"}, "saved", 360),
    )


def zeros_lost(calls: tuple[Call, ...], supplier: str, part: str) -> tuple[Call, ...]:
    """Let the matching read part numbers as numbers first, which drops their leading zeros."""
    return detour(
        calls,
        failed(
            "match_lines",
            {"supplier": supplier, "month": "$last_month", "part_numbers": "auto"},
            f"unknown part {part.lstrip('0')}: leading zeros were lost, read part numbers as text",
            880,
        ),
        before="match_lines",
    )


RECONCILIATION_STORIES = (
    Story(
        "reconcile-0114",
        RECONCILIATION,
        "ops-agent",
        "ines.purchasing",
        days_ago=12,
        at=time(13, 40),
        turns=(
            Turn(
                "Reconcile last month's purchase orders for supplier S-0114 with the invoices.",
                zeros_lost(
                    reconciliation(
                        "S-0114",
                        orders=48,
                        receipts=46,
                        invoices=12,
                        difference="line 31: billed 520, received 500",
                    ),
                    "S-0114",
                    "004417",
                ),
                "47 of 48 lines match; line 31 was billed 20 pieces too many. Matching failed at "
                "first because leading zeros were lost; reading part numbers as text fixed it.",
                "positive",
            ),
        ),
    ),
    Story(
        "reconcile-0231",
        RECONCILIATION,
        "ops-agent",
        "priya.planning",
        days_ago=9,
        at=time(11, 10),
        turns=(
            Turn(
                "Please do the PO reconciliation for S-0231, bearings, last month.",
                reconciliation(
                    "S-0231",
                    orders=33,
                    receipts=33,
                    invoices=9,
                    difference="line 8: unit price 4.1 % above the order",
                ),
                "All 33 deliveries are in. Line 8 was billed 4.1 % above the agreed price; a mail "
                "to the supplier is drafted, not sent.",
            ),
            Turn("Great work, exactly what I needed.", reply="Glad to hear it."),
        ),
    ),
    Story(
        "reconcile-0178",
        RECONCILIATION,
        "ops-agent",
        "grant.finance",
        days_ago=5,
        at=time(15, 25),
        turns=(
            Turn(
                "Purchase order reconciliation for S-0178 please. Keep the answer short.",
                reconciliation(
                    "S-0178",
                    orders=61,
                    receipts=58,
                    invoices=15,
                    difference="3 lines billed, not received",
                ),
                "58 of 61 received. 3 lines billed but not received. Draft mail saved.",
                "positive",
                "Short and right.",
            ),
        ),
    ),
    Story(
        "reconcile-0302",
        RECONCILIATION,
        "ops-agent",
        "ines.purchasing",
        days_ago=2,
        at=time(14, 35),
        turns=(
            Turn(
                "Same reconciliation for S-0302, but don't write to them, I'll call.",
                without(
                    zeros_lost(
                        reconciliation(
                            "S-0302",
                            orders=27,
                            receipts=27,
                            invoices=7,
                            difference="line 12: billed twice",
                        ),
                        "S-0302",
                        "000926",
                    ),
                    "draft_mail",
                ),
                "27 lines match except line 12, which was billed twice. No mail was drafted. "
                "Part numbers lost their zeros again until I read them as text.",
            ),
            Turn(
                "It keeps losing the leading zeros. Next time read part numbers as text at once.",
                reply="Understood: part numbers are text from the first call on.",
            ),
        ),
    ),
)
