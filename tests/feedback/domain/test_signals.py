"""What happened after a serving is read as signals on what was served."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from apps.feedback.domain.served import FollowingRun, ServedItem
from apps.feedback.domain.signals import Unserved, read_signals

NOW = datetime(2026, 5, 1, 9, tzinfo=UTC)
TOOLS = ("fetch", "match", "write")
SKILL = ServedItem("skill", uuid.UUID(int=7), "s", NOW, name="match-invoices", tools=TOOLS)
NOTE = ServedItem("experience", uuid.UUID(int=8), "s", NOW)


def run(number: int, **known: Any) -> FollowingRun:
    at = NOW + timedelta(minutes=number)
    given = {"started_at": at, "opened_at": at, "tools": TOOLS, **known}
    return FollowingRun(id=uuid.UUID(int=1000 + number), session_id="s", **given)


def said(
    *runs: FollowingRun, item: ServedItem = SKILL, unserved: dict[uuid.UUID, Unserved] | None = None
) -> set[tuple[str, str]]:
    signals = read_signals([item], runs, unserved or {})
    return {(one.kind, one.polarity) for one in signals}


USED = ("usage", "positive")
PRAISE, BLAME = ("explicit", "positive"), ("explicit", "negative")
CASES = [
    ("used", [run(1)], {USED}),
    ("no run came after", [], set()),
    ("not used", [run(1, tools=("ls",), satisfaction="positive", outcome="success")], set()),
    ("most steps in order", [run(1, tools=("ls", "fetch", "match"))], {USED}),
    ("the same steps in another order", [run(1, tools=("write", "match", "fetch"))], set()),
    ("chosen by name", [run(1, tools=(), selected=frozenset({"match-invoices"}))], {USED}),
    ("used by a later run", [run(1, tools=("ls",)), run(2)], {USED}),
    ("praised", [run(1, satisfaction="positive"), run(2, tools=())], {USED, PRAISE}),
    ("blamed", [run(1, satisfaction="negative"), run(2, tools=())], {USED, BLAME}),
    ("corrected", [run(1, corrected=True), run(2, tools=())], {USED, BLAME}),
    ("neither", [run(1, satisfaction="neutral"), run(2, tools=())], {USED}),
    ("judged by a person", [run(1, satisfaction="negative", judged_directly=True)], {USED, BLAME}),
    (
        "praised by a program",
        [run(1, satisfaction="positive"), run(2, tools=(), by_person=False)],
        {USED},
    ),
    ("asked again", [run(1), run(2, tools=(), asks_again=True)], {USED, ("implicit", "negative")}),
    (
        "asked again, content",
        [run(1, satisfaction="positive"), run(2, tools=(), asks_again=True)],
        {USED, PRAISE},
    ),
    ("done", [run(1, outcome="success")], {USED, ("completion", "positive")}),
    ("half done", [run(1, outcome="partial")], {USED, ("completion", "neutral")}),
    ("failed", [run(1, outcome="failed")], {USED, ("completion", "negative")}),
    (
        "done, but not as wished",
        [run(1, outcome="success", satisfaction="negative", judged_directly=True)],
        {USED, BLAME, ("completion", "negative")},
    ),
    ("before it was served", [run(-120)], set()),
    (
        "reported late, done before",
        [run(1, started_at=NOW - timedelta(hours=3))],
        set(),
    ),
    ("asked for while it was reported", [run(0, opened_at=NOW - timedelta(seconds=2))], {USED}),
]


@pytest.mark.parametrize(
    ("runs", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_signals_follow_from_what_happened(
    runs: list[FollowingRun], expected: set[tuple[str, str]]
):
    assert said(*runs) == expected


@pytest.mark.parametrize(
    ("mean", "runs", "expected"),
    [
        ("0.60", 3, "positive"),
        ("0.90", 3, "negative"),
        ("0.75", 3, "neutral"),
        ("0.85", 3, "neutral"),
        ("0.10", 2, None),
    ],
)
def test_a_served_run_is_set_beside_those_without(mean: str, runs: int, expected: str | None):
    served = run(1, score=Decimal("0.80"))
    found = said(served, unserved={served.id: Unserved(Decimal(mean), runs)})
    assert found == {USED} | ({("comparison", expected)} if expected else set())


def test_what_names_no_tools_is_judged_by_the_run_it_was_given_to():
    first, second = run(1, satisfaction="positive", tools=()), run(2, satisfaction="negative")
    assert said(first, second, item=NOTE) == {PRAISE}


def test_one_tool_in_common_is_no_use_of_the_advice():
    item = ServedItem("experience", uuid.UUID(int=9), "s", NOW, tools=("Bash",))
    assert said(run(1, tools=("Bash",), outcome="success"), item=item) == {
        ("completion", "positive")
    }
    assert said(run(1, tools=("Read",), outcome="success"), item=item) == set()


def test_words_are_quoted_from_the_message_that_said_them():
    blamed = run(1, satisfaction="negative")
    reply = run(
        2, tools=(), request="不对，<system-reminder>x</system-reminder>日期错了" + "。" * 600
    )
    quoted = [one for one in read_signals([SKILL], [blamed, reply], {}) if one.kind == "explicit"]
    assert [one.source_key for one in quoted] == [str(reply.id)]
    assert quoted[0].quote.startswith("不对，")
    assert "system-reminder" not in quoted[0].quote
    assert len(quoted[0].quote) == 500


def test_an_item_is_judged_by_five_runs_at_most():
    signals = read_signals([SKILL], [run(n, outcome="success") for n in range(1, 12)], {})
    assert sum(one.kind == "completion" for one in signals) == 5
    assert sum(one.kind == "usage" for one in signals) == 1


def test_runs_of_another_session_say_nothing():
    other = ServedItem("skill", uuid.UUID(int=7), "elsewhere", NOW, tools=TOOLS)
    assert said(run(1, outcome="success"), item=other) == set()
