"""A proposal goes back with a wish and returns with an answer, once for each wish."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from django.db import IntegrityError, transaction

from apps.errors import Conflict, DomainError
from apps.evolution.models import Proposal, ProposalComment
from apps.evolution.quarantine_proposal import reopen_proposal
from apps.evolution.revise_proposal import Redraft, answer_revision, revise_proposal
from apps.tenants.models import AuditEvent
from tests.evolution.proposals import make_proposal, skill_text

if TYPE_CHECKING:
    from tests.cast import Team

WISH = "把第二步写清楚 key=sk-proj-" + "a1B2c3D4" * 6


def redraft(proposal: Proposal, content: str | None = None) -> Redraft:
    text = content or skill_text(proposal.name, "Build the weekly ward report")
    return Redraft(text, "Build the weekly ward report", Decimal("0.90"), ["Drawn anew."])


@pytest.fixture
def sent_back(clinic: Team) -> Proposal:
    return revise_proposal(make_proposal(clinic.tenant), by=clinic.members["reviewer"], wish=WISH)


def test_a_wish_is_kept_without_secrets_and_audited(clinic: Team, sent_back: Proposal):
    sent_back.refresh_from_db()
    assert (sent_back.status, sent_back.decided_by) == ("revising", clinic.members["reviewer"])
    assert sent_back.reason.startswith("把第二步写清楚")
    assert "sk-proj" not in sent_back.reason
    audit = AuditEvent.objects.for_tenant(clinic.tenant).get(action="revise")
    assert audit.detail == {"wish": sent_back.reason}
    with pytest.raises(DomainError, match="what is to be different"):
        revise_proposal(make_proposal(clinic.tenant, 2), by=clinic.members["reviewer"], wish=" ")


def test_the_answer_brings_it_back_judged_and_says_what_changed(clinic: Team, sent_back: Proposal):
    draft = redraft(sent_back)
    back = answer_revision(sent_back, draft, sent_back_at=sent_back.decided_at)
    assert back
    back.refresh_from_db()
    assert (back.status, back.decided_at, back.reason) == ("pending", None, "")
    assert (back.title, back.confidence) == ("Build the weekly ward report", Decimal("0.900"))
    assert {one["verdict"] for one in back.gate} == {"pass"}
    rows = ProposalComment.objects.for_tenant(clinic.tenant).order_by("created_at", "pk")
    assert [one.remark for one in rows] == ["revise", "answer"]
    assert rows[1].text == "Drawn anew.\nChanged: title."
    assert rows[1].author == "engine"


def test_an_answer_that_changes_nothing_says_so(clinic: Team, sent_back: Proposal):
    same = Redraft(sent_back.content, sent_back.title, sent_back.confidence, ["No model."])
    answer_revision(sent_back, same, sent_back_at=sent_back.decided_at)
    answer = ProposalComment.objects.for_tenant(clinic.tenant).get(remark="answer")
    assert answer.text == "No model.\nNothing changed."


def test_a_wish_is_answered_once_and_no_other_than_the_one_that_waits(
    clinic: Team, sent_back: Proposal
):
    draft, first = redraft(sent_back), sent_back.decided_at
    reopen_proposal(sent_back, by=clinic.members["reviewer"])
    assert answer_revision(sent_back, draft, sent_back_at=first) is None
    again = revise_proposal(sent_back, by=clinic.members["reviewer"], wish="shorter")
    assert answer_revision(sent_back, draft, sent_back_at=first) is None
    assert answer_revision(sent_back, draft, sent_back_at=again.decided_at)
    assert answer_revision(sent_back, draft, sent_back_at=again.decided_at) is None
    assert ProposalComment.objects.for_tenant(clinic.tenant).filter(remark="answer").count() == 1


def test_only_what_waits_is_sent_back(clinic: Team, sent_back: Proposal):
    with pytest.raises(Conflict, match="revising: 'revise'"):
        revise_proposal(sent_back, by=clinic.members["reviewer"], wish="again")


def test_a_pattern_that_was_sent_back_is_still_open(clinic: Team, sent_back: Proposal):
    with pytest.raises(IntegrityError, match="one_open_a_pattern"), transaction.atomic():
        make_proposal(clinic.tenant, 2, pattern_key=sent_back.pattern_key)


@pytest.mark.parametrize("status", ["revising", "quarantined", "rejected"])
def test_the_database_wants_a_reason_for_what_is_turned_back(
    clinic: Team, sent_back: Proposal, status: str
):
    rows = Proposal.objects.for_tenant(clinic.tenant)
    with pytest.raises(IntegrityError, match="turned_back_has_a_reason"), transaction.atomic():
        rows.update(status=status, reason="")
    with pytest.raises(IntegrityError, match="status_is_known"), transaction.atomic():
        rows.update(status="lost")
