"""What reviewers say of a proposal stays as they said it, but for secrets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.db import DatabaseError, transaction

from apps.errors import DomainError
from apps.evolution.comment_on_proposal import comment_on_proposal
from apps.evolution.decide_proposal import approve_proposal
from apps.evolution.models import ProposalComment
from apps.tenants.isolation import erasing
from apps.tenants.models import AuditEvent
from tests.evolution.proposals import make_proposal

if TYPE_CHECKING:
    from tests.cast import Team

KEY = "sk-proj-" + "a1B2c3D4" * 6


def test_a_comment_is_kept_with_its_author_and_audited(clinic: Team):
    proposal = make_proposal(clinic.tenant)
    said = comment_on_proposal(proposal, by=clinic.members["reviewer"], text=" 步骤2要签字 \n")
    assert (said.author, said.text) == ("reviewer@clinic.example", "步骤2要签字")
    assert AuditEvent.objects.for_tenant(clinic.tenant).filter(action="comment").count() == 1


def test_a_comment_can_be_made_in_any_state(clinic: Team):
    proposal = make_proposal(clinic.tenant)
    approve_proposal(proposal, by=clinic.members["reviewer"])
    assert comment_on_proposal(proposal, by=clinic.members["admin"], text="It works well.")


def test_secrets_are_hidden_and_long_texts_cut(clinic: Team):
    proposal = make_proposal(clinic.tenant)
    said = comment_on_proposal(
        proposal, by=clinic.members["reviewer"], text=f"Try {KEY}\x00 " + "x" * 3000
    )
    assert KEY not in said.text
    assert (len(said.text), "\x00" in said.text) == (2000, False)


def test_personal_words_are_hidden_where_the_tenant_wants_it(clinic: Team):
    clinic.tenant.settings = {"privacy": {"redactPersonal": True}}
    clinic.tenant.save()
    proposal = make_proposal(clinic.tenant)
    said = comment_on_proposal(
        proposal, by=clinic.members["reviewer"], text="Ask eve@ward.example first"
    )
    assert "eve@ward.example" not in said.text


def test_an_empty_comment_is_none(clinic: Team):
    with pytest.raises(DomainError, match="says something"):
        comment_on_proposal(make_proposal(clinic.tenant), by=clinic.members["reviewer"], text=" \n")


@pytest.mark.parametrize("role", ["member", "viewer"])
def test_only_reviewers_comment(clinic: Team, role: str):
    with pytest.raises(DomainError, match="Only reviewers"):
        comment_on_proposal(make_proposal(clinic.tenant), by=clinic.members[role], text="hm")


def test_comments_are_append_only_save_for_an_erasure(clinic: Team):
    proposal = make_proposal(clinic.tenant)
    said = comment_on_proposal(proposal, by=clinic.members["reviewer"], text="as said")
    rows = ProposalComment.objects.for_tenant(clinic.tenant).filter(pk=said.pk)
    for change in (lambda: rows.update(text="other"), rows.delete):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            change()
    with erasing():
        rows.update(text="[erased]")
    assert rows.get().text == "[erased]"
