"""Only what rests on two sessions, fits the request and still holds is told of tools."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import TYPE_CHECKING

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.feedback.domain.preference_text import write_preferences
from apps.feedback.recall_preferences import relevant_preferences
from apps.tenants.models import Agent
from tests.feedback.teaching import make_scored, teach

if TYPE_CHECKING:
    from typing import Any

    from apps.feedback.domain.preference_text import KnownPreference
    from tests.cast import Team

FAILED = [("edit", {"path": "a"}, "error")]


def recall(team: Team, kind: str = "data_report", **asked: Any) -> list[KnownPreference]:
    agent = Agent.objects.for_tenant(team.tenant).get(name=asked.pop("agent", "ward-agent"))
    given = {"tools": None, "most": 3, "now": timezone.now(), **asked}
    return relevant_preferences(team.tenant, agent, kind, given.pop("tools"), **given)


def told(team: Team, kind: str = "data_report", **asked: Any) -> list[tuple[str, str]]:
    return [(one.tool, one.pattern) for one in recall(team, kind, **asked)]


def repeat(team: Team, score: str, sessions: int, prefix: str = "s", **run: Any) -> None:
    names = [f"{prefix}{number}" for number in range(sessions)]
    teach(team, *(make_scored(team, score, session=name, **run) for name in names))


def test_one_session_is_not_enough(clinic: Team):
    teach(clinic, *(make_scored(clinic, "0.800", session="same") for _ in range(3)))
    assert told(clinic) == []
    repeat(clinic, "0.800", 1)
    assert told(clinic) == [("edit", ""), ("read", "")]


def test_what_is_told_says_how_often_it_worked(clinic: Team):
    repeat(clinic, "0.800", 3, tools=["read", "read"])
    row = recall(clinic)[0]
    assert (row.uses, row.success_rate, row.runs, row.sessions) == (6, Decimal(1), 3, 3)
    assert write_preferences([row], "en") == [
        "[Tool preference] What served well for requests like this: "
        "read (6 calls, 100% succeeded, 3 sessions)."
    ]


def test_another_kind_of_request_or_agent_is_told_nothing(clinic: Team):
    repeat(clinic, "0.800", 2)
    repeat(clinic, "0.800", 2, prefix="x", intent="hm", agent="other-agent")
    assert told(clinic, "translation") == []
    assert told(clinic, agent="other-agent") == []
    assert told(clinic, "other", agent="other-agent") == []


def test_only_tools_at_hand_are_told(clinic: Team):
    repeat(clinic, "0.800", 2)
    assert told(clinic, tools=["read", "grep"]) == [("read", "")]
    assert told(clinic, tools=[]) == []


def test_a_pattern_to_avoid_is_told(clinic: Team):
    repeat(clinic, "0.200", 2, tools=FAILED)
    assert told(clinic) == [("edit", "error:invalid_input")]


def test_a_rare_failure_of_a_good_tool_is_not_told(clinic: Team):
    repeat(clinic, "0.800", 9, tools=["edit"])
    repeat(clinic, "0.200", 2, prefix="x", tools=FAILED)
    assert told(clinic) == [("edit", "")]


def test_a_tool_that_mostly_fails_is_not_preferred(clinic: Team):
    repeat(clinic, "0.800", 2, tools=[*FAILED * 3, "edit"])
    assert told(clinic) == []


def test_what_was_not_seen_for_a_quarter_is_not_told(clinic: Team):
    repeat(clinic, "0.800", 2)
    assert told(clinic, now=timezone.now() + timedelta(days=89))
    assert told(clinic, now=timezone.now() + timedelta(days=91)) == []


def test_the_surest_come_first_and_no_more_than_asked(clinic: Team):
    repeat(clinic, "0.800", 2, tools=["a", "b", "c"])
    repeat(clinic, "0.800", 3, prefix="x", tools=["c"])
    assert told(clinic, most=2) == [("c", ""), ("a", "")]


def test_it_costs_two_queries(clinic: Team):
    repeat(clinic, "0.800", 2, tools=[f"tool_{number}" for number in range(8)])
    agent = Agent.objects.for_tenant(clinic.tenant).get(name="ward-agent")
    with CaptureQueriesContext(connection) as queries:
        found = relevant_preferences(
            clinic.tenant, agent, "data_report", None, most=5, now=timezone.now()
        )
    assert len(found) == 5
    assert len(queries) == 2


def test_another_tenants_tools_are_not_told(clinic: Team, factory: Team):
    with factory.inside():
        repeat(factory, "0.800", 2)
    with clinic.inside():
        make_scored(clinic, "0.800")
        assert told(clinic) == []
