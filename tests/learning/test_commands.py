"""`manage.py learning …`: the loop from the command line, for people and for programs."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO
from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from apps.evolution.models import ProposalEvidence
from apps.experiences.models import ExperienceEvidence
from apps.trajectories.models import CompressedTrajectory, Session, Trajectory
from tests.learning.sessions import REPORT, hold, hold_each, run_of, teach_each

if TYPE_CHECKING:
    from tests.cast import Team


def run(*arguments: str) -> str:
    written = StringIO()
    call_command("learning", *arguments, stdout=written)
    return written.getvalue()


def read(*arguments: str) -> Any:
    return json.loads(run(*arguments, "--json"))


@pytest.fixture
def taught(clinic: Team) -> Team:
    teach_each(clinic, *(run_of(intent) for intent in REPORT["zh"]))
    return clinic


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["📊 Learning loop", "Trajectories: 2", "Scored: 2 (100.0%)", "Experiences: 1"]),
        ("zh", ["📊 学习闭环统计", "轨迹总数: 2", "已评分: 2 (100.0%)", "待审核: 1"]),
    ],
)
def test_stats_are_written_for_people_in_their_language(
    taught: Team, language: str, lines: list[str]
):
    text = run("stats", "--language", language)
    assert [line for line in lines if line not in text] == []
    assert "0.8" in text


def test_stats_are_written_for_programs(taught: Team):
    assert read("stats")["pending_proposals"] == 1


def test_trajectories_are_listed_newest_first_with_their_chains(taught: Team):
    shown = read("trajectories")
    assert [one["intent"] for one in shown] == list(reversed(REPORT["zh"]))
    assert (shown[0]["score"], shown[0]["complexity"], shown[0]["score_source"]) == (
        0.8,
        "moderate",
        "auto",
    )
    assert set(shown[0]["tool_chain"][0]) == {"tool", "args", "result", "duration_ms", "status"}
    (line,) = run("trajectories", "-n", "1").splitlines()
    assert REPORT["zh"][1] in line
    assert "open_ward → query_beds" in line


def test_trajectories_of_one_session_are_listed(taught: Team):
    hold(taught, run_of(REPORT["en"][0]), session="other")
    assert [one["session_id"] for one in read("trajectories", "--session", "other")] == ["other"]
    assert run("trajectories", "--session", "none").strip() == "No trajectories yet."


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["🔄 Reflection", "Trajectories: 2 (scored 2, 100.0%)", "Trend: stable"]),
        ("zh", ["🔄 自省报告", "轨迹总数: 2 (已评分 2, 100.0%)", "评分趋势: 稳定"]),
    ],
)
def test_a_reflection_is_written_for_people_in_their_language(
    taught: Team, language: str, lines: list[str]
):
    text = run("reflect", "--language", language)
    assert [line for line in lines if line not in text] == []
    assert "open_ward: 2" in text


def test_a_reflection_is_written_for_programs(taught: Team):
    assert read("reflect")["outcomes"] == {"success": 2}
    assert read("reflect")["trajectories"] == 0


def test_a_rebuild_says_what_it_counted(taught: Team):
    assert read("rebuild") == {"days": 1, "trajectories": 2, "calls": 10}
    assert run("rebuild").strip() == "🧮 Counted anew: days 1, trajectories 2."
    assert run("rebuild", "--language", "zh").strip() == "🧮 已重新统计：1 天，2 条轨迹。"


def test_synthesize_learns_from_what_waits_and_names_what_it_proposed(clinic: Team):
    hold_each(clinic, *(run_of(intent) for intent in REPORT["en"]))
    (made,) = read("synthesize")["proposals"]
    assert (made["action"], made["trigger"]) == ("create", "similar_runs")
    assert run("synthesize").strip() == "Nothing new to propose."


def test_synthesize_tells_people_what_it_proposed(clinic: Team):
    hold_each(clinic, *(run_of(intent) for intent in REPORT["en"]))
    assert run("synthesize").startswith("🧬 build-the-weekly-quality (create, 0.84")


def age(team: Team, days: int) -> None:
    moment = timezone.now() - timedelta(days=days)
    Trajectory.objects.for_tenant(team.tenant).update(opened_at=moment)
    Session.objects.for_tenant(team.tenant).update(received_at=moment)


def test_cleanup_removes_what_is_older_and_says_how_much(taught: Team):
    age(taught, 91)
    hold(taught, run_of(REPORT["en"][0]), session="new")
    assert read("cleanup") == {"days": 90, "trajectories": 2, "sessions": 2}
    left = Trajectory.objects.for_tenant(taught.tenant)
    assert [one.intent for one in left] == [REPORT["en"][0]]
    assert not CompressedTrajectory.objects.for_tenant(taught.tenant).exists()
    quotes = ExperienceEvidence.objects.for_tenant(taught.tenant).values_list("quote", flat=True)
    assert set(quotes) == set(REPORT["zh"])
    assert ProposalEvidence.objects.for_tenant(taught.tenant).count() == 2


def test_cleanup_keeps_what_is_younger(taught: Team):
    age(taught, 20)
    assert "Removed 0 trajectories older than 90 days" in run("cleanup")
    assert "Removed 2 trajectories older than 10 days" in run("cleanup", "--days", "10")


def test_the_tenant_is_named_where_there_are_several(clinic: Team, factory: Team):
    with pytest.raises(CommandError, match="Name one of the tenants"):
        run("stats")
    assert read("stats", "--tenant", "factory")["trajectories"] == 0
    with pytest.raises(CommandError, match="no such tenant 'nobody'"):
        run("stats", "--tenant", "nobody")


def test_without_an_action_the_actions_are_named(clinic: Team):
    with pytest.raises(CommandError, match="action"):
        run()
