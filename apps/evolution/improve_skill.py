"""Put before a person what runs showed of a skill: the parts to change, one proposal at a time."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q

from apps.errors import DomainError
from apps.evolution.announce_changes import announce_waiting
from apps.evolution.approve_automatically import approve_automatically
from apps.evolution.change_skill import lock_skill
from apps.evolution.domain.changed_parts import changed_parts
from apps.evolution.domain.patch_text import patch_text
from apps.evolution.domain.skill_md import parse
from apps.evolution.domain.version import next_minor
from apps.evolution.gate_facts import judge_text
from apps.evolution.improvement_sentences import ALREADY_TOLD, CHANGES, TAKEN_OUT
from apps.evolution.models import (
    Action,
    ChangePolicy,
    Improvement,
    Proposal,
    SkillStatus,
    SkillVersion,
)
from apps.evolution.propose_skill import ENGINE, add_evidence, lock_proposing, person_of
from apps.evolution.rebase_proposals import takes_more
from apps.tenants.audit import record_audit

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence

    from apps.evolution.domain.improvement import Change
    from apps.evolution.domain.run import Run
    from apps.evolution.domain.synthesis import Evidence
    from apps.evolution.models import Skill
    from apps.tenants.models import Tenant

COMPARED = 20
SURE = Decimal(1)


@dataclass(frozen=True, slots=True)
class Grounds:
    """What a change rests on: runs, verbatim quotes of them, and how sure it is.

    Without a confidence it is as sure as the skill.
    """

    runs: Sequence[Run]
    evidence: Sequence[Evidence]
    confidence: Decimal | None = None


def note_improvement(skill: Skill, trigger: str, *, run_id: uuid.UUID, detail: str = "") -> None:
    """Write down, once a run, that it showed something of a skill; it waits to be proposed."""
    line = Improvement(
        tenant_id=skill.tenant_id,
        skill=skill,
        trigger=trigger,
        trajectory_id=run_id,
        detail=detail[:500],
        waits=True,
    )
    Improvement.objects.bulk_create([line], ignore_conflicts=True)


def ready_improvements(tenant: Tenant, *, most: int) -> list[Improvement]:
    """List what can be proposed now, the longest waiting first.

    A change waits while a person has another one of its skill in hand, and while the skill is
    frozen or archived.
    """
    open_ones = Proposal.objects.for_tenant(tenant).open().filter(skill__isnull=False)
    held: dict[uuid.UUID | None, bool] = {}
    for one in open_ones.select_related("claimed_by").defer("content"):
        held[one.skill_id] = one.skill_id in held or not takes_more(one)
    blocked = [pk for pk, is_held in held.items() if is_held]
    rows = Improvement.objects.for_tenant(tenant).filter(waits=True)
    changeable = ~Q(skill__change_policy=ChangePolicy.FROZEN) & ~Q(skill_id__in=blocked)
    served = rows.filter(changeable, skill__current__isnull=False).exclude(
        skill__status=SkillStatus.ARCHIVED
    )
    ordered = served.select_related("tenant", "skill__current").order_by("created_at", "pk")
    return list(ordered.defer("skill__embedding")[:most])


@transaction.atomic
def improve_skill(improvement: Improvement, change: Change, grounds: Grounds) -> Proposal | None:
    """Propose a waiting improvement, or add it to the open proposal of its skill.

    None when the skill says it already, when a person turned it down or took it out before, and
    when it has to wait.
    """
    tenant = improvement.tenant
    lock_proposing(tenant)
    rows = Improvement.objects.for_tenant(tenant).select_for_update().filter(waits=True)
    line = rows.filter(pk=improvement.pk).first()
    if line is None:
        return None
    open_ones = _lock_open(tenant, line.skill_id)
    skill = lock_skill(line.skill, tenant)
    if skill.change_policy == ChangePolicy.FROZEN or skill.current is None:
        return None
    if len(open_ones) > 1 or not all(map(takes_more, open_ones)):
        return None
    proposal = open_ones[0] if open_ones else _new_proposal(skill, line.trigger)
    proposal.skill = skill
    base = proposal.content
    patched = _patch(base, change, parse(base).version if open_ones else _next_version(skill))
    if patched != base and _was_taken_out(skill, change):
        settle_improvement(line, TAKEN_OUT)
        return None
    if patched == base and not open_ones:
        settle_improvement(line, ALREADY_TOLD)
        return None
    proposal.content = patched
    _store(proposal, grounds)
    _add_detail(line, _told(base, patched))
    line.proposal, line.waits = proposal, False
    line.save(update_fields=["detail", "proposal", "waits"])
    action = "extend" if open_ones else "propose"
    record_audit(tenant, actor=ENGINE, action=action, target=proposal, trigger=line.trigger)
    if approve_automatically(proposal) is None and not open_ones:
        announce_waiting(proposal)
    return proposal


def settle_improvement(line: Improvement, detail: str) -> None:
    """Close a line of the log that nothing comes of, with the reason."""
    _add_detail(line, detail)
    line.waits = False
    line.save(update_fields=["detail", "waits"])


def _told(before: str, after: str) -> str:
    parts = ", ".join(changed_parts(before, after))
    return CHANGES % {"parts": parts} if parts else ALREADY_TOLD


def _add_detail(line: Improvement, detail: str) -> None:
    line.detail = "\n".join(filter(None, [line.detail, detail]))[:500]


def _lock_open(tenant: Tenant, skill_id: uuid.UUID) -> list[Proposal]:
    rows = Proposal.objects.for_tenant(tenant).open().filter(skill_id=skill_id).order_by("pk")
    return list(rows.select_related("tenant", "skill").select_for_update(of=("self",)))


def _new_proposal(skill: Skill, trigger: str) -> Proposal:
    """Start a proposal with the text that is served; it is not stored yet."""
    return Proposal(
        tenant=skill.tenant,
        action=Action.IMPROVE,
        trigger=trigger,
        pattern_key=f"improve:{skill.pk.hex}",
        name=skill.name,
        title=skill.title,
        skill=skill,
        content=skill.current.content if skill.current else "",
        confidence=_confidence_of(skill),
        language=skill.language,
    )


def _store(proposal: Proposal, grounds: Grounds) -> None:
    if grounds.confidence is not None:
        proposal.confidence = min(proposal.confidence, grounds.confidence)
    proposal.save()
    add_evidence(proposal, grounds.runs, grounds.evidence)
    proposal.end_user_id = person_of(proposal)
    proposal.gate = judge_text(proposal, proposal.content)
    proposal.save(update_fields=["end_user", "gate"])


def _confidence_of(skill: Skill) -> Decimal:
    """How sure the text is that stands: a person's own is."""
    approved = skill.current.proposal if skill.current else None
    return approved.confidence if approved else SURE


def _next_version(skill: Skill) -> str:
    taken = set(skill.versions.values_list("version", flat=True))
    return next_minor(skill.current.version if skill.current else None, taken)


def _patch(text: str, change: Change, version: str) -> str:
    return patch_text(text, change.patch(parse(text)), version=version)


def _was_taken_out(skill: Skill, change: Change) -> bool:
    """Tell whether a rejected proposal or a former version said it: then a person is against it."""
    rejected = Proposal.objects.for_tenant(skill.tenant).filter(skill=skill, status="rejected")
    former = SkillVersion.objects.for_tenant(skill.tenant).filter(skill=skill)
    texts = [
        *rejected.order_by("-decided_at").values_list("content", flat=True)[:COMPARED],
        *former.exclude(current_of=skill)
        .order_by("-created_at")
        .values_list("content", flat=True)[:COMPARED],
    ]
    return any(_says_already(text, change) for text in texts)


def _says_already(text: str, change: Change) -> bool:
    try:
        return _patch(text, change, "") == text
    except DomainError:  # a reviewer left it unreadable
        return False
