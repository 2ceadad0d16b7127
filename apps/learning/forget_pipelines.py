"""Take erased words out of pipelines, and have reviewers look at those again."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from apps.errors import DomainError
from apps.evolution.announce_changes import announce_waiting
from apps.evolution.change_pipeline import DESCRIBED_PIPELINE, describe_pipeline
from apps.evolution.domain.pipeline_yaml import parse_pipeline
from apps.evolution.domain.review_states import OPEN_STATES
from apps.evolution.gate_facts import judge_text
from apps.evolution.models import (
    Action,
    Kind,
    Pipeline,
    PipelineStatus,
    PipelineVersion,
    Proposal,
    ProposalEvidence,
    ProposalStatus,
)
from apps.learning.call_anew import call_anew
from apps.learning.domain.scrub_pipeline import is_pipeline_husk, scrub_pipeline
from apps.learning.domain.scrub_skill import Renaming
from apps.tenants.audit import record_audit

if TYPE_CHECKING:
    from apps.learning.domain.erasure import Receipt
    from apps.learning.domain.shared_words import SharedWords
    from apps.learning.find_derived import Derived
    from apps.learning.find_doomed import Doomed

TRIGGER = "erasure"


def forget_pipelines(
    doomed: Doomed, derived: Derived, words: SharedWords, receipt: Receipt
) -> dict[str, str]:
    """Take what is doomed out of every version of pipelines; answers old names with the new ones.

    One that loses all that it does is archived. To be called inside `erasing()`: versions are
    append-only else.
    """
    rows = Pipeline.objects.for_tenant(doomed.tenant).filter(pk__in=derived.pipelines)
    names: dict[str, str] = {}
    for pipeline in rows.order_by("pk").select_for_update(of=("self",)):
        before = pipeline.name
        if _forget_in_pipeline(pipeline, words, receipt) and pipeline.name != before:
            names[before] = pipeline.name
    return names


def _forget_in_pipeline(pipeline: Pipeline, words: SharedWords, receipt: Receipt) -> bool:
    """Write every version without the words, and the pipeline after its current one."""
    proofs = ProposalEvidence.objects.for_tenant(pipeline.tenant).filter(
        proposal__pipeline=pipeline
    )
    quote = proofs.order_by("pk").values_list("quote", flat=True).first()
    called = call_anew(pipeline, words, quote)
    changed = 0
    for version in PipelineVersion.objects.for_tenant(pipeline.tenant).filter(pipeline=pipeline):
        if called != Renaming(pipeline.name, pipeline.title) or words.occur_in(version.content):
            version.content = scrub_pipeline(version.content, words, called)
            version.digest = hashlib.sha256(version.content.encode()).hexdigest()
            version.save(update_fields=["content", "digest"])
            changed += 1
    if not changed:
        return False
    receipt.counts["pipeline_versions_rewritten"] += changed
    receipt.pipelines_to_review.append(called.name)
    _follow_current(pipeline, called)
    return True


def _follow_current(pipeline: Pipeline, called: Renaming) -> None:
    current = PipelineVersion.objects.filter(current_of=pipeline).first()
    pipeline.name, pipeline.title = called.name, called.title
    if current:
        try:
            describe_pipeline(pipeline, parse_pipeline(current.content))
        except DomainError:
            pipeline.description = called.title
        if is_pipeline_husk(current.content):
            pipeline.status = PipelineStatus.ARCHIVED
    pipeline.save(update_fields=[*DESCRIBED_PIPELINE, "name", "status"])


def have_pipelines_reviewed(doomed: Doomed, receipt: Receipt, *, by: str) -> None:
    """Put the texts that are left before the reviewers, as changes to their pipelines."""
    names = receipt.pipelines_to_review
    for pipeline in Pipeline.objects.for_tenant(doomed.tenant).filter(name__in=names):
        record_audit(doomed.tenant, actor=by, action="erase_words", target=pipeline)
        current = pipeline.current
        if current:
            _put_up(pipeline, current)


def _put_up(pipeline: Pipeline, current: PipelineVersion) -> None:
    waiting, _ = Proposal.objects.update_or_create(
        tenant=pipeline.tenant,
        pattern_key=f"{TRIGGER}:{pipeline.pk.hex}",
        status__in=OPEN_STATES,
        defaults={
            # From wherever it was: what was asked of the former text is answered by this one.
            "status": ProposalStatus.PENDING,
            "decided_by": None,
            "decided_at": None,
            "reason": "",
            "kind": Kind.PIPELINE,
            "action": Action.IMPROVE,
            "trigger": TRIGGER,
            "name": pipeline.name,
            "title": pipeline.title,
            "pipeline": pipeline,
            "content": current.content,
            "confidence": current.proposal.confidence if current.proposal else 1,
            "language": pipeline.language,
        },
    )
    _copy_evidence(pipeline, waiting)
    waiting.gate = judge_text(waiting, waiting.content)
    waiting.save(update_fields=["gate"])
    announce_waiting(waiting)


def _copy_evidence(pipeline: Pipeline, waiting: Proposal) -> None:
    """Let a proposal rest on all that the pipeline's other proposals rest on."""
    proofs = ProposalEvidence.objects.for_tenant(pipeline.tenant)
    others = proofs.filter(proposal__pipeline=pipeline).exclude(proposal=waiting).order_by("pk")
    ProposalEvidence.objects.bulk_create(
        (
            ProposalEvidence(
                tenant=pipeline.tenant,
                proposal=waiting,
                trajectory_id=one.trajectory_id,
                end_user_id=one.end_user_id,
                score=one.score,
                quote=one.quote,
            )
            for one in others
        ),
        ignore_conflicts=True,
    )
