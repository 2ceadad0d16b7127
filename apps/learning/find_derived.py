"""Find what was drawn from doomed runs, and the words that it shares with them alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q

from apps.evolution.models import Proposal
from apps.experiences.models import Experience, PainEvidence, PainPoint, SolutionFeedback
from apps.learning.domain.shared_words import WordHunt
from apps.learning.read_erased_texts import read_erased_texts
from apps.learning.read_kept_texts import read_derived_texts, read_kept_texts

if TYPE_CHECKING:
    import uuid

    from apps.learning.domain.shared_words import SharedWords
    from apps.learning.find_doomed import Doomed


@dataclass(frozen=True, slots=True)
class Derived:
    """The ids of what rests on doomed runs."""

    experiences: set[uuid.UUID]
    pains: set[uuid.UUID]
    skills: set[uuid.UUID]
    pipelines: set[uuid.UUID]
    proposals: set[uuid.UUID]


def find_derived(doomed: Doomed) -> Derived:
    """Find all that any doomed run, or the person, is evidence of."""
    pains = _pains(doomed)
    skills, pipelines, proposals = _skills(doomed)
    return Derived(_experiences(doomed, pains), pains, skills, pipelines, proposals)


def find_shared_words(doomed: Doomed, derived: Derived) -> SharedWords:
    """Find the words of derived texts that nobody else said, while the runs can still be read."""
    hunt = WordHunt()
    hunt.look_in(read_derived_texts(doomed, derived))
    for text in read_erased_texts(doomed):
        hunt.said(text)
    hunt.said_elsewhere(read_kept_texts(doomed, derived))
    return hunt.found()


def _pains(doomed: Doomed) -> set[uuid.UUID]:
    evidence = PainEvidence.objects.for_tenant(doomed.tenant).filter(
        doomed.owned() | Q(session_key__in=doomed.session_ids)
    )
    judged = SolutionFeedback.objects.for_tenant(doomed.tenant).filter(doomed.owned())
    pains = set(evidence.values_list("pain_id", flat=True))
    pains.update(judged.values_list("solution__pain_id", flat=True))
    if doomed.person:
        first = PainPoint.objects.for_tenant(doomed.tenant).filter(end_user=doomed.person)
        pains.update(first.values_list("pk", flat=True))
    return pains


def _experiences(doomed: Doomed, pains: set[uuid.UUID]) -> set[uuid.UUID]:
    rows = Experience.objects.for_tenant(doomed.tenant)
    drawn = doomed.owned("evidence__trajectory_id", "evidence__end_user")
    another_way = doomed.owned("alternatives__trajectory_id", "alternatives__end_user")
    other = Q(solutions__pain__in=pains)
    if doomed.person:
        other |= Q(end_user=doomed.person)
    asked = (drawn, another_way, other)
    return {pk for each in asked for pk in rows.filter(each).values_list("pk", flat=True)}


def _skills(doomed: Doomed) -> tuple[set[uuid.UUID], set[uuid.UUID], set[uuid.UUID]]:
    """The skills and the pipelines with all their proposals, and the proposals that became none.

    Waits for who decides one of them just now, and keeps deciding out until all is done.
    """
    rows = Proposal.objects.for_tenant(doomed.tenant)
    drawn = rows.filter(doomed.owned("evidence__trajectory_id", "evidence__end_user"))
    ids = set(drawn.values_list("pk", flat=True))
    while True:
        held = rows.filter(pk__in=ids).order_by("pk").select_for_update()
        list(held.values_list("pk"))
        skills = set(held.exclude(skill=None).values_list("skill__pk", flat=True))
        pipelines = set(held.exclude(pipeline=None).values_list("pipeline__pk", flat=True))
        of_these = rows.filter(Q(skill__in=skills) | Q(pipeline__in=pipelines))
        more = set(of_these.values_list("pk", flat=True)) - ids
        if not more:
            return skills, pipelines, ids
        ids |= more
