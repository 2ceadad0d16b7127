"""Take erased words out of pain points and of what was proposed against them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q

from apps.experiences.domain.pain_clusters import pain_words
from apps.experiences.domain.pattern import pattern_digest
from apps.experiences.domain.solution_feedback import weigh_solution
from apps.experiences.models import PainPoint, Solution, SolutionFeedback
from apps.experiences.note_pain import settle_pain
from apps.experiences.pain_models import PainStatus
from apps.experiences.propose_solution import propose_solution
from apps.language.tokens import language_of
from apps.llm.embedding import embedder
from apps.trajectories.domain.limits import summarize

if TYPE_CHECKING:
    from datetime import datetime

    from apps.experiences.models import PainEvidence
    from apps.learning.domain.erasure import Receipt
    from apps.learning.domain.shared_words import SharedWords
    from apps.learning.find_derived import Derived
    from apps.learning.find_doomed import Doomed
    from apps.tenants.querysets import TenantQuerySet


def forget_pains(
    doomed: Doomed, derived: Derived, words: SharedWords, receipt: Receipt, *, now: datetime
) -> None:
    """Remove the signs that are doomed; a pain point that nothing else shows goes with them.

    One that others show too is called by their words, and weighed again.
    """
    rows = PainPoint.objects.for_tenant(doomed.tenant).filter(pk__in=derived.pains)
    for pain in rows.select_related("tenant").order_by("pk").select_for_update(of=("self",)):
        theirs = doomed.owned() | Q(session_key__in=doomed.session_ids)
        receipt.counts["pain_evidence"] += pain.evidence.filter(theirs).delete()[0]
        _forget_solutions(doomed, pain, words, receipt)
        shown = pain.evidence.order_by("-weight", "-seen_at").first()
        if shown is None or not _retitle(doomed, pain, shown, words):
            receipt.counts["pain_points"] += pain.delete()[1]["experiences.PainPoint"]
            continue
        settle_pain(pain, now=now)
        if pain.status == PainStatus.CONFIRMED:
            propose_solution(pain, now=now)


def _forget_solutions(
    doomed: Doomed, pain: PainPoint, words: SharedWords, receipt: Receipt
) -> None:
    """Remove what was judged of solutions, and the solutions that repeat what is doomed."""
    for solution in Solution.objects.for_tenant(pain.tenant).filter(pain=pain).order_by("pk"):
        if words.occur_in([solution.text, solution.steps]):
            solution.delete()
            receipt.counts["solutions"] += 1
            continue
        judged = _judgements(doomed).filter(solution=solution)
        removed = judged.delete()[0]
        receipt.counts["solution_feedback"] += removed
        if removed:
            _weigh_again(solution)


def _judgements(doomed: Doomed) -> TenantQuerySet[SolutionFeedback]:
    rows = SolutionFeedback.objects.for_tenant(doomed.tenant)
    theirs = doomed.owned()
    if doomed.member:
        theirs |= Q(member=doomed.member)
    return rows.filter(theirs)


def _weigh_again(solution: Solution) -> None:
    """Bring the confidence in line with what is left; a decision that was taken stands."""
    said = list(solution.feedback.order_by("created_at").values_list("verdict", "points"))
    solution.confidence = weigh_solution(solution.status, solution.start, said).confidence
    solution.save(update_fields=["confidence"])


def _retitle(doomed: Doomed, pain: PainPoint, shown: PainEvidence, words: SharedWords) -> bool:
    """Call a pain point by what others said of it; False where another is called so already."""
    if doomed.person and pain.end_user_id == doomed.person.pk:
        pain.end_user_id = shown.end_user_id
        pain.save(update_fields=["end_user"])
    title = summarize(shown.quote) if words.occur_in(pain.title) else pain.title
    if title == pain.title and not words.occur_in(pain.words):
        return True
    digest = pattern_digest(title)
    others = PainPoint.objects.for_tenant(pain.tenant).exclude(pk=pain.pk)
    if others.filter(title_digest=digest).exists():
        return False
    pain.title, pain.title_digest, pain.language = title, digest, language_of(title)
    pain.words = pain_words(title, "")
    pain.embedding = embedder().embed([title])[0].tolist()
    pain.embedder_id = embedder().id
    pain.save()
    return True
