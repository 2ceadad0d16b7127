"""Turn what a model found in a run into the drafts that experiences, profiles and pains take."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from apps.experiences.domain.extract import ExperienceDraft, Pitfall, Quote
from apps.experiences.domain.pain_confidence import WEIGHTS
from apps.experiences.domain.pain_signals import PainDraft
from apps.profiles.domain.fields import FieldName, FieldSignal
from apps.profiles.domain.reading import PersonReading
from apps.profiles.domain.statements import MemoryDraft

if TYPE_CHECKING:
    from apps.learning.extraction import Extraction

# A model's hint at a field is worth half of its confidence: two sessions have to give it.
HINT = Decimal("0.5")


def improve_experience(draft: ExperienceDraft, found: Extraction | None) -> ExperienceDraft:
    """Put a model's problem and steps into what the rules drew; the rules say that it is one.

    What is asked for and what proves it stay the rules': the run has to have succeeded.
    """
    if found is None or not found.experiences:
        return draft
    best = max(found.experiences, key=lambda one: one.confidence)
    pitfalls = list(draft.pitfalls)
    if best.item.pitfall:
        pitfalls.append(Pitfall(tool="", error=best.quote, remedy=best.item.pitfall))
    return replace(
        draft,
        context=draft.context or best.item.problem,
        solution_steps=list(best.item.steps) or draft.solution_steps,
        pitfalls=pitfalls,
        quotes=[*draft.quotes, Quote(best.quote, best.origin)],
    )


def add_to_reading(reading: PersonReading, found: Extraction | None) -> PersonReading:
    """Add what a model read of the person to what the rules read."""
    if found is None:
        return reading
    memories = [
        MemoryDraft(one.item.kind, one.item.text, one.quote, one.confidence)
        for one in found.memories
    ]
    signals = [
        FieldSignal(_field(one.item.field), one.item.value, one.quote, one.confidence * HINT)
        for one in found.profile
    ]
    return PersonReading([*reading.memories, *memories], [*reading.signals, *signals])


def pain_drafts(found: Extraction | None) -> list[PainDraft]:
    """What a model found to trouble the person, beside what the rules see."""
    return [
        PainDraft(
            title=one.item.text,
            kind=one.item.kind,
            weight=WEIGHTS[one.item.kind] * one.confidence,
            quote=one.quote,
            source=one.origin,
            language=one.language,
        )
        for one in (found.pains if found else [])
    ]


def _field(name: str) -> FieldName:
    return FieldName.TOPICS if name == "topic" else FieldName(name)
