"""Take erased words out of proposals and skills, and have reviewers look at those again."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from apps.evolution.announce_changes import announce_waiting
from apps.evolution.change_skill import DESCRIBED, describe_skill
from apps.evolution.domain.review_states import OPEN_STATES
from apps.evolution.domain.skill_md import parse
from apps.evolution.gate_facts import judge_text
from apps.evolution.models import (
    Action,
    Kind,
    Proposal,
    ProposalComment,
    ProposalEvidence,
    ProposalStatus,
    Skill,
    SkillStatus,
    SkillVersion,
)
from apps.experiences.models import Experience
from apps.learning.call_anew import call_anew
from apps.learning.domain.scrub_pipeline import scrub_pipeline
from apps.learning.domain.scrub_skill import Renaming, is_husk, scrub_skill
from apps.learning.forget_pipelines import forget_pipelines, have_pipelines_reviewed
from apps.tenants.audit import record_audit
from apps.trajectories.models import Trajectory

if TYPE_CHECKING:
    from uuid import UUID

    from apps.learning.domain.erasure import Receipt
    from apps.learning.domain.shared_words import SharedWords
    from apps.learning.find_derived import Derived
    from apps.learning.find_doomed import Doomed

TRIGGER = "erasure"


def forget_skills(
    doomed: Doomed, derived: Derived, words: SharedWords, receipt: Receipt, *, by: str
) -> dict[str, str]:
    """Take what is doomed out of proposals, skills and pipelines; answers old names with new ones.

    A skill that loses lines waits for a reviewer again, one that loses its whole procedure is no
    longer served. To be called inside `erasing()`: versions are append-only else.
    """
    proposals = Proposal.objects.for_tenant(doomed.tenant).filter(pk__in=derived.proposals)
    held = list(proposals.select_related("tenant").order_by("pk").select_for_update(of=("self",)))
    evidence = ProposalEvidence.objects.for_tenant(doomed.tenant).filter(doomed.owned())
    bereft = set(evidence.values_list("proposal_id", flat=True))
    receipt.counts["proposal_evidence"] += evidence.delete()[0]
    rows = Skill.objects.for_tenant(doomed.tenant).filter(pk__in=derived.skills)
    skills = list(rows.order_by("pk").select_for_update(of=("self",)))
    names: dict[str, str] = {}
    pipelines = forget_pipelines(doomed, derived, words, receipt)
    for skill in skills:
        _forget_in_skill(skill, words, receipt, names)
    for proposal in held:
        if proposal.pk in bereft and _rests_on_nothing(proposal):
            receipt.counts["proposals"] += 1
            proposal.delete()
        else:
            is_pipeline = proposal.kind == Kind.PIPELINE
            _forget_in_proposal(proposal, words, receipt, pipelines if is_pipeline else names)
    _call_by_new_names(doomed, names)
    for skill in skills:
        if skill.name in receipt.skills_to_review:
            _have_reviewed(skill, by)
    have_pipelines_reviewed(doomed, receipt, by=by)
    return names | pipelines


def _forget_in_skill(
    skill: Skill, words: SharedWords, receipt: Receipt, names: dict[str, str]
) -> None:
    """Write every version of a skill without the words, and the skill after its current one."""
    proofs = ProposalEvidence.objects.for_tenant(skill.tenant).filter(proposal__skill=skill)
    called = call_anew(skill, words, proofs.order_by("pk").values_list("quote", flat=True).first())
    if called.name != skill.name:
        names[skill.name] = called.name
    changed = 0
    for version in SkillVersion.objects.for_tenant(skill.tenant).filter(skill=skill):
        if called != Renaming(skill.name, skill.title) or words.occur_in(version.content):
            version.content = scrub_skill(version.content, words, called)
            version.digest = hashlib.sha256(version.content.encode()).hexdigest()
            version.save(update_fields=["content", "digest"])
            changed += 1
    if not changed:
        return
    receipt.counts["skill_versions_rewritten"] += changed
    receipt.skills_to_review.append(called.name)
    versions = SkillVersion.objects.for_tenant(skill.tenant)
    current = versions.filter(pk__in=_shown(skill)).first()
    if current:
        describe_skill(skill, parse(current.content))
        if is_husk(current.content):
            skill.status = SkillStatus.ARCHIVED
    skill.save(update_fields=[*DESCRIBED, "name", "status"])


def _rests_on_nothing(proposal: Proposal) -> bool:
    """Tell whether an open proposal has neither evidence left nor a person's own work in it."""
    is_ours = proposal.status in OPEN_STATES and not proposal.edited
    return is_ours and not proposal.evidence.exists() and not proposal.comments.exists()


def _forget_in_proposal(
    proposal: Proposal, words: SharedWords, receipt: Receipt, names: dict[str, str]
) -> None:
    """Write a proposal without the words, and judge one that waits anew."""
    _forget_in_comments(proposal, words, receipt)
    texts = [proposal.name, proposal.title, proposal.content, proposal.gate, proposal.reason]
    if proposal.name not in names and not words.occur_in(texts):
        return
    quote = proposal.evidence.order_by("pk").values_list("quote", flat=True).first()
    called = call_anew(proposal, words, quote)
    if proposal.name in names:
        called = Renaming(names[proposal.name], called.title)
    elif called.name != proposal.name:
        names[proposal.name] = called.name
    proposal.name, proposal.title = called.name, called.title
    scrub = scrub_pipeline if proposal.kind == Kind.PIPELINE else scrub_skill
    proposal.content = scrub(proposal.content, words, called)
    proposal.reason = words.without(proposal.reason)
    proposal.gate = words.without(proposal.gate)
    proposal.save(update_fields=["name", "title", "content", "reason", "gate"])
    if proposal.status in OPEN_STATES:
        proposal.gate = judge_text(proposal, proposal.content)
        proposal.save(update_fields=["gate"])
    receipt.counts["proposals_rewritten"] += 1


def _forget_in_comments(proposal: Proposal, words: SharedWords, receipt: Receipt) -> None:
    for comment in ProposalComment.objects.for_tenant(proposal.tenant).filter(proposal=proposal):
        if words.occur_in(comment.text):
            comment.text = words.without(comment.text)
            comment.save(update_fields=["text"])
            receipt.counts["proposal_comments_rewritten"] += 1


def _call_by_new_names(doomed: Doomed, names: dict[str, str]) -> None:
    """Follow new names where runs and experiences remember what they were used for."""
    for before, name in names.items():
        for rows in (
            Experience.objects.for_tenant(doomed.tenant),
            Trajectory.objects.for_tenant(doomed.tenant),
        ):
            rows.filter(synthesized_skill=before).update(synthesized_skill=name)


def _shown(skill: Skill) -> list[UUID]:
    """The version that a skill is shown by: the stable one, else the beta."""
    return [pk for pk in (skill.current_id, skill.beta_id) if pk is not None][:1]


def _have_reviewed(skill: Skill, by: str) -> None:
    """Put the text that is left before the reviewers, as a change to the skill."""
    record_audit(skill.tenant, actor=by, action="erase_words", target=skill)
    versions = SkillVersion.objects.for_tenant(skill.tenant)
    current = versions.filter(pk__in=_shown(skill)).first()
    if current is None:
        return
    waiting, _ = Proposal.objects.update_or_create(
        tenant=skill.tenant,
        pattern_key=f"{TRIGGER}:{skill.pk.hex}",
        status__in=OPEN_STATES,
        defaults={
            # From wherever it was: what was asked of the former text is answered by this one.
            "status": ProposalStatus.PENDING,
            "decided_by": None,
            "decided_at": None,
            "reason": "",
            "action": Action.IMPROVE,
            "trigger": TRIGGER,
            "name": skill.name,
            "title": skill.title,
            "skill": skill,
            "content": current.content,
            "confidence": current.proposal.confidence if current.proposal else 1,
            "language": skill.language,
        },
    )
    _copy_evidence(skill, waiting)
    waiting.gate = judge_text(waiting, waiting.content)
    waiting.save(update_fields=["gate"])
    announce_waiting(waiting)


def _copy_evidence(skill: Skill, waiting: Proposal) -> None:
    """Let a proposal about a skill rest on all that the skill's other proposals rest on."""
    proofs = ProposalEvidence.objects.for_tenant(skill.tenant)
    of_skill = proofs.filter(proposal__skill=skill).exclude(proposal=waiting).order_by("pk")
    ProposalEvidence.objects.bulk_create(
        (
            ProposalEvidence(
                tenant=skill.tenant,
                proposal=waiting,
                trajectory_id=one.trajectory_id,
                end_user_id=one.end_user_id,
                score=one.score,
                quote=one.quote,
            )
            for one in of_skill
        ),
        ignore_conflicts=True,
    )
