"""Preferences, capabilities and signals are listed, narrowed, and cost the same however many."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.feedback.domain.signals import SignalDraft
from apps.feedback.record_signals import record_signals
from tests.feedback.teaching import make_scored, teach

if TYPE_CHECKING:
    from tests.cast import Team

SKILL, NOTE = uuid.UUID(int=7), uuid.UUID(int=8)
PATHS = ["preferences", "capabilities", "signals"]


def fill(team: Team, *names: str) -> None:
    """Put a good run, a bad run and two signals into a tenant for each name."""
    for name in names:
        good = make_scored(team, "0.800", session=f"good-{name}", tools=[f"read_{name}"])
        bad = make_scored(
            team,
            "0.200",
            session=f"bad-{name}",
            intent="翻译这份说明",
            agent="night-agent",
            tools=[(f"edit_{name}", {}, "error")],
        )
        teach(team, good, bad)
        signals = [
            SignalDraft("skill", SKILL, "usage", "positive", f"s-{name}", name, timezone.now()),
            SignalDraft("experience", NOTE, "explicit", "negative", "s", name, timezone.now()),
        ]
        record_signals(team.tenant, signals)


def listed(team: Team, path: str, **query: str) -> list[dict[str, object]]:
    answer = team.client("read").get(f"/api/v1/{path}", **query)
    assert answer.status_code == 200, answer.content
    rows: list[dict[str, object]] = answer.json()["results"]
    return rows


def test_a_preference_says_what_it_rests_on(clinic: Team):
    fill(clinic, "a")
    row = listed(clinic, "preferences", kind="avoid")[0]
    assert row | {"id": 0, "last_seen": 0} == {
        "id": 0,
        "agent": "night-agent",
        "request_type": "translation",
        "kind": "avoid",
        "tool": "edit_a",
        "pattern": "error:invalid_input",
        "text": "edit_a 因参数或格式无效而失败；先核对参数",
        "confidence": 0.286,
        "weight": 0.4,
        "runs": 1,
        "sessions": 1,
        "last_seen": 0,
    }


def test_a_capability_says_how_a_tool_fares(clinic: Team):
    fill(clinic, "a")
    row = listed(clinic, "capabilities", agent="ward-agent")[0]
    assert row | {"id": 0, "updated_at": 0} == {
        "id": 0,
        "agent": "ward-agent",
        "tool": "read_a",
        "request_type": "data_report",
        "uses": 1,
        "successes": 1,
        "errors": 0,
        "success_rate": 1.0,
        "runs": 1,
        "mean_score": 0.8,
        "updated_at": 0,
    }


def test_the_signals_on_one_thing_are_found(clinic: Team):
    fill(clinic, "a", "b")
    found = listed(clinic, "signals", target=str(SKILL))
    assert {(one["kind"], one["weight"], one["session_id"]) for one in found} == {
        ("usage", 2, "s-a"),
        ("usage", 2, "s-b"),
    }


@pytest.mark.parametrize(
    ("path", "query", "count"),
    [
        ("preferences", {}, 4),
        ("preferences", {"agent": "ward-agent"}, 2),
        ("preferences", {"request_type": "translation"}, 2),
        ("preferences", {"kind": "tool_preference", "tool": "read_a"}, 1),
        ("capabilities", {}, 4),
        ("capabilities", {"request_type": "data_report"}, 2),
        ("capabilities", {"agent": "nobody"}, 0),
        ("signals", {}, 4),
        ("signals", {"target_kind": "experience", "polarity": "negative"}, 2),
        ("signals", {"kind": "usage", "session_id": "s-b"}, 1),
        ("signals", {"target": str(uuid.UUID(int=9))}, 0),
    ],
)
def test_filters_narrow_the_lists(clinic: Team, path: str, query: dict[str, str], count: int):
    fill(clinic, "a", "b")
    assert len(listed(clinic, path, **query)) == count


def test_a_target_that_is_no_id_is_refused(clinic: Team):
    answer = clinic.client("read").get("/api/v1/signals", target="seven")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


@pytest.mark.parametrize("path", PATHS)
def test_pages_follow_one_another(clinic: Team, path: str):
    fill(clinic, "a", "b")
    first = clinic.client("read").get(f"/api/v1/{path}", limit=3).json()
    second = clinic.client("read").http.get(first["next"]).json()
    assert len({one["id"] for one in first["results"] + second["results"]}) == 4
    assert second["next"] is None


@pytest.mark.parametrize("path", PATHS)
def test_a_list_costs_the_same_queries_however_long(clinic: Team, path: str):
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            listed(clinic, path)
        return len(queries)

    fill(clinic, "a")
    cost()  # the first use of a key is noted
    short = cost()
    fill(clinic, "b", "c", "d")
    assert cost() == short <= 8


@pytest.mark.parametrize("path", PATHS)
def test_another_tenants_are_not_listed(clinic: Team, factory: Team, path: str):
    with factory.inside():
        fill(factory, "a")
    with clinic.inside():
        assert listed(clinic, path) == []
