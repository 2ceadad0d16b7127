"""Tell webhooks what waits for reviewers, and what they approved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.webhooks.domain.event import Event
from apps.webhooks.queue_deliveries import queue_deliveries

if TYPE_CHECKING:
    from apps.evolution.models import Proposal, SkillVersion


def announce_waiting(proposal: Proposal) -> None:
    """Tell, once a proposal, that it waits for a reviewer."""
    payload = {
        "id": str(proposal.pk),
        "kind": proposal.kind,
        "action": proposal.action,
        "trigger": proposal.trigger,
        "name": proposal.name,
        "path": f"/api/v1/proposals/{proposal.pk}",
    }
    key = f"{Event.PROPOSAL_WAITING}:{proposal.pk}"
    queue_deliveries(proposal.tenant, Event.PROPOSAL_WAITING, payload, key=key)


def announce_approved(version: SkillVersion, *, channel: str) -> None:
    """Tell, once a version, that a skill has it."""
    payload = {
        "id": str(version.pk),
        "skill": version.skill.name,
        "version": version.version,
        "channel": str(channel),
        "proposal_id": str(version.proposal_id),
        "path": f"/api/v1/skills/{version.skill.name}",
    }
    key = f"{Event.SKILL_APPROVED}:{version.pk}"
    queue_deliveries(version.tenant, Event.SKILL_APPROVED, payload, key=key)
