"""Two workers judge a tenant's skills at once, over two connections: as if one had."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from threading import Barrier
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.utils import timezone

from apps.evolution.decide_proposal import approve_proposal
from apps.evolution.judge_skills import judge_skills
from apps.evolution.models import Proposal, Skill
from apps.evolution.update_trust import update_trust
from apps.feedback.domain.signal_weights import trust_of
from apps.feedback.domain.signals import SignalDraft
from apps.feedback.record_signals import load_signals, record_signals
from tests.cast import Team, make_team
from tests.evolution.arms import offer_many
from tests.evolution.proposals import make_proposal

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def team() -> Team:
    team = make_team("clinic")
    with team.inside():
        approve_proposal(make_proposal(team.tenant), by=team.members["reviewer"])
    return team


def at_once(team: Team, *acts: Callable[[], object]) -> None:
    start = Barrier(len(acts))

    def work(act: Callable[[], object]) -> None:
        try:
            start.wait(timeout=20)
            with team.inside():
                act()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as threads:
        list(threads.map(work, acts))


def test_a_harm_is_proposed_once(team: Team):
    with team.inside():
        skill = Skill.objects.for_tenant(team.tenant).get()
        offer_many(team, skill, ["0.4", "0.5"] * 20, ["0.8", "0.9"] * 5)
    now = timezone.now()
    at_once(team, *[lambda: judge_skills(team.tenant, now=now)] * 4)
    with team.inside():
        assert Proposal.objects.for_tenant(team.tenant).filter(action="demote").count() == 1


def test_trust_is_that_of_all_signals_in_the_end(team: Team):
    with team.inside():
        skill = Skill.objects.for_tenant(team.tenant).get()
    now = timezone.now()

    def say(number: int) -> None:
        source = ("s", f"m-{number}", now)
        record_signals(
            team.tenant, [SignalDraft("skill", skill.pk, "explicit", "positive", *source)]
        )
        update_trust(team.tenant, now=now)

    at_once(team, *[lambda number=number: say(number) for number in range(6)])
    with team.inside():
        signals = load_signals(team.tenant, "skill", [skill.pk])[skill.pk]
        found = Skill.objects.for_tenant(team.tenant).get().trust
    assert len(signals) == 6
    assert found == trust_of(signals, now=now) == Decimal("0.875")
