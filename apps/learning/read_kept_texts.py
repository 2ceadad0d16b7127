"""Read what stays when runs are erased: what was drawn from them, and what others said."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from apps.evolution.domain.phrasing import own_phrases
from apps.evolution.domain.pipeline_words import own_pipeline_sentences
from apps.evolution.domain.remedy import own_remedies
from apps.evolution.domain.template import own_sentences
from apps.evolution.models import (
    Pipeline,
    PipelineRun,
    PipelineStep,
    PipelineVersion,
    Proposal,
    ProposalComment,
    ProposalEvidence,
    Skill,
    SkillVersion,
)
from apps.experiences.domain.everyday import REQUESTS
from apps.experiences.models import (
    Experience,
    ExperienceAlternative,
    ExperienceEvidence,
    PainEvidence,
    PainPoint,
    Solution,
)
from apps.experiences.pain_models import SolutionSource
from apps.learning.domain.shared_words import texts_in
from apps.learning.models import Reflection
from apps.learning.read_erased_texts import read_run_texts
from apps.profiles.models import Memory
from apps.tenants.models import AuditEvent, Notice
from apps.trajectories.models import Import, Trajectory
from apps.webhooks.models import WebhookDelivery

if TYPE_CHECKING:
    import uuid
    from collections.abc import Iterator

    from apps.learning.find_derived import Derived
    from apps.learning.find_doomed import Doomed
    from apps.tenants.models import Tenant

RECENT_RUNS = 2000
# Quotes that came by way of a solution stand under the run that it helped in, whosever they are.
_SECOND_HAND = ("pain", "feedback")


def read_derived_texts(doomed: Doomed, derived: Derived) -> Iterator[str]:
    """Yield the texts that words of the doomed runs may stand in."""
    for rows in _derived_rows(doomed, derived):
        for row in rows.iterator(200):
            yield from texts_in(row)


def _derived_rows(doomed: Doomed, derived: Derived) -> Iterator[Any]:
    tenant = doomed.tenant
    known = Experience.objects.for_tenant(tenant).filter(pk__in=derived.experiences)
    yield known.values_list("pain_pattern", "context", "industry_context", "tools")
    yield known.values_list("solution_steps", "pitfalls")
    for model in (ExperienceEvidence, ExperienceAlternative):
        rows: Any = model.objects
        quoted = rows.for_tenant(tenant).filter(experience__in=derived.experiences)
        yield quoted.values_list("quote")
    others = ExperienceAlternative.objects.for_tenant(tenant)
    ways = others.filter(experience__in=derived.experiences)
    yield ways.values_list("solution_steps", "tools")
    pains = PainPoint.objects.for_tenant(tenant).filter(pk__in=derived.pains)
    yield pains.values_list("title", "words")
    solutions = Solution.objects.for_tenant(tenant).filter(pain__in=derived.pains)
    yield solutions.values_list("text", "steps")
    skills = Skill.objects.for_tenant(tenant).filter(pk__in=derived.skills)
    yield skills.values_list("name", "title", "description", "triggers", "tools")
    versions = SkillVersion.objects.for_tenant(tenant).filter(skill__in=derived.skills)
    yield versions.values_list("content")
    yield from _pipeline_rows(tenant, derived)
    proposals = Proposal.objects.for_tenant(tenant).filter(pk__in=derived.proposals)
    yield proposals.values_list("name", "title", "content", "gate", "reason")
    comments = ProposalComment.objects.for_tenant(tenant).filter(proposal__in=derived.proposals)
    yield comments.values_list("text")
    memories = Memory.objects.for_tenant(tenant)
    if doomed.person is None:
        said = memories.filter(evidence__session_id__in=doomed.session_ids)
        yield said.values_list("text")
    yield reports_of(doomed).values_list("report")
    yield from _rows_of_anybody(tenant)
    yield decisions_on(doomed, derived).values_list("detail")


def _rows_of_anybody(tenant: Tenant) -> Iterator[Any]:
    """Imports, runs of pipelines, notices, messages of webhooks: anything may be in them."""
    yield Import.objects.for_tenant(tenant).values_list("name", "errors", "detail")
    yield PipelineRun.objects.for_tenant(tenant).values_list("inputs", "output", "error")
    yield PipelineStep.objects.for_tenant(tenant).values_list("params", "output", "error")
    yield Notice.objects.for_tenant(tenant).values_list("title", "text")
    yield WebhookDelivery.objects.for_tenant(tenant).values_list("payload", "key", "detail")


def _pipeline_rows(tenant: Tenant, derived: Derived) -> Iterator[Any]:
    pipelines = Pipeline.objects.for_tenant(tenant).filter(pk__in=derived.pipelines)
    yield pipelines.values_list("name", "title", "description", "triggers", "tools")
    texts = PipelineVersion.objects.for_tenant(tenant).filter(pipeline__in=derived.pipelines)
    yield texts.values_list("content")


def reports_of(doomed: Doomed) -> Any:
    """The reflections: any may name a trouble that is older than every run that is kept."""
    return Reflection.objects.for_tenant(doomed.tenant)


def decisions_on(doomed: Doomed, derived: Derived) -> Any:
    """The audit events about what was drawn from doomed runs."""
    solutions = Solution.objects.for_tenant(doomed.tenant).filter(pain__in=derived.pains)
    targets: set[uuid.UUID] = set(solutions.values_list("pk", flat=True))
    targets |= derived.experiences | derived.pains | derived.skills | derived.proposals
    targets |= derived.pipelines
    rows = AuditEvent.objects.for_tenant(doomed.tenant)
    return rows.filter(target_id__in=[str(pk) for pk in targets])


def written_by_hand(rows: Any) -> Any:
    """Those experiences that a member wrote: not those that were solutions first."""
    drafted = [SolutionSource.TEMPLATE, SolutionSource.MODEL]
    return rows.filter(agent=None, end_user=None).exclude(solutions__source__in=drafted)


def read_kept_texts(doomed: Doomed, derived: Derived) -> Iterator[str]:
    """Yield what others said: in the runs that the same things rest on, and lately in any.

    Also the words that are ours, and those that anybody may use.
    """
    yield from chain(REQUESTS, own_sentences(), own_phrases(), own_remedies())
    yield from own_pipeline_sentences()
    yield from _tools_of_others(doomed)
    written = written_by_hand(Experience.objects.for_tenant(doomed.tenant))
    rows = written.filter(pk__in=derived.experiences)
    yield from texts_in(list(rows.values_list("pain_pattern", "context", "solution_steps")))
    yield from texts_in(list(rows.values_list("industry_context", "pitfalls", "tools")))
    proofs: set[uuid.UUID] = set()
    for rows in _other_evidence(doomed, derived):
        for run_id, quote in rows.values_list("trajectory_id", "quote"):
            proofs.add(run_id)
            yield quote
    others = Trajectory.objects.for_tenant(doomed.tenant).exclude(pk__in=doomed.run_ids)
    yield from read_run_texts(others.filter(pk__in=proofs))
    recent = others.order_by("-started_at").values_list("intent", "final_response")
    yield from chain.from_iterable(recent[:RECENT_RUNS])


def _tools_of_others(doomed: Doomed) -> list[str]:
    rows = Trajectory.objects.for_tenant(doomed.tenant).exclude(pk__in=doomed.run_ids)
    used = rows.exclude(tools=[]).order_by().values_list("tools", flat=True).distinct()
    return sorted({tool for tools in used.iterator(2000) for tool in tools})


def _other_evidence(doomed: Doomed, derived: Derived) -> Iterator[Any]:
    tenant, owned = doomed.tenant, doomed.owned()
    first_hand = ExperienceEvidence.objects.for_tenant(tenant).exclude(source__in=_SECOND_HAND)
    yield first_hand.filter(experience__in=derived.experiences).exclude(owned)
    others = ExperienceAlternative.objects.for_tenant(tenant)
    yield others.filter(experience__in=derived.experiences).exclude(owned)
    seen = PainEvidence.objects.for_tenant(tenant).filter(pain__in=derived.pains)
    yield seen.exclude(session_key__in=doomed.session_ids).exclude(owned)
    asked = ProposalEvidence.objects.for_tenant(tenant)
    yield asked.filter(proposal__in=derived.proposals).exclude(owned)
