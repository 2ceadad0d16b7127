"""What a run taught is stored once: a repeat adds evidence where it is new, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from django.db import IntegrityError, transaction

from apps.experiences.domain.extract import Quote
from apps.experiences.learn_experience import learn_experience
from apps.experiences.models import Experience, ExperienceEvidence
from tests.experiences.drafts import PITFALL, draft_of
from tests.make import make_trajectory

if TYPE_CHECKING:
    from tests.cast import Team

ENGLISH = "Build the weekly quality report for ward seven"
CHINESE = "生成七病区的护理质量周报"


def known(team: Team) -> list[Experience]:
    return list(Experience.objects.for_tenant(team.tenant))


def evidence(team: Team) -> list[str]:
    rows = ExperienceEvidence.objects.for_tenant(team.tenant).order_by("created_at")
    return list(rows.values_list("quote", flat=True))


@pytest.mark.parametrize(("said", "language"), [(ENGLISH, "en"), (CHINESE, "zh")])
def test_a_first_lesson_is_stored_with_its_quote_and_its_run(
    clinic: Team, said: str, language: str
):
    run = make_trajectory(clinic.tenant, intent=said)
    made = learn_experience(run, draft_of(said, pitfalls=[PITFALL]))
    assert (made.pain_pattern, made.language, made.reuse_count) == (said, language, 0)
    assert made.pitfalls[0]["remedy"] == "query: fixed.sql"
    proof = made.evidence.get()
    assert (proof.quote, proof.source, proof.trajectory_id) == (said, "request", run.pk)
    assert (made.agent_id, made.request_type) == (run.agent_id, "data_report")


def test_the_same_words_ten_times_are_one_lesson_with_one_quote(clinic: Team):
    for number in range(10):
        run = make_trajectory(clinic.tenant, session=f"s-{number}", intent=ENGLISH)
        learn_experience(run, draft_of(f"  {ENGLISH.upper()} "))
    (one,) = known(clinic)
    assert (one.confidence, len(evidence(clinic))) == (Decimal("0.700"), 1)


@pytest.mark.parametrize(
    ("said", "again"),
    [
        (ENGLISH, "Build the weekly quality report for ward eight"),
        (CHINESE, "生成八病区的护理质量周报"),
    ],
)
def test_the_same_problem_in_like_words_is_more_evidence(clinic: Team, said: str, again: str):
    for session, words in (("s-1", said), ("s-2", again)):
        learn_experience(make_trajectory(clinic.tenant, session=session), draft_of(words))
    (one,) = known(clinic)
    assert (one.pain_pattern, one.confidence) == (said, Decimal("0.910"))
    assert evidence(clinic) == [said, again]


@pytest.mark.parametrize(
    ("said", "other"),
    [
        (ENGLISH, "Order new gloves for the operating room"),
        (CHINESE, "给手术室采购一批新手套"),
    ],
)
def test_another_problem_is_another_lesson(clinic: Team, said: str, other: str):
    run = make_trajectory(clinic.tenant)
    for words in (said, other):
        learn_experience(run, draft_of(words))
    assert {one.pain_pattern for one in known(clinic)} == {said, other}


def test_like_words_for_work_with_other_tools_are_another_lesson(clinic: Team):
    run = make_trajectory(clinic.tenant)
    learn_experience(run, draft_of(ENGLISH))
    other = draft_of("Build the weekly quality report for ward eight", tools=["grep", "edit"])
    learn_experience(run, other)
    assert len(known(clinic)) == 2


def test_confidence_grows_with_independent_evidence_and_never_reaches_certainty(clinic: Team):
    for number in range(12):
        run = make_trajectory(clinic.tenant, session=f"s-{number}")
        learn_experience(run, draft_of(ENGLISH, quote=f"{ENGLISH}, time {number}"))
    (one,) = known(clinic)
    assert one.confidence == Decimal("0.990")


def test_one_session_alone_cannot_raise_the_confidence(clinic: Team):
    for number in range(5):
        run = make_trajectory(clinic.tenant, session="insistent")
        learn_experience(run, draft_of(ENGLISH, quote=f"{ENGLISH}, time {number}"))
    (one,) = known(clinic)
    assert (one.confidence, len(evidence(clinic))) == (Decimal("0.700"), 5)
    run = make_trajectory(clinic.tenant, session="other")
    learn_experience(run, draft_of(ENGLISH, quote="as before"))
    (one,) = known(clinic)
    assert one.confidence == Decimal("0.910")


def test_a_new_pitfall_joins_the_known_ones_and_a_known_one_is_told_once(clinic: Team):
    run = make_trajectory(clinic.tenant)
    learn_experience(run, draft_of(ENGLISH, pitfalls=[PITFALL]))
    denied = replace(PITFALL, error="access denied", remedy="ask for the role")
    learn_experience(run, draft_of(ENGLISH, quote="again", pitfalls=[PITFALL, denied]))
    (one,) = known(clinic)
    assert [pitfall["error"] for pitfall in one.pitfalls] == [PITFALL.error, "access denied"]


def test_without_a_quote_nothing_is_stored(clinic: Team):
    run = make_trajectory(clinic.tenant)
    for quotes in ([], [Quote("   ", "request")]):
        learn_experience(run, draft_of(ENGLISH, quotes=quotes))
    assert known(clinic) == []


def test_the_database_refuses_an_empty_quote(clinic: Team):
    run = make_trajectory(clinic.tenant)
    made = learn_experience(run, draft_of(ENGLISH))
    with pytest.raises(IntegrityError, match="evidence_has_a_quote"), transaction.atomic():
        ExperienceEvidence.objects.create(
            tenant=clinic.tenant, experience=made, trajectory_id=run.pk, quote="", source="request"
        )


def test_two_tenants_learn_apart(clinic: Team, factory: Team):
    for team in (clinic, factory):
        with team.inside():
            learn_experience(make_trajectory(team.tenant), draft_of(ENGLISH))
            assert len(known(team)) == len(evidence(team)) == 1


def test_an_archived_lesson_is_not_made_anew(clinic: Team):
    run = make_trajectory(clinic.tenant)
    made = learn_experience(run, draft_of(ENGLISH))
    Experience.objects.for_tenant(clinic.tenant).update(status="archived")
    assert learn_experience(run, draft_of(ENGLISH)).pk == made.pk
