"""Lift over HTTP: what is measured, a line an item, and what a skill shows of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.evolution.decide_proposal import approve_proposal
from tests.evolution.arms import offer, offer_many
from tests.evolution.proposals import make_proposal
from tests.experiences.drafts import write

if TYPE_CHECKING:
    from apps.evolution.models import Skill
    from tests.cast import Team

LIFT, SKILLS = "/api/v1/lift", "/api/v1/skills"


@pytest.fixture
def skill(clinic: Team) -> Skill:
    return approve_proposal(make_proposal(clinic.tenant), by=clinic.members["reviewer"]).skill


def listed(team: Team, **query: Any) -> Any:
    return team.client("read").get(LIFT, **query).json()


def test_each_measured_item_is_a_line(clinic: Team, skill: Skill):
    known = write(clinic, "重启标签打印机")
    offer_many(clinic, skill, ["0.8", "0.9"] * 20, ["0.4", "0.5"] * 5)
    offer_many(clinic, known, ["0.5"] * 3, ["0.6"] * 2)
    second, first = listed(clinic)["results"]
    assert (first["kind"], first["id"], first["name"]) == ("skill", str(skill.pk), skill.name)
    assert (first["mean"], first["served"], first["withheld"]) == (0.4, 40, 10)
    assert first["low"] < 0.4 < first["high"]
    assert first["verdict"] == "helpful"
    assert (second["kind"], second["name"]) == ("experience", "重启标签打印机")
    assert (second["mean"], second["verdict"]) == (-0.1, "no evidence yet")


def test_what_was_never_withheld_is_not_measured(clinic: Team, skill: Skill):
    offer_many(clinic, skill, ["0.8"] * 3, [])
    assert listed(clinic)["results"] == []


def test_an_item_whose_sessions_still_go_on_has_no_figures_yet(clinic: Team, skill: Skill):
    offer(clinic, skill, withheld=True, status="open", ended_at=None, learned_at=None)
    (line,) = listed(clinic)["results"]
    figures = [line[name] for name in ("mean", "low", "high", "served", "withheld")]
    assert figures == [None, None, None, 0, 0]
    assert line["verdict"] == "no evidence yet"


def test_pages_follow_each_other_in_a_fixed_number_of_queries(clinic: Team, skill: Skill):
    items = [skill, *(write(clinic, f"Order {word}") for word in ("gloves", "masks", "labels"))]
    for item in items:
        offer_many(clinic, item, ["0.8"], ["0.7"] * 3)
    listed(clinic)
    with CaptureQueriesContext(connection) as few:
        listed(clinic, limit=1)
    with CaptureQueriesContext(connection) as many:
        first = listed(clinic, limit=3)
    assert len(few) == len(many)
    second = clinic.client("read").get(first["next"]).json()
    ids = [line["id"] for line in first["results"] + second["results"]]
    assert ids == [str(item.pk) for item in reversed(items)]


def test_a_skill_shows_its_lift(clinic: Team, skill: Skill):
    offer_many(clinic, skill, ["0.8", "0.9"] * 20, ["0.4", "0.5"] * 5)
    (line,) = listed(clinic)["results"]
    shown = {name: line[name] for name in line if name not in {"kind", "id", "name"}}
    client = clinic.client("agent")
    assert client.get(SKILLS).json()["results"][0]["lift"] == shown
    assert client.get(f"{SKILLS}/{skill.name}").json()["lift"] == shown


def test_a_skill_that_every_session_was_given_shows_none(clinic: Team, skill: Skill):
    offer_many(clinic, skill, ["0.8"] * 3, [])
    client = clinic.client("agent")
    assert client.get(SKILLS).json()["results"][0]["lift"] is None
    assert client.get(f"{SKILLS}/{skill.name}").json()["lift"] is None


def test_the_catalogue_measures_all_its_skills_in_one_query(clinic: Team, skill: Skill):
    reviewer, client = clinic.members["reviewer"], clinic.client("agent")
    client.get(SKILLS)
    with CaptureQueriesContext(connection) as few:
        client.get(SKILLS)
    for number, subject in ((2, "Order the gloves"), (3, "清点药品库存")):
        proposal = make_proposal(clinic.tenant, number, title=subject, quote=subject)
        approve_proposal(proposal, by=reviewer, note="another one")
    with CaptureQueriesContext(connection) as many:
        assert len(client.get(SKILLS).json()["results"]) == 3
    assert len(few) == len(many)
