"""The factory's small requests: questions, look-ups and edits that come once."""

from __future__ import annotations

from datetime import time
from decimal import Decimal

from apps.learning.demo.story import ONE_OFF, Call, Story, Turn

QUESTION_STORIES = (
    Story(
        "torque-m8",
        ONE_OFF,
        "ops-agent",
        "omar.shift",
        days_ago=12,
        at=time(6, 50),
        turns=(
            Turn(
                "What torque for the M8 clamps on the rotary table?",
                (Call("search_manuals", {"query": "rotary table clamp M8 torque"}, "25 Nm", 460),),
                "25 Nm, tightened crosswise.",
            ),
            Turn("Thanks!", reply="You're welcome."),
        ),
    ),
    Story(
        "spare-spindle",
        ONE_OFF,
        "ops-agent",
        "omar.shift",
        days_ago=4,
        at=time(13, 5),
        turns=(
            Turn(
                "I run the early shift on line 1. Is there a spare spindle for M-02 in stock?",
                (
                    Call("find_part", {"machine": "M-02", "name": "spindle"}, "part 002210", 330),
                    Call("get_stock", {"part": "002210"}, {"on_hand": 1, "bin": "C-14"}, 210),
                ),
                "Yes, one, in bin C-14.",
                "positive",
            ),
        ),
    ),
    Story(
        "supplier-german",
        ONE_OFF,
        "ops-agent",
        "ines.purchasing",
        days_ago=10,
        at=time(9, 55),
        turns=(
            Turn(
                "Write the delivery reminder for S-0231 in German, just this once.",
                (
                    Call("fetch_orders", {"supplier": "S-0231", "open": True}, "2 open lines", 690),
                    Call("draft_mail", {"to": "S-0231", "language": "de"}, "draft saved", 1350),
                ),
                "Guten Tag, zwei Positionen sind noch offen. Bitte nennen Sie den Liefertermin.",
                Decimal("0.9"),
            ),
        ),
    ),
    Story(
        "colleague-programmer",
        ONE_OFF,
        "ops-agent",
        "grant.finance",
        days_ago=8,
        at=time(15, 15),
        turns=(
            Turn(
                "My neighbour at work programs the lathes and asks which G-code dialect M-11 uses.",
                (Call("search_manuals", {"query": "M-11 G-code dialect"}, "dialect B", 420),),
                "M-11 uses dialect B, see chapter 4 of its manual.",
            ),
        ),
    ),
    Story(
        "friday-scrap",
        ONE_OFF,
        "ops-agent",
        "derek.quality",
        days_ago=9,
        at=time(14, 20),
        turns=(
            Turn(
                "Remind me every Friday at 3pm to sign the scrap sheet.",
                (
                    Call(
                        "create_reminder",
                        {"words": "every Friday at 3pm", "text": "sign the scrap sheet"},
                        "waits for confirmation",
                        350,
                    ),
                ),
                "Understood as every Friday, 15:00. Please confirm it on your page.",
            ),
        ),
    ),
    Story(
        "rename-alarm",
        ONE_OFF,
        "claude-code",
        "tomas.dev",
        days_ago=5,
        at=time(11, 50),
        turns=(
            Turn(
                "Rename the alarm code SPDL_HOT to SPINDLE_OVERHEAT everywhere.",
                (
                    Call("Grep", {"pattern": "SPDL_HOT", "path": "src"}, "5 files", 130),
                    Call("Bash", {"command": "sed -i s/SPDL_HOT/SPINDLE_OVERHEAT/ src/alarms/*.c"}),
                    Call("Grep", {"pattern": "SPDL_HOT", "path": "."}, "no matches", 240),
                    Call("Bash", {"command": "make test"}, "204 passed", 31000),
                ),
                "Renamed in 5 files; 204 tests pass.",
                "positive",
                "Clean, and it checked afterwards.",
            ),
        ),
    ),
    Story(
        "maintenance-notes",
        ONE_OFF,
        "ops-agent",
        "maya.ops",
        days_ago=2,
        at=time(16, 45),
        turns=(
            Turn(
                "Summarise this month's maintenance notes for M-07.",
                (
                    Call(
                        "fetch_notes", {"machine": "M-07", "since": "$month_ago"}, "23 notes", 780
                    ),
                    Call("summarise", {"style": "report"}, "620 words", 2100),
                ),
                "Over the month M-07 was serviced on several occasions, as described below …",
            ),
            Turn(
                "Too long. I prefer bullet points, five at most.",
                (Call("summarise", {"style": "bullets", "most": 5}, "5 bullets", 1400),),
                "- spindle bearing replaced\n- coolant changed twice\n- door switch adjusted",
            ),
            Turn("Much better, keep it like that.", reply="Bullets it is."),
        ),
    ),
)
