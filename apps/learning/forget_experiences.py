"""Take erased words out of experiences: what rests on them alone goes, the rest is drawn anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from apps.evolution.models import Serving
from apps.experiences.domain.pattern import pain_pattern, pattern_digest
from apps.experiences.models import (
    Experience,
    ExperienceAlternative,
    ExperienceEvidence,
    ExperienceUse,
    Solution,
)
from apps.experiences.store_experience import embed_pattern, store_experience
from apps.language.tokens import language_of
from apps.learning.read_kept_texts import written_by_hand
from apps.trajectories.models import Session

if TYPE_CHECKING:
    import uuid

    from apps.learning.domain.erasure import Receipt
    from apps.learning.domain.shared_words import SharedWords
    from apps.learning.find_derived import Derived
    from apps.learning.find_doomed import Doomed

# Who points at an experience, and goes on to point at the one that takes its place.
_FOLLOWERS: tuple[Any, ...] = (
    *(ExperienceEvidence, ExperienceAlternative, ExperienceUse),
    *(Serving, Solution),
)


def forget_experiences(
    doomed: Doomed, derived: Derived, words: SharedWords, receipt: Receipt
) -> set[uuid.UUID]:
    """Take what is doomed out of experiences; answers the sessions to be learned from again.

    An experience that others prove too is deleted and drawn anew from their runs; where none of
    those is kept any more, it stays without the words. Evidence and uses are removed either way.
    """
    again: set[uuid.UUID] = set()
    rows = Experience.objects.for_tenant(doomed.tenant).filter(pk__in=derived.experiences)
    written = set(written_by_hand(rows).values_list("pk", flat=True))
    for known in rows.order_by("pk").select_for_update(of=("self",)):
        lost = _forget_evidence(doomed, known, words, receipt)
        if lost and known.pk not in written and not known.evidence.exists():
            receipt.counts["experiences"] += known.delete()[1]["experiences.Experience"]
        elif words.occur_in(_texts(known)):
            proven_in = _sessions_behind(known)
            again |= proven_in
            if proven_in:
                known.delete()
            else:
                _rewrite(known, words)
            done = "experiences_to_draw_anew" if proven_in else "experiences_rewritten"
            receipt.counts[done] += 1
    return again


def _forget_evidence(
    doomed: Doomed, known: Experience, words: SharedWords, receipt: Receipt
) -> bool:
    """Remove the quotes that are theirs, and those of theirs that stand under another's run.

    Tells whether the experience rested on any.
    """
    quotes = known.evidence.values_list("pk", "quote")
    told = [pk for pk, quote in quotes if words.occur_in(quote)]
    owned = set(known.evidence.filter(doomed.owned()).values_list("pk", flat=True))
    quoted = known.evidence.filter(pk__in=owned | set(told)).delete()[0]
    receipt.counts["experience_evidence"] += quoted
    ways = known.alternatives.all()
    tainted = [one.pk for one in ways if words.occur_in([one.quote, one.solution_steps, one.tools])]
    owned = set(known.alternatives.filter(doomed.owned()).values_list("pk", flat=True))
    gone = known.alternatives.filter(pk__in=owned | set(tainted)).delete()[0]
    receipt.counts["experience_alternatives"] += gone
    return bool(quoted) or (doomed.person is not None and known.end_user_id == doomed.person.pk)


def _texts(known: Experience) -> list[Any]:
    texts = [known.pain_pattern, known.context, known.industry_context, known.tools]
    return [*texts, known.solution_steps, known.pitfalls]


def _sessions_behind(known: Experience) -> set[uuid.UUID]:
    """The sessions, still kept, whose runs prove an experience."""
    runs = known.evidence.values("trajectory_id")
    rows = Session.objects.for_tenant(known.tenant).filter(trajectories__in=runs)
    return set(rows.values_list("pk", flat=True))


def _rewrite(known: Experience, words: SharedWords) -> None:
    """Put an experience without the words in the place of one with them."""
    quotes = known.evidence.order_by("created_at").values_list("quote", flat=True)
    pattern = known.pain_pattern
    if words.occur_in(pattern):
        pattern = next((pain_pattern(quote) for quote in quotes), "")
    others = Experience.objects.for_tenant(known.tenant).exclude(pk=known.pk)
    if not pattern or others.filter(pattern_digest=pattern_digest(pattern)).exists():
        known.delete()
        return
    context = "" if words.occur_in(known.context) else known.context
    # Its pattern's name is free from now on.
    Experience.objects.for_tenant(known.tenant).filter(pk=known.pk).update(
        pattern_digest=known.pk.hex
    )
    instead = store_experience(
        known.tenant,
        pattern,
        context,
        vectors=embed_pattern(pattern, context),
        **_fields_without(known, words),
        language=language_of(pattern),
    )
    for model in _FOLLOWERS:
        model.objects.for_tenant(known.tenant).filter(experience=known).update(experience=instead)
    known.delete()


def _fields_without(known: Experience, words: SharedWords) -> dict[str, Any]:
    industry = known.industry_context
    return {
        "agent_id": known.agent_id,
        "written_by_id": known.written_by_id,
        "solution_steps": words.kept_of(known.solution_steps),
        "pitfalls": words.kept_of(known.pitfalls),
        "tools": words.kept_of(known.tools),
        "outcome": known.outcome,
        "industry_context": "" if words.occur_in(industry) else industry,
        "confidence": known.confidence,
        "reuse_count": known.reuse_count,
        "status": known.status,
        "synthesized_skill": known.synthesized_skill,
        "created_at": known.created_at,
    }
