"""Store what went wrong in a run: a new pain point, or one more sign of a known one."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Count

from apps.experiences.announce_pain import announce_confirmed
from apps.experiences.domain.pain_clusters import PainText, is_same_pain, pain_words
from apps.experiences.domain.pain_confidence import CONFIRMED, Sign, pain_confidence
from apps.experiences.domain.pattern import pattern_digest
from apps.experiences.learn_experience import lock_experiences
from apps.experiences.pain_models import PainEvidence, PainPoint, PainStatus
from apps.experiences.propose_solution import propose_solution

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from apps.experiences.domain.pain_signals import PainDraft
    from apps.trajectories.models import Trajectory

LOOKED_AT = 8
# The same words of the same person within a day are a copied conversation, told once.
COPIES_WITHIN = timedelta(days=1)


def note_pain(
    run: Trajectory,
    drafts: Sequence[PainDraft],
    *,
    vectors: Sequence[Sequence[float]],
    embedder_id: str,
    now: datetime,
) -> list[PainPoint]:
    """Join each draft to the pain point that it means, or open one; answers those touched.

    `vectors` are unit vectors of the drafts' titles. A pain point is confirmed, and a solution
    proposed, when its confidence reaches 0.70. What is known already adds nothing, ten times over.
    """
    told = [pair for pair in zip(drafts, vectors, strict=True) if pair[0].quote.strip()]
    if not told:
        return []
    touched = []
    with transaction.atomic():
        lock_experiences(run.tenant)
        for draft, vector in told:
            pain = _find_known(run, draft, vector, embedder_id)
            pain = pain or _open(run, draft, vector, embedder_id)
            if _add_evidence(pain, run, draft):
                settle_pain(pain, now=now, remedy=draft.remedy)
            touched.append(pain)
    return touched


def settle_pain(pain: PainPoint, *, now: datetime, remedy: str = "") -> None:
    """Weigh a pain point's evidence again; confirm it, or open a solved one again, by what it says.

    A dismissed one stays dismissed. On confirmation a solution is proposed in this transaction.
    """
    signs = [
        Sign(session, weight, seen_at)
        for session, weight, seen_at in pain.evidence.values_list(
            "session_key", "weight", "seen_at"
        )
    ]
    pain.confidence = pain_confidence(signs, now=now)
    pain.people = max(1, _count_people(pain))
    pain.first_seen = min((sign.seen_at for sign in signs), default=pain.first_seen)
    pain.last_seen = max((sign.seen_at for sign in signs), default=pain.last_seen)
    if _is_back(pain):
        pain.status, pain.solved_at = PainStatus.OPEN, None
    confirms = pain.status == PainStatus.OPEN and pain.confidence >= CONFIRMED
    if confirms:
        pain.status, pain.confirmed_at = PainStatus.CONFIRMED, pain.confirmed_at or now
    pain.save(update_fields=_SETTLED)
    if confirms:
        propose_solution(pain, written=remedy, now=now)
        announce_confirmed(pain, now=now)


_SETTLED = (
    *("confidence", "people", "first_seen", "last_seen"),
    *("status", "confirmed_at", "solved_at"),
)


def _is_back(pain: PainPoint) -> bool:
    """Tell whether a solved trouble was seen after it was solved; what is told late is not that."""
    if pain.status != PainStatus.SOLVED or pain.solved_at is None:
        return False
    return pain.last_seen > pain.solved_at


def _count_people(pain: PainPoint) -> int:
    found = pain.evidence.aggregate(people=Count("end_user", distinct=True))
    return int(found["people"])


def _find_known(
    run: Trajectory, draft: PainDraft, vector: Sequence[float], embedder_id: str
) -> PainPoint | None:
    """Find the pain point that a draft tells again: in the same words, or in meaning."""
    mine = PainPoint.objects.for_tenant(run.tenant).defer("embedding")
    same = mine.filter(title_digest=pattern_digest(draft.title)).first()
    if same:
        return same
    said = _text_of_draft(draft)
    for pain in mine.nearest(vector, embedder_id)[:LOOKED_AT]:
        known = PainText(pain.title, frozenset(pain.words), pain.language)
        if is_same_pain(said, known, 1 - float(pain.distance)):
            return pain
    return None


def _text_of_draft(draft: PainDraft) -> PainText:
    return PainText(draft.title, frozenset(pain_words(draft.title, draft.task)), draft.language)


def _open(
    run: Trajectory, draft: PainDraft, vector: Sequence[float], embedder_id: str
) -> PainPoint:
    return PainPoint.objects.create(
        tenant=run.tenant,
        agent_id=run.agent_id,
        end_user_id=run.end_user_id,
        title=draft.title,
        title_digest=pattern_digest(draft.title),
        language=draft.language,
        kind=draft.kind,
        words=pain_words(draft.title, draft.task),
        embedding=list(vector),
        embedder_id=embedder_id,
        first_seen=run.started_at,
        last_seen=run.started_at,
    )


def _add_evidence(pain: PainPoint, run: Trajectory, draft: PainDraft) -> bool:
    """Keep a draft as the sign of its session where it is the strongest; tells whether it is."""
    mine = PainEvidence.objects.for_tenant(run.tenant).filter(pain=pain)
    known = mine.filter(session_key=run.session_id).first()
    if known is None and _is_copy(pain, run, draft):
        return False
    if known and known.weight >= draft.weight:
        return False
    evidence = known or PainEvidence(
        tenant=run.tenant, pain=pain, session_key=run.session_id, end_user_id=run.end_user_id
    )
    evidence.trajectory_id, evidence.seen_at = draft.said_in or run.pk, run.started_at
    evidence.kind, evidence.weight, evidence.source = draft.kind, draft.weight, draft.source
    evidence.quote, evidence.digest = draft.quote[:500], draft.digest
    evidence.save()
    return True


def _is_copy(pain: PainPoint, run: Trajectory, draft: PainDraft) -> bool:
    """Tell whether the same scene was told by the same person within a day of this one."""
    near = (run.started_at - COPIES_WITHIN, run.started_at + COPIES_WITHIN)
    same = pain.evidence.filter(digest=draft.digest, end_user_id=run.end_user_id)
    return same.filter(seen_at__range=near).exists()
