"""Propose a skill from a pattern of runs: drafted, gated, and left for a person to decide."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from django.db import connection, transaction

from apps.evolution.announce_changes import announce_waiting
from apps.evolution.domain.merging import merge_documents
from apps.evolution.domain.quality_gate import Suggestion, suggest_action
from apps.evolution.domain.review_states import OPEN_STATES
from apps.evolution.domain.skill_md import parse, render
from apps.evolution.domain.synthesis import SkillDraft, call_draft, draft_skill
from apps.evolution.domain.version import bump_minor
from apps.evolution.find_known import find_known, pattern_key
from apps.evolution.gate_facts import find_neighbours, judge_text, meaning_of, taken_names
from apps.evolution.models import Proposal, ProposalEvidence, Skill, SkillStatus
from apps.language.tokens import language_of
from apps.tenants.audit import record_audit
from apps.trajectories.models import Trajectory

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from apps.evolution.domain.run import Run
    from apps.evolution.domain.skill_md import SkillDocument
    from apps.evolution.domain.synthesis import Evidence
    from apps.evolution.domain.template import Pitfall
    from apps.language.tokens import Language
    from apps.tenants.models import Tenant

ENGINE = "engine"
PROCEDURE = "Procedure"
SUBSTANCE = (PROCEDURE, "Pitfalls", "Verification")
LEAST_STEPS = 2
LEAST_CONFIDENCE_TO_ASK = Decimal("0.55")


@transaction.atomic
def propose_skill(
    tenant: Tenant,
    runs: Sequence[Run],
    *,
    pitfalls: Sequence[Pitfall],
    trigger: str,
    title: str = "",
    by: str = ENGINE,
) -> Proposal | None:
    """Draft a skill from runs of one pattern and put it up for review, called `title` if given.

    Answers None when the runs have too little in common to be a procedure, or when they only add
    evidence to what waits already or was decided before: then they are marked as used.
    """
    lock_proposing(tenant)
    draft = draw_draft(tenant, runs, pitfalls=pitfalls, trigger=trigger, title=title)
    if not is_worth_asking(draft):
        return None
    known = find_known(tenant, draft, [run.trajectory_id for run in runs])
    if known is not None:
        _add_to_known(known, runs, draft)
        _mark_used(tenant, runs, known.name)
        return None
    suggestion = _suggest(tenant, draft)
    twin = _twin(tenant, suggestion)
    if twin and _says_the_same(twin, draft):
        _mark_used(tenant, runs, twin.name)
        return None
    proposal = _store(tenant, draft, suggestion, twin, trigger)
    add_evidence(proposal, runs, draft.evidence)
    proposal.gate = judge_text(proposal, proposal.content)
    proposal.end_user_id = person_of(proposal)
    proposal.save(update_fields=["gate", "end_user"])
    _mark_used(tenant, runs, proposal.name)
    record_audit(tenant, actor=by, action="propose", target=proposal, trigger=trigger)
    announce_waiting(proposal)
    return proposal


def draw_draft(
    tenant: Tenant,
    runs: Sequence[Run],
    *,
    pitfalls: Sequence[Pitfall],
    trigger: str,
    title: str = "",
) -> SkillDraft:
    """Draft a skill in the language of its people, under a name that is free."""
    taken = taken_names(tenant)
    language = speech_of(runs)
    draft = draft_skill(runs, pitfalls=pitfalls, language=language, taken=taken, trigger=trigger)
    return call_draft(draft, title, taken) if title else draft


def speech_of(runs: Sequence[Run]) -> Language:
    """Tell in which language most of the requests are, the first one's at a tie."""
    spoken = [language_of(run.intent) for run in runs]
    return "zh" if spoken.count("zh") * 2 > len(spoken) - (spoken[0] == "zh") else "en"


def person_of(proposal: Proposal) -> UUID | None:
    """Name the one person whose runs a proposal rests on; None for several, or an unknown one."""
    people = set(proposal.evidence.values_list("end_user_id", flat=True))
    return people.pop() if len(people) == 1 else None


def is_worth_asking(draft: SkillDraft) -> bool:
    """Tell whether a draft is worth a reviewer's time: a procedure, and some agreement on it."""
    is_procedure = count_steps(draft) >= LEAST_STEPS and draft.is_telling
    return is_procedure and draft.confidence >= LEAST_CONFIDENCE_TO_ASK


def count_steps(draft: SkillDraft) -> int:
    """Count the lines of a draft's procedure."""
    return draft.document.section(PROCEDURE).count("\n") + 1


def lock_proposing(tenant: Tenant) -> None:
    """One proposer a tenant at a time, so that two cannot propose the same twice.

    Whoever reads runs to propose from them asks for it first: an erasure holds it as well.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"propose:{tenant.pk}"])


def _suggest(tenant: Tenant, draft: SkillDraft) -> Suggestion:
    vector = meaning_of(draft.document.title, draft.document.description)
    return suggest_action(draft.tools, find_neighbours(tenant, vector))


def _twin(tenant: Tenant, suggestion: Suggestion) -> Skill | None:
    """The skill that a draft is to improve, merge into or revive."""
    if suggestion.action == "create":
        return None
    rows = Skill.objects.for_tenant(tenant).select_related("current")
    return rows.get(name=suggestion.targets[0])


def _says_the_same(skill: Skill, draft: SkillDraft) -> bool:
    """Tell whether an active skill already has this procedure, with these pitfalls and checks."""
    if skill.current is None or skill.status == SkillStatus.ARCHIVED:
        return False
    served = parse(skill.current.content)
    return all(served.section(part) == draft.document.section(part) for part in SUBSTANCE)


def _store(
    tenant: Tenant,
    draft: SkillDraft,
    suggestion: Suggestion,
    skill: Skill | None,
    trigger: str,
) -> Proposal:
    document = draft.document
    merges = list(suggestion.targets[1:])
    if skill:
        version = bump_minor(skill.current.version if skill.current else None)
        if merges:
            document = with_merged(tenant, document, suggestion.targets)
        document = document.model_copy(update={"name": skill.name, "version": version})
    return Proposal.objects.create(
        tenant=tenant,
        action=suggestion.action,
        trigger=trigger,
        pattern_key=pattern_key(draft),
        name=document.name,
        title=document.title,
        skill=skill,
        merges=merges,
        content=render(document),
        confidence=draft.confidence,
        language=language_of(document.title),
    )


def with_merged(tenant: Tenant, document: SkillDocument, names: Sequence[str]) -> SkillDocument:
    """Give a draft what the skills that it merges say beside it."""
    rows = Skill.objects.for_tenant(tenant).filter(name__in=names).select_related("current")
    texts = {row.name: row.current.content for row in rows if row.current}
    served = [parse(texts[name]) for name in names if name in texts]
    return merge_documents(document, served, language_of(document.title))


def _add_to_known(known: Proposal, runs: Sequence[Run], draft: SkillDraft) -> None:
    """Let the runs speak for what waits already, and no longer for one person alone."""
    if known.status not in OPEN_STATES:
        return
    add_evidence(known, runs, draft.evidence)
    known.end_user_id = person_of(known)
    known.gate = judge_text(known, known.content)
    known.save(update_fields=["end_user", "gate"])


def add_evidence(proposal: Proposal, runs: Sequence[Run], evidence: Sequence[Evidence]) -> None:
    """Note the runs that a draft quotes; one that is noted already stays as it is."""
    scores = {run.trajectory_id: run.score for run in runs}
    quotes = {piece.trajectory_id: piece.quote for piece in evidence}
    rows = Trajectory.objects.for_tenant(proposal.tenant).filter(pk__in=list(quotes))
    people = {str(pk): person for pk, person in rows.values_list("pk", "end_user_id")}
    ProposalEvidence.objects.bulk_create(
        (
            ProposalEvidence(
                tenant_id=proposal.tenant_id,
                proposal=proposal,
                trajectory_id=trajectory_id,
                end_user_id=people.get(trajectory_id),
                score=scores.get(trajectory_id),
                quote=quote[:500],
            )
            for trajectory_id, quote in quotes.items()
        ),
        ignore_conflicts=True,
    )


def _mark_used(tenant: Tenant, runs: Sequence[Run], name: str) -> None:
    """Remember what the runs were used for: a run teaches one skill."""
    ids = [pk for run in runs for pk in (run.trajectory_id, *run.parts)]
    Trajectory.objects.for_tenant(tenant).filter(pk__in=ids).update(synthesized_skill=name)
