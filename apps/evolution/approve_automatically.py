"""Let a small improvement of a skill that is proven to help through without a person, by rule.

Off unless a tenant and the skill's policy both say so; then as visible, and as easily rolled back,
as what a person approves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.evolution.decide_proposal import register_skill
from apps.evolution.domain.changed_parts import changed_parts
from apps.evolution.domain.improvement import heading_of
from apps.evolution.domain.sections import PITFALLS, VERIFICATION
from apps.evolution.domain.skill_md import parse
from apps.evolution.improvement_sentences import BY_RULE
from apps.evolution.measure_lift import measure_lift
from apps.evolution.models import (
    Action,
    ChangePolicy,
    ChangeTrigger,
    Improvement,
    Layer,
    ProposalComment,
    ProposalStatus,
)
from apps.evolution.move_proposal import move_proposal
from apps.evolution.propose_skill import ENGINE
from apps.tenants.audit import record_audit

if TYPE_CHECKING:
    from apps.evolution.domain.lift import Lift
    from apps.evolution.models import Proposal, Skill, SkillVersion

LOW_RISK_TRIGGERS = frozenset({ChangeTrigger.ERROR_REPAIR, ChangeTrigger.USER_CORRECTION})


def approve_automatically(proposal: Proposal) -> SkillVersion | None:
    """Approve a locked proposal where the rule lets it; None where a person is to decide."""
    skill = proposal.skill
    if skill is None or not _is_allowed(proposal, skill) or not _is_low_risk(proposal, skill):
        return None
    lift = measure_lift(proposal.tenant, skills=[skill.pk]).get(skill.pk)
    if lift is None or lift.verdict != "helpful":
        return None
    reason = BY_RULE % {"low": lift.low, "high": lift.high, "parts": ", ".join(_parts(proposal))}
    version = register_skill(proposal, ENGINE)
    move_proposal(proposal, "approve", reason=reason)
    _tell_reviewers(proposal, version, lift, reason)
    return version


def _is_allowed(proposal: Proposal, skill: Skill) -> bool:
    """What people wrote only ever gets proposals, whatever its policy."""
    return (
        proposal.tenant.learning.evolution.auto_approve_improvements
        and skill.change_policy == ChangePolicy.AUTO
        and skill.layer == Layer.LEARNED
    )


def _is_low_risk(proposal: Proposal, skill: Skill) -> bool:
    lines = Improvement.objects.for_tenant(proposal.tenant).filter(proposal=proposal)
    triggers = {proposal.trigger, *lines.values_list("trigger", flat=True)}
    document = parse(skill.current.content) if skill.current else parse(proposal.content)
    harmless = {heading_of(document, part) for part in (PITFALLS, VERIFICATION)}
    return (
        proposal.action == Action.IMPROVE
        and proposal.status == ProposalStatus.PENDING
        and not proposal.edited
        and triggers <= LOW_RISK_TRIGGERS
        and all(one["verdict"] == "pass" for one in proposal.gate)
        and set(_parts(proposal)) <= harmless
    )


def _parts(proposal: Proposal) -> list[str]:
    served = proposal.skill.current if proposal.skill else None
    return changed_parts(served.content if served else "", proposal.content)


def _tell_reviewers(proposal: Proposal, version: SkillVersion, lift: Lift, reason: str) -> None:
    """Leave a line where reviewers look, beside the audit event."""
    ProposalComment.objects.create(
        tenant=proposal.tenant, proposal=proposal, author=ENGINE, text=reason
    )
    record_audit(
        proposal.tenant,
        actor=ENGINE,
        action="approve",
        target=proposal,
        version=version.version,
        note=reason,
        lift=str(lift.mean),
    )
