"""The factory's weekly OEE reports: recurring work of its operations people."""

from __future__ import annotations

from datetime import time
from decimal import Decimal

from apps.learning.demo.story import Call, Story, Turn, detour, failed, without

OEE = "weekly OEE report"
WEEK = {"start": "$last_monday", "end": "$last_sunday"}


def oee_report(
    line: str, *, machines: int, downtime: str, scrap: str, oee: str
) -> tuple[Call, ...]:
    """From the line's logs to a report that the shift leads can read, in seven calls."""
    return (
        Call("list_machines", {"line": line}, f"{machines} machines", 220),
        Call("fetch_runtime", {"line": line, **WEEK}, f"{machines * 7} rows", 1400),
        Call("fetch_downtime", {"line": line, **WEEK, "min_minutes": 5}, downtime, 1150),
        Call("fetch_scrap", {"line": line, **WEEK}, scrap, 760),
        Call("compute_oee", {"line": line, "week": "$last_week"}, {"oee": oee}, 540),
        Call("draw_chart", {"line": line, "kind": "pareto"}, f"pareto-{line}.png", 910),
        Call(
            "export_report",
            {"name": f"oee-{line}", "week": "$last_week", "format": "pdf"},
            f"oee-{line}-$last_week.pdf",
            1650,
        ),
    )


def uncalendared(calls: tuple[Call, ...], line: str) -> tuple[Call, ...]:
    """Let the computation miss the shift calendar first, and load it."""
    week = {"line": line, "week": "$last_week"}
    return detour(
        calls,
        failed("compute_oee", week, "planned time is 0: no shift calendar for $last_week", 190),
        Call("load_shift_calendar", week, "15 shifts planned", 480),
        before="compute_oee",
    )


OEE_STORIES = (
    Story(
        "oee-line-3",
        OEE,
        "ops-agent",
        "maya.ops",
        days_ago=13,
        at=time(8, 20),
        turns=(
            Turn(
                "Please make the weekly OEE report for line 3.",
                uncalendared(
                    oee_report(
                        "line-3",
                        machines=6,
                        downtime="14 stops, 311 min; worst M-07 spindle alarm",
                        scrap="1.9 %",
                        oee="71.4 %",
                    ),
                    "line-3",
                ),
                "Line 3 ran at 71.4 % OEE. The first computation failed because the week had no "
                "shift calendar; after loading it the numbers came through.",
            ),
            Turn("That fixed it, thank you!", reply="I will load the calendar first next time."),
        ),
    ),
    Story(
        "oee-line-1",
        OEE,
        "ops-agent",
        "omar.shift",
        days_ago=8,
        at=time(7, 45),
        turns=(
            Turn(
                "OEE report for line 1, last week, for the shift meeting at nine.",
                oee_report(
                    "line-1",
                    machines=4,
                    downtime="9 stops, 142 min; worst M-02 tool change",
                    scrap="0.8 %",
                    oee="79.2 %",
                ),
                "Line 1: 79.2 % OEE, 142 minutes down, mostly tool changes on M-02. PDF attached.",
                "positive",
                "Ready in time and easy to read.",
            ),
        ),
    ),
    Story(
        "oee-line-2",
        OEE,
        "ops-agent",
        "derek.quality",
        days_ago=6,
        at=time(9, 30),
        turns=(
            Turn(
                "I'm the quality lead for line 2. Weekly OEE report please, scrap is what I need.",
                oee_report(
                    "line-2",
                    machines=5,
                    downtime="11 stops, 205 min; worst M-05 coolant low",
                    scrap="3.4 %",
                    oee="66.0 %",
                ),
                "Line 2: 66.0 % OEE, scrap 3.4 %, two thirds of it from bore diameter on M-05.",
            ),
            Turn(
                "No, the scrap should exclude the set-up pieces. Change that and export again.",
                (
                    Call("fetch_scrap", {"line": "line-2", **WEEK, "set_up": False}, "2.1 %", 720),
                    Call(
                        "compute_oee", {"line": "line-2", "week": "$last_week"}, {"oee": "67.1 %"}
                    ),
                    Call(
                        "export_report",
                        {"name": "oee-line-2", "week": "$last_week", "format": "pdf"},
                        "oee-line-2-$last_week.pdf",
                        1600,
                    ),
                ),
                "Set-up pieces are out: scrap 2.1 %, OEE 67.1 %. The new PDF replaces the old one.",
            ),
            Turn("Perfect, that's the number I had.", reply="Noted: scrap without set-up pieces."),
        ),
    ),
    Story(
        "oee-line-4",
        OEE,
        "ops-agent",
        "priya.planning",
        days_ago=1,
        at=time(10, 15),
        turns=(
            Turn(
                "Weekly OEE for line 4, no chart this time, and post it to the planning channel.",
                (
                    *without(
                        oee_report(
                            "line-4",
                            machines=3,
                            downtime="5 stops, 64 min; worst M-11 bar feeder",
                            scrap="1.1 %",
                            oee="82.7 %",
                        ),
                        "draw_chart",
                    ),
                    Call(
                        "post_message", {"channel": "planning", "file": "oee-line-4"}, "posted", 310
                    ),
                ),
                "Line 4 reached 82.7 % OEE. The report is in the planning channel.",
                Decimal("0.95"),
            ),
        ),
    ),
)
