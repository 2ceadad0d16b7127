"""What a wish points at: the last piece of work, with the turns that followed on from its start."""

from __future__ import annotations

from dataclasses import replace

import pytest

from apps.learning.domain.wished_work import Turn, objection_to, split_pieces


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
