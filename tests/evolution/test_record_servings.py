"""What a session was given is noted once an item, and counted once a session."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from django.db import IntegrityError, transaction

from apps.evolution.decide_proposal import approve_proposal
from apps.evolution.models import Serving
from apps.evolution.rank_skills import RankedSkill
from apps.evolution.record_servings import record_servings
from apps.experiences.recall import Recalled
from apps.language.ranking import Match
from apps.tenants.ids import new_id
from tests.evolution.proposals import make_proposal
from tests.experiences.drafts import write

if TYPE_CHECKING:
    from apps.evolution.models import Skill
    from apps.experiences.models import Experience
    from tests.cast import Team

MATCH = Match(0.87654, 0.8, ())


@pytest.fixture
def skill(clinic: Team) -> Skill:
    return approve_proposal(make_proposal(clinic.tenant), by=clinic.members["reviewer"]).skill


@pytest.fixture
def known(clinic: Team) -> Experience:
    return write(clinic, "生成护理质量周报")


def serve(team: Team, session: str, skill: Skill, known: Experience) -> None:
    record_servings(
        team.tenant,
        session_id=session,
        request_id=new_id(),
        skills=[RankedSkill(skill, MATCH)],
        experiences=[Recalled(known, MATCH)],
    )


def test_each_item_is_noted_once_a_session(clinic: Team, skill: Skill, known: Experience):
    for session in ("a", "a", "b"):
        serve(clinic, session, skill, known)
    rows = Serving.objects.for_tenant(clinic.tenant)
    assert sorted(rows.exclude(skill=None).values_list("session_id", flat=True)) == ["a", "b"]
    assert sorted(rows.exclude(experience=None).values_list("session_id", flat=True)) == ["a", "b"]
    skill.refresh_from_db()
    assert skill.uses == 2


def test_the_items_of_one_answer_belong_together(clinic: Team, skill: Skill, known: Experience):
    serve(clinic, "a", skill, known)
    rows = Serving.objects.for_tenant(clinic.tenant)
    assert len({row.request_id for row in rows}) == 1
    assert {row.similarity for row in rows} == {Decimal("0.877")}


def test_what_is_withheld_is_noted_and_counts_no_use(clinic: Team, skill: Skill, known: Experience):
    record_servings(
        clinic.tenant,
        session_id="a",
        request_id=new_id(),
        skills=[RankedSkill(skill, MATCH)],
        experiences=[Recalled(known, MATCH)],
        withheld=[skill.pk],
    )
    rows = Serving.objects.for_tenant(clinic.tenant)
    assert set(rows.values_list("skill_id", "experience_id", "withheld")) == {
        (skill.pk, None, True),
        (None, known.pk, False),
    }
    skill.refresh_from_db()
    assert skill.uses == 0


def test_nothing_given_is_nothing_noted(clinic: Team):
    record_servings(clinic.tenant, session_id="a", request_id=new_id(), skills=[], experiences=[])
    assert not Serving.objects.for_tenant(clinic.tenant).exists()


def test_the_database_wants_exactly_one_item(clinic: Team, skill: Skill, known: Experience):
    for items in ({}, {"skill": skill, "experience": known}):
        with pytest.raises(IntegrityError, match="serving_of_one_item"), transaction.atomic():
            Serving.objects.create(
                tenant=clinic.tenant,
                request_id=new_id(),
                session_id="a",
                similarity=Decimal("0.5"),
                **items,
            )
