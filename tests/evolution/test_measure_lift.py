"""What counts for lift: finished sessions, from the serving on, of the text that is served now."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.evolution.decide_proposal import approve_proposal
from apps.evolution.measure_lift import measure_lift
from apps.evolution.models import Serving, Skill
from tests.evolution.arms import add_run, long_ago, offer, offer_many
from tests.evolution.proposals import make_proposal
from tests.experiences.drafts import write

if TYPE_CHECKING:
    from apps.evolution.domain.lift import Lift
    from apps.experiences.models import Experience
    from tests.cast import Team


@pytest.fixture
def skill(clinic: Team) -> Skill:
    return approve_proposal(make_proposal(clinic.tenant), by=clinic.members["reviewer"]).skill


@pytest.fixture
def known(clinic: Team) -> Experience:
    return write(clinic, "Restart the label printer")


def lift_of(team: Team, item: Skill | Experience, **options: object) -> Lift | None:
    kind = "skills" if isinstance(item, Skill) else "experiences"
    return measure_lift(team.tenant, **{kind: [item.pk], **options}).get(item.pk)


def sessions_of(team: Team, item: Skill | Experience) -> tuple[int, int]:
    found = lift_of(team, item)
    return (found.served, found.withheld) if found else (0, 0)


def test_both_kinds_are_measured_at_once(clinic: Team, skill: Skill, known: Experience):
    offer_many(clinic, skill, ["0.8", "0.9"] * 20, ["0.4", "0.5"] * 5)
    offer_many(clinic, known, ["0.5"] * 9, ["0.6"] * 3)
    found = measure_lift(clinic.tenant, skills=[skill.pk], experiences=[known.pk])
    assert set(found) == {skill.pk, known.pk}
    helpful, unknown = found[skill.pk], found[known.pk]
    assert (helpful.mean, helpful.served, helpful.withheld) == (Decimal("0.400"), 40, 10)
    assert helpful.verdict == "helpful"
    assert (unknown.mean, unknown.served, unknown.withheld) == (Decimal("-0.100"), 9, 3)
    assert unknown.verdict == "no evidence yet"


def test_the_tenant_says_how_many_sessions_a_verdict_needs(clinic: Team, skill: Skill):
    offer_many(clinic, skill, ["0.8", "0.9"] * 20, ["0.4", "0.5"] * 5)
    clinic.tenant.settings = {"lift": {"leastSessions": 11}}
    found = lift_of(clinic, skill)
    assert found is not None
    assert found.verdict == "no evidence yet"


def test_what_nobody_was_offered_has_no_entry(clinic: Team, skill: Skill):
    assert measure_lift(clinic.tenant) == {}
    assert lift_of(clinic, skill) is None


def test_a_sessions_score_is_the_mean_of_its_runs(clinic: Team, skill: Skill):
    offer(clinic, skill, "0.9", "0.5")
    offer(clinic, skill, "0.3", withheld=True)
    found = lift_of(clinic, skill)
    assert found is not None
    assert found.mean == Decimal("0.400")


@pytest.mark.parametrize("status", ["open", "ended", "failed"])
def test_only_sessions_that_were_learned_from_count(clinic: Team, skill: Skill, status: str):
    ended = None if status == "open" else long_ago()
    offer(clinic, skill, "0.9", status=status, ended_at=ended, learned_at=None)
    assert sessions_of(clinic, skill) == (0, 0)


def test_a_session_counts_from_the_moment_it_is_learned_from(clinic: Team, skill: Skill):
    held = offer(clinic, skill, "0.9", status="ended", learned_at=None)
    assert sessions_of(clinic, skill) == (0, 0)
    held.status, held.learned_at = "learned", long_ago(0)
    held.save(update_fields=["status", "learned_at"])
    assert sessions_of(clinic, skill) == (1, 0)


def test_a_session_waits_for_the_last_of_its_scores(clinic: Team, skill: Skill):
    held = offer(clinic, skill, "0.9", None)
    assert sessions_of(clinic, skill) == (1, 0)
    add_run(held, None, scored_at=None)
    assert sessions_of(clinic, skill) == (0, 0)


def test_a_session_of_which_nothing_can_be_said_does_not_count(clinic: Team, skill: Skill):
    offer(clinic, skill)
    offer(clinic, skill, None)
    assert sessions_of(clinic, skill) == (0, 0)


@pytest.mark.parametrize(
    "fields",
    [{"opened_at": long_ago(), "started_at": long_ago()}, {"started_at": long_ago()}],
    ids=["before", "reported late"],
)
def test_what_came_before_the_serving_does_not_count(
    clinic: Team, skill: Skill, fields: dict[str, object]
):
    held = offer(clinic, skill, "0.9")
    offer(clinic, skill, "0.5", withheld=True)
    add_run(held, "0.1", **fields)
    found = lift_of(clinic, skill)
    assert found is not None
    assert found.mean == Decimal("0.400")


def test_what_programs_asked_for_does_not_count(clinic: Team, skill: Skill):
    held = offer(clinic, skill)
    add_run(held, "0.9", author="agent")
    assert sessions_of(clinic, skill) == (0, 0)


def test_what_an_older_version_did_says_nothing_of_this_one(clinic: Team, skill: Skill):
    offer(clinic, skill, "0.9")
    Serving.objects.for_tenant(clinic.tenant).update(served_at=long_ago())
    assert sessions_of(clinic, skill) == (0, 0)


def test_servings_from_before_the_window_do_not_count(clinic: Team, known: Experience):
    offer(clinic, known, "0.9")
    rows = Serving.objects.for_tenant(clinic.tenant)
    rows.update(served_at=long_ago(5))
    assert lift_of(clinic, known, since=long_ago(4)) is None
    assert lift_of(clinic, known, since=long_ago(6)) is not None
    rows.update(served_at=long_ago(100))
    assert lift_of(clinic, known) is None, "nothing is kept that long"


def test_another_tenants_sessions_are_not_counted(clinic: Team, factory: Team, known: Experience):
    offer(clinic, known, "0.9")
    assert measure_lift(factory.tenant, experiences=[known.pk]) == {}


def test_many_items_cost_one_query(clinic: Team):
    items = [write(clinic, f"Order {word}") for word in ("gloves", "masks", "labels", "gowns")]
    for item in items:
        offer_many(clinic, item, ["0.8"], ["0.7"])
    with CaptureQueriesContext(connection) as asked:
        found = measure_lift(clinic.tenant, experiences=[item.pk for item in items])
    assert (len(found), len(asked)) == (4, 1)
