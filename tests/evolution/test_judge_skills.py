"""What sessions say of skills counts once: lift among the signals, trust, doubts; nothing twice."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.evolution.decide_proposal import approve_proposal
from apps.evolution.find_recommended import find_recommended
from apps.evolution.judge_skills import judge_skills
from apps.evolution.models import Improvement, Proposal, Skill
from apps.evolution.tasks import age_skills_everywhere
from apps.feedback.domain.signals import SignalDraft
from apps.feedback.models import Signal
from apps.feedback.record_signals import record_signals
from tests.evolution.arms import offer_many
from tests.evolution.improvements import improvement
from tests.evolution.proposals import make_proposal
from tests.make import make_trajectory

if TYPE_CHECKING:
    from tests.cast import Team

GOOD, POOR = ["0.8", "0.9"] * 20, ["0.4", "0.5"] * 5


@pytest.fixture
def skill(clinic: Team) -> Skill:
    return approve_proposal(make_proposal(clinic.tenant), by=clinic.members["reviewer"]).skill


def judge(team: Team) -> int:
    return judge_skills(team.tenant, now=timezone.now())


def compared(team: Team) -> list[str]:
    rows = Signal.objects.for_tenant(team.tenant).filter(kind="comparison")
    return list(rows.order_by("created_at").values_list("polarity", flat=True))


def speak_against(team: Team, skill: Skill, times: int) -> None:
    run = make_trajectory(team.tenant, session="angry", tools=["read_csv"])
    drafts = [
        SignalDraft(
            "skill",
            skill.pk,
            "explicit",
            "negative",
            "angry",
            f"m-{number}",
            timezone.now(),
            trajectory_id=run.pk,
        )
        for number in range(times)
    ]
    record_signals(team.tenant, drafts)


def test_a_proven_lift_speaks_for_a_skill_once(clinic: Team, skill: Skill):
    offer_many(clinic, skill, GOOD, POOR)
    assert [judge(clinic) for _ in range(3)] == [1, 0, 0]
    assert compared(clinic) == ["positive"]
    skill.refresh_from_db()
    assert str(skill.trust) == "0.667"


def test_nothing_is_said_before_it_is_proven(clinic: Team, skill: Skill):
    offer_many(clinic, skill, ["0.9"] * 5, ["0.4"] * 3)
    assert judge(clinic) == 0
    assert compared(clinic) == []


def test_a_new_text_is_compared_anew(clinic: Team, skill: Skill):
    offer_many(clinic, skill, POOR * 4, GOOD[:10])
    judge(clinic)
    proposal = improvement(clinic, skill, 2)
    approve_proposal(proposal, by=clinic.members["reviewer"], note="better")
    offer_many(clinic, skill, GOOD, POOR)
    judge(clinic)
    assert compared(clinic) == ["negative", "positive"]


def test_trusted_and_used_ones_are_recommended_unless_they_harm(clinic: Team, skill: Skill):
    Skill.objects.for_tenant(clinic.tenant).update(trust="0.900", uses=5)
    skill.refresh_from_db()
    assert find_recommended(clinic.tenant, [skill]) == {skill.pk}
    offer_many(clinic, skill, POOR * 4, GOOD[:10])
    judge(clinic)
    assert find_recommended(clinic.tenant, [skill]) == set()


def test_a_distrusted_skill_waits_for_an_improvement_once_a_version(clinic: Team, skill: Skill):
    speak_against(clinic, skill, 2)
    judge(clinic)
    assert not Improvement.objects.for_tenant(clinic.tenant).filter(trigger="reflection").exists()
    speak_against(clinic, skill, 4)
    judge(clinic)
    judge(clinic)
    line = Improvement.objects.for_tenant(clinic.tenant).get(trigger="reflection")
    assert (line.skill_id, line.waits) == (skill.pk, True)
    assert line.detail == "Trust is 0.167 by 4 signals."


def test_the_skills_of_some_sessions_alone_are_judged(clinic: Team, skill: Skill):
    offer_many(clinic, skill, GOOD, POOR)
    assert judge_skills(clinic.tenant, now=timezone.now(), sessions=["elsewhere"]) == 0
    some = skill.servings.values_list("session_id", flat=True)[:1]
    assert judge_skills(clinic.tenant, now=timezone.now(), sessions=list(some)) == 1


def test_the_daily_task_judges_every_tenant(clinic: Team, skill: Skill):
    offer_many(clinic, skill, POOR * 4, GOOD[:10])
    age_skills_everywhere()
    assert Proposal.objects.for_tenant(clinic.tenant).filter(action="demote").count() == 1


def test_a_quiet_day_writes_nothing(clinic: Team, skill: Skill):
    offer_many(clinic, skill, GOOD, POOR)
    now = timezone.now()
    judge_skills(clinic.tenant, now=now)
    with CaptureQueriesContext(connection) as queries:
        judge_skills(clinic.tenant, now=now + timedelta(seconds=1))
    said = [one["sql"] for one in queries]
    assert not [sql for sql in said if sql.startswith(("INSERT", "UPDATE", "DELETE"))]
