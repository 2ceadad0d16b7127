"""Propose to demote skills that lower scores or that nobody uses, and take back what is moot.

Pinned, shipped and personal skills are left alone; those that people wrote are proposed for their
lift alone. Rejected, a skill is not asked about again for the same reason for 30 days, or until
eight further sessions with it and eight without it were measured.
"""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import TYPE_CHECKING

from django.db import transaction

from apps.evolution.announce_changes import announce_waiting
from apps.evolution.domain.demotion import NEGATIVE_LIFT, UNUSED
from apps.evolution.domain.lift import Lift
from apps.evolution.gate_facts import judge_text
from apps.evolution.measure_lift import measure_lift
from apps.evolution.models import (
    Action,
    Layer,
    Proposal,
    ProposalStatus,
    Skill,
    SkillStatus,
)
from apps.evolution.move_proposal import move_proposal
from apps.evolution.propose_skill import ENGINE, lock_proposing
from apps.tenants.audit import record_audit

if TYPE_CHECKING:
    import uuid
    from collections.abc import Collection, Mapping
    from datetime import datetime

    from apps.tenants.models import Tenant

ASK_AGAIN_AFTER = timedelta(days=30)
FURTHER_SESSIONS = 8
CONFIDENCE = {NEGATIVE_LIFT: Decimal("0.950"), UNUSED: Decimal("1.000")}
SERVED_AGAIN, PINNED = "It is served again.", "It is pinned."
ARCHIVED, CHANGED = "It has been archived meanwhile.", "It has another text by now."
# What the engine itself turned down is asked anew as soon as there is reason to.
MOOT = frozenset({SERVED_AGAIN, PINNED, ARCHIVED, CHANGED})


@transaction.atomic
def propose_demotions(
    tenant: Tenant, lifts: Mapping[uuid.UUID, Lift], *, now: datetime
) -> list[Proposal]:
    """Propose a demotion of each skill whose lift is proven negative, and of each stale one.

    Asked again it proposes nothing twice.
    """
    candidates = _candidates(tenant, lifts)
    if not candidates:
        return []
    lock_proposing(tenant)
    open_now = Proposal.objects.for_tenant(tenant).open().filter(action=Action.DEMOTE)
    waiting = set(open_now.values_list("skill_id", flat=True))
    refused = _refused(tenant, candidates, now)
    return [
        _propose(tenant, skill, trigger)
        for skill, trigger in candidates
        if skill.pk not in waiting | refused
    ]


@transaction.atomic
def withdraw_moot(tenant: Tenant) -> int:
    """Take back the waiting demotions that time has overtaken; answers how many."""
    rows = Proposal.objects.for_tenant(tenant).pending().filter(action=Action.DEMOTE)
    found = rows.select_related("tenant", "skill__current").order_by("pk")
    locked = found.select_for_update(of=("self",))
    reasons = [(one, why) for one in locked if (why := _overtaken(one))]
    for proposal, why in reasons:
        move_proposal(proposal, "reject", reason=why)
        record_audit(tenant, actor=ENGINE, action="reject", target=proposal, reason=why)
    return len(reasons)


def _candidates(tenant: Tenant, lifts: Mapping[uuid.UUID, Lift]) -> list[tuple[Skill, str]]:
    """The skills that there is reason to demote, each with the graver reason."""
    harmful = [pk for pk, lift in lifts.items() if lift.verdict == "harmful"]
    team = Skill.objects.for_tenant(tenant).of_team().living().filter(pinned=False)
    changeable = team.exclude(layer=Layer.BUILTIN).without_vectors()
    found = [(skill, NEGATIVE_LIFT) for skill in changeable.filter(pk__in=harmful)]
    unused = changeable.filter(status=SkillStatus.STALE, layer=Layer.LEARNED)
    return found + [(skill, UNUSED) for skill in unused.exclude(pk__in=harmful)]


def _refused(
    tenant: Tenant, candidates: Collection[tuple[Skill, str]], now: datetime
) -> set[uuid.UUID]:
    """Name those of the skills that a person said to keep, where nothing new is known since."""
    triggers = {skill.pk: trigger for skill, trigger in candidates}
    rows = Proposal.objects.for_tenant(tenant).filter(
        action=Action.DEMOTE,
        skill__in=triggers,
        status=ProposalStatus.REJECTED,
        decided_at__gt=now - ASK_AGAIN_AFTER,
    )
    kept = {
        skill_id: at
        for skill_id, trigger, at, why in rows.order_by("decided_at").values_list(
            "skill_id", "trigger", "decided_at", "reason"
        )
        if at and why not in MOOT and trigger == triggers[skill_id]
    }
    return {pk for pk, at in kept.items() if not _is_newly_proven(tenant, pk, since=at)}


def _is_newly_proven(tenant: Tenant, skill_id: uuid.UUID, *, since: datetime) -> bool:
    further = measure_lift(tenant, skills=[skill_id], since=since).get(skill_id, Lift(0, 0))
    return min(further.served, further.withheld) >= FURTHER_SESSIONS


def _propose(tenant: Tenant, skill: Skill, trigger: str) -> Proposal:
    """Put a demotion before the reviewers; its text is empty, as all of the skill's goes."""
    proposal = Proposal.objects.create(
        tenant=tenant,
        action=Action.DEMOTE,
        trigger=trigger,
        pattern_key=f"demote:{skill.pk.hex}",
        name=skill.name,
        title=skill.title,
        skill=skill,
        content="",
        confidence=CONFIDENCE[trigger],
        language=skill.language,
    )
    proposal.gate = judge_text(proposal, "")
    proposal.save(update_fields=["gate"])
    record_audit(tenant, actor=ENGINE, action="propose", target=proposal, trigger=trigger)
    announce_waiting(proposal)
    return proposal


def _overtaken(proposal: Proposal) -> str:
    """Say why a demotion need not be decided any more; empty where it must."""
    skill = proposal.skill
    assert skill is not None  # noqa: S101 - only what is there is demoted
    if skill.status == SkillStatus.ARCHIVED:
        return ARCHIVED
    if skill.pinned:
        return PINNED
    if proposal.trigger == UNUSED:
        return SERVED_AGAIN if skill.status == SkillStatus.ACTIVE else ""
    current = skill.current
    return CHANGED if current and current.created_at > proposal.created_at else ""
