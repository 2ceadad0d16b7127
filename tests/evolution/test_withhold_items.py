"""Who goes without what: a share of the sessions, never what is pinned, never without a session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from apps.evolution.decide_proposal import approve_proposal
from apps.evolution.rank_skills import RankedSkill
from apps.evolution.withhold_items import withhold_items
from apps.experiences.recall import Recalled
from apps.language.ranking import Match
from tests.evolution.proposals import make_proposal
from tests.experiences.drafts import write

if TYPE_CHECKING:
    from apps.evolution.models import Skill
    from apps.experiences.models import Experience
    from tests.cast import Team

MATCH = Match(0.9, 0.8, ())
ALL = {"lift": {"holdoutShare": "1"}}


@pytest.fixture
def skill(clinic: Team) -> Skill:
    clinic.tenant.settings = ALL
    return approve_proposal(make_proposal(clinic.tenant), by=clinic.members["reviewer"]).skill


@pytest.fixture
def known(clinic: Team) -> Experience:
    return write(clinic, "Restart the label printer")


def withheld(team: Team, skill: Skill, known: Experience, session: str | None = "s-1") -> set[Any]:
    found = withhold_items(
        team.tenant,
        session_id=session,
        skills=[RankedSkill(skill, MATCH)],
        experiences=[Recalled(known, MATCH)],
    )
    return set(found)


def test_skills_and_experiences_are_withheld(clinic: Team, skill: Skill, known: Experience):
    assert withheld(clinic, skill, known) == {skill.pk, known.pk}


def test_by_default_about_a_tenth_of_the_sessions_go_without(
    clinic: Team, skill: Skill, known: Experience
):
    clinic.tenant.settings = {}
    found = [withheld(clinic, skill, known, f"s-{number}") for number in range(500)]
    assert 25 <= sum(skill.pk in one for one in found) <= 75
    assert 25 <= sum(known.pk in one for one in found) <= 75


@pytest.mark.parametrize("fields", [{"pinned": True}, {"layer": "builtin"}])
def test_pinned_and_shipped_skills_are_always_given(
    clinic: Team, skill: Skill, known: Experience, fields: dict[str, Any]
):
    for name, value in fields.items():
        setattr(skill, name, value)
    assert withheld(clinic, skill, known) == {known.pk}


def test_a_skill_that_a_person_wrote_is_withheld_too(clinic: Team, skill: Skill, known: Experience):
    skill.layer = "managed"
    assert skill.pk in withheld(clinic, skill, known)


@pytest.mark.parametrize("session", [None, ""])
def test_without_a_session_nothing_is_withheld(
    clinic: Team, skill: Skill, known: Experience, session: str | None
):
    assert withheld(clinic, skill, known, session) == set()


@pytest.mark.parametrize(
    "settings",
    [
        {"lift": {"enabled": False, "holdoutShare": "1"}},
        {"lift": {"holdoutShare": "0"}},
        {"enabled": False, **ALL},
    ],
)
def test_a_tenant_that_does_not_measure_withholds_nothing(
    clinic: Team, skill: Skill, known: Experience, settings: dict[str, Any]
):
    clinic.tenant.settings = settings
    assert withheld(clinic, skill, known) == set()
