"""A reviewer takes a proposal; the others see it, and may take it over if they say so."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from apps.errors import Conflict, DomainError
from apps.evolution.claim_proposal import claim_proposal, release_proposal
from apps.evolution.decide_proposal import approve_proposal
from apps.evolution.models import Proposal
from apps.tenants.models import AuditEvent
from tests.evolution.proposals import make_proposal

if TYPE_CHECKING:
    from tests.cast import Team


def events(team: Team, action: str) -> list[dict[str, str]]:
    rows = AuditEvent.objects.for_tenant(team.tenant).filter(action=action).order_by("at")
    return list(rows.values_list("detail", flat=True))


def fade(team: Team) -> None:
    rows = Proposal.objects.for_tenant(team.tenant)
    rows.update(claimed_at=timezone.now() - timedelta(hours=4, seconds=1))


def test_a_claim_is_seen_and_audited(clinic: Team):
    proposal = claim_proposal(make_proposal(clinic.tenant), by=clinic.members["reviewer"])
    proposal.refresh_from_db()
    assert proposal.claimant == clinic.members["reviewer"]
    assert events(clinic, "claim") == [{}]


def test_what_another_has_is_taken_over_only_knowingly(clinic: Team):
    proposal = make_proposal(clinic.tenant)
    claim_proposal(proposal, by=clinic.members["reviewer"])
    with pytest.raises(Conflict, match=r"reviewer@clinic\.example took it"):
        claim_proposal(proposal, by=clinic.members["admin"])
    taken = claim_proposal(proposal, by=clinic.members["admin"], take_over=True)
    assert taken.claimant == clinic.members["admin"]
    assert events(clinic, "claim")[-1] == {"taken_from": "reviewer@clinic.example"}


def test_a_faded_claim_is_nobodys(clinic: Team):
    proposal = make_proposal(clinic.tenant)
    claim_proposal(proposal, by=clinic.members["reviewer"])
    fade(clinic)
    proposal.refresh_from_db()
    assert proposal.claimant is None
    taken = claim_proposal(proposal, by=clinic.members["admin"])
    assert (taken.claimant, events(clinic, "claim")[-1]) == (clinic.members["admin"], {})


def test_only_who_has_it_lets_go(clinic: Team):
    proposal = make_proposal(clinic.tenant)
    claim_proposal(proposal, by=clinic.members["reviewer"])
    with pytest.raises(Conflict):
        release_proposal(proposal, by=clinic.members["admin"])
    for _ in range(2):
        assert release_proposal(proposal, by=clinic.members["reviewer"]).claimant is None
    assert len(events(clinic, "release")) == 1


def test_a_claim_keeps_nobody_from_deciding_and_ends_with_the_decision(clinic: Team):
    proposal = make_proposal(clinic.tenant)
    claim_proposal(proposal, by=clinic.members["reviewer"])
    approve_proposal(proposal, by=clinic.members["admin"])
    proposal.refresh_from_db()
    assert (proposal.status, proposal.claimant) == ("approved", None)
    with pytest.raises(Conflict, match="approved"):
        claim_proposal(proposal, by=clinic.members["reviewer"])


@pytest.mark.parametrize("role", ["member", "viewer"])
def test_only_reviewers_take_one(clinic: Team, role: str):
    with pytest.raises(DomainError, match="Only reviewers"):
        claim_proposal(make_proposal(clinic.tenant), by=clinic.members[role])


def test_a_claim_of_a_member_who_left_is_nobodys(clinic: Team):
    proposal = make_proposal(clinic.tenant)
    claim_proposal(proposal, by=clinic.members["reviewer"])
    clinic.members["reviewer"].delete()
    proposal.refresh_from_db()
    assert proposal.claimant is None
    assert claim_proposal(proposal, by=clinic.members["admin"]).claimant
