"""Read all that was said and done in doomed runs, and what is kept of it in quotes."""

from __future__ import annotations

from itertools import batched, chain
from typing import TYPE_CHECKING, Any

from django.db.models import Q

from apps.evolution.models import ProposalEvidence, Question
from apps.experiences.models import (
    Experience,
    ExperienceEvidence,
    PainEvidence,
    PainPoint,
    SolutionFeedback,
)
from apps.feedback.models import Score, Signal
from apps.learning.domain.shared_words import texts_in
from apps.profiles.models import FieldEvidence, Memory, MemoryEvidence, ProfileField
from apps.trajectories.models import Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apps.learning.find_doomed import Doomed

RUNS_A_READ = 50
_STEP_TEXTS = ("tool", "text", "args", "result", "error", "metadata")


def read_erased_texts(doomed: Doomed) -> Iterator[str]:
    """Yield every text that goes, one at a time: of a busy person there is much."""
    yield from doomed.session_names
    if doomed.person:
        yield doomed.person.external_id
        asked = Question.objects.for_tenant(doomed.tenant).filter(end_user=doomed.person)
        yield from asked.exclude(words="").values_list("words", flat=True)
        yield from _first_told(doomed)
    yield from read_run_texts(doomed.runs)
    yield from _quotes(doomed)
    yield from _memories(doomed)


def read_run_texts(runs: Any) -> Iterator[str]:
    """Yield the texts of runs and of all their steps, a few runs at a time."""
    rows = runs.only("pk", "tenant_id", "opened_at", "intent", "final_response", "tools", "tags")
    for some in batched(rows.order_by("opened_at", "pk").iterator(RUNS_A_READ), RUNS_A_READ):
        for run in some:
            yield from texts_in([run.intent, run.final_response, run.tools, run.tags])
        steps = Step.objects.of_trajectories(list(some)).values_list(*_STEP_TEXTS)
        for step in steps.iterator(500):
            yield from texts_in(step)


def _first_told(doomed: Doomed) -> Iterator[str]:
    """What was drawn first from the person, whose run may be gone by now."""
    pains = PainPoint.objects.for_tenant(doomed.tenant).filter(end_user=doomed.person)
    yield from pains.values_list("title", flat=True)
    known = Experience.objects.for_tenant(doomed.tenant).filter(end_user=doomed.person)
    rows = known.values_list("pain_pattern", "context", "solution_steps")
    yield from chain.from_iterable(texts_in(row) for row in rows)


def _quotes(doomed: Doomed) -> Iterator[str]:
    tenant, owned = doomed.tenant, doomed.owned()
    for model in (PainEvidence, ExperienceEvidence, ProposalEvidence, SolutionFeedback):
        rows: Any = model.objects
        yield from rows.for_tenant(tenant).filter(owned).values_list("quote", flat=True)
    signals = Signal.objects.for_tenant(tenant).filter(doomed.owned("trajectory"))
    yield from signals.exclude(quote="").values_list("quote", flat=True)
    comments = Score.objects.for_tenant(tenant).filter(trajectory__in=doomed.run_ids)
    yield from comments.exclude(comment="").values_list("comment", flat=True)


def _memories(doomed: Doomed) -> Iterator[str]:
    tenant, person = doomed.tenant, doomed.person
    if person:
        memories = Memory.objects.for_tenant(tenant).filter(end_user=person)
        yield from memories.values_list("text", flat=True)
        known = ProfileField.objects.for_tenant(tenant).filter(profile__end_user=person)
        yield from known.values_list("value", flat=True)
    of_sessions = Q(session_id__in=doomed.session_ids)
    said = MemoryEvidence.objects.for_tenant(tenant).filter(
        of_sessions | Q(memory__end_user=person) if person else of_sessions
    )
    yield from said.values_list("quote", flat=True)
    hinted = FieldEvidence.objects.for_tenant(tenant).filter(
        of_sessions | Q(field__profile__end_user=person) if person else of_sessions
    )
    yield from hinted.values_list("quote", flat=True)
