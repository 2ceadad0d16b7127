"""Webhooks are told what waits for review and what was approved, in the same transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.db import transaction

from apps.evolution.decide_proposal import approve_proposal
from apps.webhooks.models import WebhookDelivery
from tests.evolution.lessons import correction, repair, served_skill, teach_skill
from tests.evolution.proposals import make_proposal
from tests.webhooks.receivers import make_webhook

if TYPE_CHECKING:
    from tests.cast import Team


@pytest.fixture(autouse=True)
def _listening(clinic: Team) -> None:
    make_webhook(clinic, "https://hooks.example.org/")


def told(team: Team, event: str) -> list[dict[str, Any]]:
    rows = WebhookDelivery.objects.for_tenant(team.tenant).filter(event=event)
    return list(rows.order_by("created_at").values_list("payload", flat=True))


def test_an_approval_tells_the_version_and_where_it_is(clinic: Team):
    proposal = make_proposal(clinic.tenant)
    version = approve_proposal(proposal, by=clinic.members["reviewer"], note="fine")
    assert told(clinic, "skill.approved") == [
        {
            "id": str(version.pk),
            "skill": "ward-report-1",
            "version": "1.0.0",
            "channel": "stable",
            "proposal_id": str(proposal.pk),
            "path": "/api/v1/skills/ward-report-1",
        }
    ]


def test_an_improvement_that_waits_is_told_once(clinic: Team):
    skill = served_skill(clinic)
    made = teach_skill(clinic, skill, repair())
    teach_skill(clinic, skill, correction(), "user_correction")
    [payload] = told(clinic, "proposal.waiting")
    assert made is not None
    assert payload == {
        "id": str(made.pk),
        "kind": "skill",
        "action": "improve",
        "trigger": "error_repair",
        "name": skill.name,
        "path": f"/api/v1/proposals/{made.pk}",
    }


def test_what_is_rolled_back_was_never_told(clinic: Team):
    proposal = make_proposal(clinic.tenant)
    with transaction.atomic():
        approve_proposal(proposal, by=clinic.members["reviewer"], note="fine")
        assert len(told(clinic, "skill.approved")) == 1
        transaction.set_rollback(True)
    assert told(clinic, "skill.approved") == []
