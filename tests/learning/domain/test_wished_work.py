"""What a wish points at: the last piece of work, with the turns that followed on from its start."""

from __future__ import annotations

from dataclasses import replace

import pytest

from apps.learning.domain.wished_work import (
    Turn,
    awaits_decision,
    objection_to,
    split_pieces,
    turns_down,
)


def turn(said: str, calls: int = 2, *, well: bool = True) -> Turn:
    return Turn(said, said, calls, well)


@pytest.mark.parametrize(
    "said",
    [
        ("Query the falls of ward seven in March", "then draw it as a chart", "and send it"),
        ("查询七病区三月份的跌倒事件", "然后画成图", "再发给护士长"),
    ],
)
def test_what_follows_on_belongs_to_the_piece(said: tuple[str, ...]):
    assert [len(piece) for piece in split_pieces([turn(one) for one in said])] == [3]


@pytest.mark.parametrize(
    "said",
    [
        ("Query the falls of ward seven in March", "Order new gloves for the surgery ward"),
        ("查询七病区三月份的跌倒事件", "采购外科病区用的新手套"),
    ],
)
def test_another_request_begins_another_piece(said: tuple[str, ...]):
    assert len(split_pieces([turn(one) for one in said])) == 2


def test_an_answer_to_the_agent_belongs_to_the_request_before_it():
    asked = turn("Query the falls of ward seven in March")
    answer = replace(turn("My staff number is A-4711, please use the night shift"), answers=True)
    assert split_pieces([asked, answer]) == [[asked, answer]]


def test_a_piece_that_failed_at_its_end_or_did_nothing_is_not_kept():
    asked = "Query the falls of ward seven in March"
    assert objection_to([turn(asked)]) == ""
    assert objection_to([turn(asked), turn("and send it", well=False)]) == "failed_run"
    assert objection_to([turn(asked, calls=0)]) == "empty_run"
    assert objection_to([turn(asked, calls=4, well=False), turn("again", calls=1)]) == "empty_run"


def test_a_parting_word_that_nobody_answered_is_not_the_end_of_the_work():
    worked = turn("Query the falls of ward seven in March")
    thanks = replace(turn("Thank you so much!", calls=0, well=False), is_answered=False)
    assert objection_to([worked, thanks]) == ""
    assert objection_to([replace(worked, went_well=False), thanks]) == "failed_run"
    assert objection_to([thanks]) == "failed_run"


@pytest.mark.parametrize(
    "reply",
    [
        "Two rooms are free. Please let me know which one you would like to book.",
        "That is 40 EUR. Please confirm if you would like to proceed with this booking.",
        "Would you like me to use the card on file?",
        "有两间手术室空闲。请确认要预约哪一间。",
        "费用为40元，是否继续办理？",
    ],
)
def test_an_offer_awaits_a_decision(reply: str):
    assert awaits_decision(reply)


@pytest.mark.parametrize(
    "reply",
    [
        "The room is booked. Would you like help with anything else?",
        "Done. If you have any other questions, let me know if I can help.",
        "The report was sent to the head nurse.",
        "已预约手术室。请问还有其他需要吗？",
        "周报已发给护士长。",
    ],
)
def test_an_end_awaits_nothing(reply: str):
    assert not awaits_decision(reply)


@pytest.mark.parametrize(
    ("reply", "down"),
    [
        ("Unfortunately, this room cannot be moved.", True),
        ("很遗憾，该订单不符合退款条件。", True),
        ("The room is booked for nine.", False),
        ("已为您办理退款。", False),
    ],
)
def test_a_refusal_is_told_from_a_result(reply: str, *, down: bool):
    assert turns_down(reply) is down
