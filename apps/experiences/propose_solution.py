"""Propose a solution for a confirmed pain point: by model, from an experience, or by template."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.forms.models import model_to_dict

from apps.experiences.domain.solution_text import (
    SolutionDraft,
    from_experience,
    from_model,
    from_template,
)
from apps.experiences.pain_models import PainPoint, Solution, SolutionSource, SolutionStatus
from apps.experiences.pain_querysets import ON_TRIAL
from apps.experiences.recall import recall_experiences

if TYPE_CHECKING:
    from datetime import datetime

    from apps.experiences.models import Experience

# Of an experience that is only faintly alike, the steps would mislead.
LEAST_SIMILARITY = 0.45
LOOKED_AT = 10
QUOTES_LOOKED_AT = 3
_SHOWN = ("pain_pattern", "solution_steps", "pitfalls", "confidence")


@transaction.atomic
def propose_solution(pain: PainPoint, *, now: datetime, written: str = "") -> Solution | None:
    """Propose the next solution; None while one is on trial, or when nothing is left to try.

    `written` is a model's text, taken before everything else. What failed is not proposed again.
    """
    known = list(Solution.objects.for_tenant(pain.tenant).filter(pain=pain))
    if any(one.status in ON_TRIAL for one in known):
        return None
    failed = [one for one in known if one.status == SolutionStatus.FAILED]
    draft, experience = _draft(pain, failed, written)
    if draft is None:
        return None
    return Solution.objects.create(
        tenant=pain.tenant,
        pain=pain,
        experience=experience,
        text=draft.text,
        steps=draft.steps,
        language=pain.language,
        source=draft.source,
        start=draft.confidence,
        confidence=draft.confidence,
        created_at=now,
    )


def _draft(
    pain: PainPoint, failed: list[Solution], written: str
) -> tuple[SolutionDraft | None, Experience | None]:
    by_model = from_model(written)
    if by_model and by_model.text not in {one.text for one in failed}:
        return by_model, None
    found = _best_experience(pain, {one.experience_id for one in failed})
    if found:
        known, similarity = found
        fields = model_to_dict(known, _SHOWN)
        return from_experience(fields, similarity, language=pain.language), known
    if any(one.source == SolutionSource.TEMPLATE for one in failed):
        return None, None
    quotes = pain.evidence.order_by("-weight", "-seen_at").values_list("quote", flat=True)
    told = list(dict.fromkeys(quotes[:QUOTES_LOOKED_AT]))
    return from_template(pain.title, pain.kind, told, language=pain.language), None


def _best_experience(pain: PainPoint, failed: set[object]) -> tuple[Experience, float] | None:
    """Find the experience that fits a pain point best, of those that did not fail here."""
    found = recall_experiences(
        pain.tenant,
        pain.title,
        pain.embedding_list(),
        embedder_id=pain.embedder_id,
        most=LOOKED_AT,
    )
    for one in found:
        known, similarity = one.experience, one.match.similarity
        if similarity < LEAST_SIMILARITY or known.outcome == "failed":
            continue
        if known.pk not in failed:
            return known, similarity
    return None
