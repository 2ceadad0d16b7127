"""Store what a run taught: a new experience, or more evidence for one that is known."""

from __future__ import annotations

from dataclasses import asdict
from decimal import Decimal
from typing import TYPE_CHECKING

from django.db import connection, transaction

from apps.experiences.domain.pattern import pattern_digest
from apps.experiences.keep_alternative import contradicts, keep_alternative
from apps.experiences.models import Experience, ExperienceEvidence
from apps.experiences.nearest import nearest_experiences
from apps.experiences.store_experience import embed_pattern, store_experience
from apps.language.digest import digest_words
from apps.llm.embedding import embedder
from apps.trajectories.domain.tool_chain import overlaps
from apps.trajectories.models import Trajectory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.experiences.domain.extract import ExperienceDraft, Pitfall, Quote
    from apps.tenants.models import Tenant

SAME_MEANING = 0.86
SAME_LOOKED_AT = 5
SAME_TOOLS = Decimal("0.50")
MOST_CONFIDENCE = Decimal("0.99")
MOST_PITFALLS = 8


@transaction.atomic
def learn_experience(trajectory: Trajectory, draft: ExperienceDraft) -> Experience | None:
    """Store a draft with its quotes; the same words said again add nothing, ten times over.

    Answers None, and stores nothing, where there is no quote to rest on.
    """
    if not any(quote.text.strip() for quote in draft.quotes):
        return None
    tenant = trajectory.tenant
    vectors = embed_pattern(draft.pain_pattern, draft.context)
    lock_experiences(tenant)
    known = _find_known(tenant, draft, vectors[0])
    if known and contradicts(known, draft):
        keep_alternative(known, trajectory, draft)
        return known
    experience = known or _create(trajectory, draft, vectors)
    independent = not _rests_on_session_of(experience, trajectory)
    fresh = add_evidence(experience, trajectory, draft.quotes)
    if known and fresh:
        _strengthen(known, draft, independent=independent)
    return experience


def lock_experiences(tenant: Tenant) -> None:
    """One learner a tenant until it commits: two could not see that they learn the same."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"experiences:{tenant.pk}"])


def _find_known(
    tenant: Tenant, draft: ExperienceDraft, vector: Sequence[float]
) -> Experience | None:
    """Find the experience that this draft repeats: the same words, or meaning and tools alike."""
    mine = Experience.objects.for_tenant(tenant).select_for_update(of=("self",), no_key=True)
    same = mine.filter(pattern_digest=pattern_digest(draft.pain_pattern)).first()
    if same:
        return same
    nearest = nearest_experiences(tenant, vector, embedder_id=embedder().id, most=SAME_LOOKED_AT)
    alike = [one for one in nearest if 1 - one.distance >= SAME_MEANING]
    if not alike:
        return None
    found = mine.active().filter(pk=min(alike, key=lambda one: one.distance).id).first()
    return found if found and overlaps(found.tools, draft.tools, SAME_TOOLS) else None


def _create(
    trajectory: Trajectory, draft: ExperienceDraft, vectors: list[list[float]]
) -> Experience:
    return store_experience(
        trajectory.tenant,
        draft.pain_pattern,
        draft.context,
        vectors=vectors,
        agent_id=trajectory.agent_id,
        end_user_id=trajectory.end_user_id,
        solution_steps=draft.solution_steps,
        pitfalls=[asdict(pitfall) for pitfall in draft.pitfalls],
        tools=draft.tools,
        language=draft.language,
        confidence=draft.confidence,
    )


def add_evidence(
    experience: Experience, trajectory: Trajectory, quotes: Sequence[Quote]
) -> list[ExperienceEvidence]:
    """Add the quotes that the experience does not rest on yet; answers those."""
    known = set(experience.evidence.values_list("quote_digest", flat=True))
    by_digest = {digest_words(quote.text): quote for quote in quotes if quote.text.strip()}
    return ExperienceEvidence.objects.bulk_create(
        ExperienceEvidence(
            tenant_id=experience.tenant_id,
            experience=experience,
            trajectory_id=trajectory.pk,
            end_user_id=trajectory.end_user_id,
            quote=quote.text[:500],
            quote_digest=digest,
            source=quote.source,
        )
        for digest, quote in by_digest.items()
        if digest not in known
    )


def _rests_on_session_of(experience: Experience, trajectory: Trajectory) -> bool:
    """Tell whether the experience has evidence from the session of this run already."""
    runs = Trajectory.objects.for_tenant(trajectory.tenant).filter(session=trajectory.session_id)
    return experience.evidence.filter(trajectory_id__in=runs.values("pk")).exists()


def _strengthen(experience: Experience, draft: ExperienceDraft, *, independent: bool) -> None:
    """Independent evidence adds up: 1 − (1 − old)(1 − new); new pitfalls join the known ones.

    Independent is what another session says: one that repeats itself proves nothing more.
    """
    if independent:
        doubt = (1 - experience.confidence) * (1 - draft.confidence)
        experience.confidence = min(MOST_CONFIDENCE, 1 - doubt)
    experience.pitfalls = _join(experience.pitfalls, draft.pitfalls)
    experience.save(update_fields=["confidence", "pitfalls", "updated_at"])


def _join(known: list[dict[str, str]], new: Sequence[Pitfall]) -> list[dict[str, str]]:
    joined = {pitfall["error"][:60]: pitfall for pitfall in known}
    for pitfall in new:
        joined.setdefault(pitfall.error[:60], asdict(pitfall))
    return list(joined.values())[:MOST_PITFALLS]
