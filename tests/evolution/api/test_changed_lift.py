"""Proposals show over HTTP what the skill they change brings, and a demotion is decided there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.evolution.decide_proposal import approve_proposal
from apps.evolution.judge_skills import judge_skills
from apps.evolution.models import Proposal, Skill
from tests.evolution.arms import offer_many
from tests.evolution.improvements import improvement
from tests.evolution.proposals import make_proposal

if TYPE_CHECKING:
    from tests.cast import Team

PATH = "/api/v1/proposals"
GOOD, POOR = ["0.8", "0.9"] * 20, ["0.4", "0.5"] * 5


@pytest.fixture
def skill(clinic: Team) -> Skill:
    return approve_proposal(make_proposal(clinic.tenant), by=clinic.members["reviewer"]).skill


def listed(team: Team, **query: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = team.client("read").get(PATH, **query).json()["results"]
    return found


@pytest.fixture
def demotion(clinic: Team, skill: Skill) -> Proposal:
    offer_many(clinic, skill, POOR * 4, GOOD[:10])
    judge_skills(clinic.tenant, now=timezone.now())
    return Proposal.objects.for_tenant(clinic.tenant).get(action="demote")


def test_an_improvement_and_what_was_approved_show_the_skills_lift(clinic: Team, skill: Skill):
    offer_many(clinic, skill, GOOD, POOR)
    waiting = improvement(clinic, skill, 2)
    pending, approved = listed(clinic)
    assert pending["id"] == str(waiting.pk)
    for shown in (pending["lift"], approved["lift"]):
        assert (shown["mean"], shown["served"], shown["withheld"]) == (0.4, 40, 10)
        assert shown["verdict"] == "helpful"
    one = clinic.client("read").get(f"{PATH}/{waiting.pk}").json()
    assert one["lift"] == pending["lift"]


def test_a_new_skill_has_no_lift_and_an_unmeasured_one_no_evidence(clinic: Team, skill: Skill):
    make_proposal(clinic.tenant, 2)
    new, approved = listed(clinic)
    assert new["lift"] is None
    assert (approved["lift"]["mean"], approved["lift"]["verdict"]) == (None, "no evidence yet")


def test_many_proposals_are_measured_in_one_query(clinic: Team, skill: Skill):
    listed(clinic)
    with CaptureQueriesContext(connection) as few:
        listed(clinic)
    for number in (2, 3, 4):
        made = make_proposal(clinic.tenant, number)
        approve_proposal(made, by=clinic.members["reviewer"], note="another one")
    with CaptureQueriesContext(connection) as many:
        assert len(listed(clinic)) == 4
    assert len(few) == len(many)


def test_a_demotion_tells_what_is_lost_and_why(clinic: Team, demotion: Proposal):
    (shown,) = listed(clinic, action="demote")
    assert (shown["trigger"], shown["content"], shown["status"]) == ("negative_lift", "", "pending")
    assert "-1. Read the numbers." in shown["diff"]
    assert [one["check"] for one in shown["gate"]] == ["lift", "use", "knowledge"]
    assert shown["lift"]["verdict"] == "harmful"


def test_a_demotion_is_approved(clinic: Team, demotion: Proposal):
    answer = clinic.client("review").post(f"{PATH}/{demotion.pk}/approve", {}).json()
    assert (answer["skill"]["status"], answer["version"]) == ("archived", "1.0.0")


@pytest.mark.parametrize(
    ("act", "body"),
    [("edit", {"content": "x"}), ("revise", {"wish": "x"}), ("approve", {"content": "x"})],
)
def test_a_demotion_has_no_text_to_change(
    clinic: Team, demotion: Proposal, act: str, body: dict[str, str]
):
    refused = clinic.client("review").post(f"{PATH}/{demotion.pk}/{act}", body)
    assert (refused.status_code, refused.json()["code"]) == (409, "nothing_to_edit")


def test_a_recommended_skill_says_so(clinic: Team, skill: Skill):
    Skill.objects.for_tenant(clinic.tenant).update(trust="0.800", uses=5)
    client = clinic.client("agent")
    assert client.get("/api/v1/skills").json()["results"][0]["recommended"] is True
    offer_many(clinic, skill, POOR * 4, GOOD[:10])
    judge_skills(clinic.tenant, now=timezone.now())
    Skill.objects.for_tenant(clinic.tenant).update(trust="0.800")
    assert client.get(f"/api/v1/skills/{skill.name}").json()["recommended"] is False
