"""What names one case stays out of titles and triggers; what the work is about stays in."""

from __future__ import annotations

from decimal import Decimal

import pytest

from apps.evolution.domain.case_names import (
    people_in,
    without_people,
    without_rare_names,
    without_slots,
)
from apps.evolution.domain.intent_phrase import key_phrase, telling_phrase, trigger_phrases
from apps.evolution.domain.run import Run
from apps.trajectories.domain.tool_chain import ToolCall


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("order a badge for my colleague Petra", "order a badge for my colleague"),
        ("order a badge for Petra Novak's desk", "order a badge for desk"),
        ("给客户王小明的订单退款", "给客户的订单退款"),
        ("给赵敏换一张门禁卡", "给换一张门禁卡"),
    ],
)
def test_people_are_left_out(phrase: str, expected: str):
    assert without_people(phrase, ["Petra Novak", "赵敏"]) == expected


def test_the_people_are_those_that_tools_name():
    calls = [
        ToolCall("book", {"visitor": {"first_name": "Petra", "room": "Blue"}}, "completed"),
        ToolCall("查询", {"姓名": "赵敏"}, result='{"full_name": "Jon Ode"}'),
    ]
    run = Run("t", "Book a room", calls, "Done.", Decimal("0.8"))
    assert people_in([run]) == {"Petra", "赵敏", "Jon Ode"}


def test_a_name_that_most_requests_have_is_what_the_work_is_about():
    asked = ["ship the Orion release to Kiel", "ship the Orion release to Bremen"]
    assert without_rare_names(asked[0], asked) == "ship the Orion release"
    assert without_rare_names(asked[0], asked[:1]) == asked[0]


def test_a_slot_goes_with_what_leads_up_to_it():
    assert without_slots("move my booking from {origin} to {goal}") == "move my booking"
    assert without_slots("给{姓名}退款") == "给{姓名}退款"


@pytest.mark.parametrize(
    ("intent", "expected"),
    [
        ("My user ID is ada_77. Renew my permit soon", "Renew my permit soon"),
        ("I need help with my permit. Can you renew it for a year", "renew it for a year"),
        ("I understand it is late. Renew the parking permit", "Renew the parking permit"),
        ("我知道有点晚。续办停车证", "续办停车证"),
    ],
)
def test_a_phrase_says_what_is_wanted(intent: str, expected: str):
    assert key_phrase(intent) == expected


def test_a_title_says_what_to_do_before_what_is_wrong():
    asked = ["the type check fails", "mend the type check", "type check is broken"]
    assert telling_phrase(asked) == "mend the type check"


def test_triggers_hold_no_case_and_the_most_alike_come_first():
    asked = [
        "I know that it is late",
        "renew my parking permit for Kiel",
        "please renew the parking permit on May 3rd",
    ]
    assert trigger_phrases(asked) == ("renew my parking permit", "renew the parking permit")
