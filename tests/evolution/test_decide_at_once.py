"""Two people decide at the same moment, over two connections: one of them does."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection

from apps.errors import Conflict
from apps.evolution.decide_proposal import approve_proposal, reject_proposal
from apps.evolution.models import Proposal, Skill, SkillVersion
from apps.tenants.models import AuditEvent
from tests.cast import Team, make_team
from tests.evolution.improvements import improvement
from tests.evolution.proposals import make_proposal

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(team: Team, *decisions: Callable[[Proposal], Any]) -> list[str]:
    """Run decisions at once, each about the latest proposal; answers how each went."""
    start = Barrier(len(decisions))

    def decide(decision: Callable[[Proposal], Any]) -> str:
        try:
            with team.inside():
                proposal = Proposal.objects.for_tenant(team.tenant).latest("created_at")
                start.wait(timeout=20)
                decision(proposal)
        except Conflict as refused:
            return refused.code
        finally:
            connection.close()
        return "decided"

    with ThreadPoolExecutor(len(decisions)) as threads:
        return sorted(threads.map(decide, decisions))


@pytest.fixture
def team() -> Team:
    team = make_team("clinic")
    with team.inside():
        make_proposal(team.tenant)
    return team


def decided(team: Team) -> tuple[int, int, int]:
    with team.inside():
        events = AuditEvent.objects.for_tenant(team.tenant)
        return (
            Skill.objects.for_tenant(team.tenant).count(),
            SkillVersion.objects.for_tenant(team.tenant).count(),
            events.filter(action__in=["approve", "reject"]).count(),
        )


def test_approving_twice_at_once_makes_one_version(team: Team):
    reviewer, owner = team.members["reviewer"], team.members["owner"]
    went = at_once(
        team,
        lambda one: approve_proposal(one, by=reviewer),
        lambda one: approve_proposal(one, by=owner),
    )
    assert went == ["already_decided", "decided"]
    assert decided(team) == (1, 1, 1)


def test_approving_and_rejecting_at_once_is_one_decision(team: Team):
    reviewer, owner = team.members["reviewer"], team.members["owner"]
    went = at_once(
        team,
        lambda one: approve_proposal(one, by=reviewer),
        lambda one: reject_proposal(one, by=owner, reason="no"),
    )
    assert went == ["already_decided", "decided"]
    skills, versions, decisions = decided(team)
    assert decisions == 1
    assert skills == versions <= 1


def test_two_improvements_of_one_skill_at_once_get_two_versions(team: Team):
    reviewer = team.members["reviewer"]
    with team.inside():
        first = Proposal.objects.for_tenant(team.tenant).get()
        skill = approve_proposal(first, by=reviewer).skill
        waiting = [improvement(team, skill, number) for number in (2, 3)]
    went = at_once(
        team,
        lambda _: approve_proposal(waiting[0], by=reviewer),
        lambda _: approve_proposal(waiting[1], by=reviewer),
    )
    assert went == ["decided", "decided"]
    with team.inside():
        versions = SkillVersion.objects.for_tenant(team.tenant).values_list("version", flat=True)
        assert sorted(versions) == ["1.0.0", "1.1.0", "1.2.0"]
