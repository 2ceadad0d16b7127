"""What is turned back can be taken up again, and what was said then is not lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from apps.errors import Conflict, DomainError
from apps.evolution.claim_proposal import claim_proposal
from apps.evolution.decide_proposal import approve_proposal, edit_proposal, reject_proposal
from apps.evolution.models import Proposal, ProposalComment
from apps.evolution.quarantine_proposal import quarantine_proposal, reopen_proposal
from apps.evolution.revise_proposal import revise_proposal
from apps.tenants.models import AuditEvent
from tests.evolution.proposals import make_proposal

if TYPE_CHECKING:
    from tests.cast import Team


def said(team: Team) -> list[tuple[str, str, str]]:
    rows = ProposalComment.objects.for_tenant(team.tenant).order_by("created_at", "pk")
    return list(rows.values_list("remark", "author", "text"))


def state(proposal: Proposal) -> tuple[Any, ...]:
    proposal.refresh_from_db()
    return proposal.status, proposal.reason, proposal.decided_by, proposal.decided_at is None


def test_what_is_set_aside_says_who_and_why_and_is_no_longer_in_the_queue(clinic: Team):
    proposal, reviewer = make_proposal(clinic.tenant), clinic.members["reviewer"]
    claim_proposal(proposal, by=reviewer)
    quarantine_proposal(proposal, by=reviewer, reason="先问信息科")
    assert state(proposal) == ("quarantined", "先问信息科", reviewer, False)
    assert proposal.claimed_at is None
    assert not Proposal.objects.for_tenant(clinic.tenant).pending().exists()
    assert AuditEvent.objects.for_tenant(clinic.tenant).get(action="quarantine")


def test_setting_aside_needs_a_reason(clinic: Team):
    proposal = make_proposal(clinic.tenant)
    with pytest.raises(DomainError) as refused:
        quarantine_proposal(proposal, by=clinic.members["reviewer"], reason="  ")
    assert refused.value.code == "reason_needed"
    assert state(proposal)[0] == "pending"


def test_what_is_set_aside_is_not_decided_before_it_is_taken_up(clinic: Team):
    proposal, by = make_proposal(clinic.tenant), clinic.members["reviewer"]
    quarantine_proposal(proposal, by=by, reason="wait")
    for refused in (
        lambda: approve_proposal(proposal, by=by),
        lambda: edit_proposal(proposal, by=by, content="x"),
        lambda: revise_proposal(proposal, by=by, wish="shorter"),
    ):
        with pytest.raises(Conflict, match="quarantined"):
            refused()
    reopen_proposal(proposal, by=by)
    assert approve_proposal(proposal, by=by).version == "1.0.0"


@pytest.mark.parametrize("way", ["quarantine", "reject", "revise"])
def test_what_was_turned_back_waits_again_and_its_reason_stays_as_a_comment(clinic: Team, way: str):
    proposal, by = make_proposal(clinic.tenant), clinic.members["reviewer"]
    turn = {
        "quarantine": lambda: quarantine_proposal(proposal, by=by, reason="why so"),
        "reject": lambda: reject_proposal(proposal, by=by, reason="why so"),
        "revise": lambda: revise_proposal(proposal, by=by, wish="why so"),
    }
    turn[way]()
    reopen_proposal(proposal, by=clinic.members["admin"], reason="settled now")
    assert state(proposal) == ("pending", "", None, True)
    assert said(clinic) == [
        (way, "reviewer@clinic.example", "why so"),
        ("reopen", "admin@clinic.example", "settled now"),
    ]
    audit = AuditEvent.objects.for_tenant(clinic.tenant).get(action="reopen")
    assert audit.detail["before"] in {"quarantined", "rejected", "revising"}


def test_what_is_taken_up_is_judged_anew(clinic: Team):
    by = clinic.members["reviewer"]
    first = make_proposal(clinic.tenant, 1)
    reject_proposal(first, by=by, reason="no")
    Proposal.objects.for_tenant(clinic.tenant).filter(pk=first.pk).update(gate=[])
    assert {one["verdict"] for one in reopen_proposal(first, by=by).gate} == {"pass"}


def test_a_second_proposal_of_the_pattern_stops_the_first_from_coming_back(clinic: Team):
    by = clinic.members["reviewer"]
    first = make_proposal(clinic.tenant, 1, pattern_key="same")
    reject_proposal(first, by=by, reason="no")
    second = make_proposal(clinic.tenant, 2, pattern_key="same")
    quarantine_proposal(second, by=by, reason="wait")
    with pytest.raises(Conflict) as refused:
        reopen_proposal(first, by=by)
    assert refused.value.code == "pattern_waits"
    reject_proposal(second, by=by, reason="no")
    assert reopen_proposal(first, by=by).status == "pending"


def test_what_was_approved_stays_so(clinic: Team):
    proposal, by = make_proposal(clinic.tenant), clinic.members["reviewer"]
    approve_proposal(proposal, by=by)
    for refused in (
        lambda: reopen_proposal(proposal, by=by),
        lambda: quarantine_proposal(proposal, by=by, reason="late"),
    ):
        with pytest.raises(Conflict) as error:
            refused()
        assert error.value.code == "already_decided"
