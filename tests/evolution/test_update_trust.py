"""Trust follows the signals, all skills in one pass, as plain arithmetic has it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.evolution.models import Skill
from apps.evolution.update_trust import update_trust
from apps.feedback.domain.signal_weights import WEIGHTS, trust_of
from apps.feedback.domain.signals import SignalDraft
from apps.feedback.record_signals import load_signals, record_signals
from tests.evolution.packages import handed_in, skill_file

if TYPE_CHECKING:
    from decimal import Decimal

    from apps.tenants.models import Tenant
    from tests.cast import Team

NOW = timezone.now()


@pytest.fixture
def skills(clinic: Team) -> list[Skill]:
    return [handed_in(clinic, skill_file(name=name)) for name in ("one", "two", "three")]


def say(
    tenant: Tenant, skill: Skill, *said: tuple[str, str], days: float = 0, about: str = "skill"
) -> None:
    """Record signals of these kinds and polarities, each from a source of its own."""
    record_signals(
        tenant,
        [
            SignalDraft(
                about,  # type: ignore[arg-type]
                skill.pk,
                kind,  # type: ignore[arg-type]
                polarity,  # type: ignore[arg-type]
                session_id="s",
                source_key=f"{number}-{days}",
                created_at=NOW - timedelta(days=days),
            )
            for number, (kind, polarity) in enumerate(said)
        ],
    )


def trusts(team: Team) -> dict[object, Decimal]:
    return dict(Skill.objects.for_tenant(team.tenant).values_list("pk", "trust"))


def test_the_database_computes_what_plain_arithmetic_does(clinic: Team, skills: list[Skill]):
    polarities = ("positive", "negative", "neutral", "positive")
    for number in range(60):
        kind = list(WEIGHTS)[number % 5]
        said = (kind, polarities[number % 4 if number % 3 else 0])
        say(clinic.tenant, skills[number % 2], said, days=number * 1.37 - 2)
    assert update_trust(clinic.tenant, now=NOW) == 2
    ids = [skill.pk for skill in skills]
    signals = load_signals(clinic.tenant, "skill", ids)
    assert trusts(clinic) == {pk: trust_of(signals.get(pk, []), now=NOW) for pk in ids}


def test_nothing_is_written_where_nothing_changed(clinic: Team, skills: list[Skill]):
    say(clinic.tenant, skills[0], ("explicit", "positive"))
    assert update_trust(clinic.tenant, now=NOW) == 1
    before = Skill.objects.for_tenant(clinic.tenant).get(pk=skills[0].pk).updated_at
    assert update_trust(clinic.tenant, now=NOW) == 0
    assert Skill.objects.for_tenant(clinic.tenant).get(pk=skills[0].pk).updated_at == before


def test_trust_fades_with_time_alone(clinic: Team, skills: list[Skill]):
    say(clinic.tenant, skills[0], ("explicit", "positive"))
    seen = []
    for days in (0, 30, 900):
        update_trust(clinic.tenant, now=NOW + timedelta(days=days))
        seen.append(str(trusts(clinic)[skills[0].pk]))
    assert seen == ["0.667", "0.600", "0.500"]


def test_some_alone_can_be_asked_for(clinic: Team, skills: list[Skill]):
    for skill in skills:
        say(clinic.tenant, skill, ("explicit", "negative"))
    assert update_trust(clinic.tenant, now=NOW, skills=[skills[1].pk]) == 1
    assert sorted(map(str, trusts(clinic).values())) == ["0.333", "0.500", "0.500"]
    assert update_trust(clinic.tenant, now=NOW, skills=[]) == 0


def test_signals_on_other_things_and_of_others_do_not_count(
    clinic: Team, factory: Team, skills: list[Skill]
):
    say(clinic.tenant, skills[0], ("explicit", "negative"), about="experience")
    with factory.inside():
        say(factory.tenant, skills[0], ("explicit", "negative"))
    assert update_trust(clinic.tenant, now=NOW) == 0


def test_many_skills_cost_as_much_as_one(clinic: Team, skills: list[Skill]):
    with CaptureQueriesContext(connection) as one:
        update_trust(clinic.tenant, now=NOW, skills=[skills[0].pk])
    with CaptureQueriesContext(connection) as all_of_them:
        update_trust(clinic.tenant, now=NOW)
    assert len(one) == len(all_of_them)
