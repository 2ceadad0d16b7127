"""Take what people say of a solution: success makes it an experience, failure asks for the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from apps.errors import Conflict, NotFound
from apps.experiences.domain.solution_feedback import EXPLICIT_POINTS, weigh_solution
from apps.experiences.keep_solution import keep_as_experience
from apps.experiences.learn_experience import lock_experiences
from apps.experiences.note_pain import settle_pain
from apps.experiences.pain_models import (
    FeedbackKind,
    PainPoint,
    PainStatus,
    Solution,
    SolutionFeedback,
    SolutionStatus,
)
from apps.experiences.propose_solution import propose_solution
from apps.tenants.audit import record_audit
from apps.trajectories.domain.redaction import redact_personal, redact_secrets

if TYPE_CHECKING:
    from datetime import datetime

    from apps.experiences.domain.solution_feedback import SolutionReading
    from apps.tenants.models import Membership
    from apps.trajectories.models import Trajectory

MOST_QUOTE = 500


@transaction.atomic
def judge_solution(
    solution: Solution,
    verdict: str,
    *,
    by: str,
    now: datetime,
    member: Membership | None = None,
    comment: str = "",
) -> Solution:
    """Take a person's judgement; a second one of the same person replaces the first.

    Raises `solution_rejected` for one whose pain point was dismissed.
    """
    locked = _lock(solution)
    if locked.status == SolutionStatus.REJECTED:
        raise Conflict("solution_rejected", "The pain point of this solution was dismissed.")
    SolutionFeedback.objects.update_or_create(
        tenant=locked.tenant,
        solution=locked,
        kind=FeedbackKind.EXPLICIT,
        by=by[:200],
        defaults={
            "verdict": verdict,
            "points": EXPLICIT_POINTS,
            "quote": _clean(locked, comment),
            "member": member,
            "created_at": now,
        },
    )
    _settle(locked, now=now, moment=now, run=None)
    record_audit(locked.tenant, actor=by, action="judge_solution", target=locked, verdict=verdict)
    return locked


@transaction.atomic
def note_implicit_feedback(
    solution: Solution, said: Trajectory, reading: SolutionReading, *, now: datetime
) -> bool:
    """Take what a message says of a solution, once a message; tells whether it was new."""
    if reading.verdict == "neutral":
        return False
    locked = _lock(solution)
    if locked.status == SolutionStatus.REJECTED:
        return False
    _, is_new = SolutionFeedback.objects.get_or_create(
        tenant=locked.tenant,
        solution=locked,
        kind=FeedbackKind.IMPLICIT,
        trajectory_id=said.pk,
        defaults={
            "verdict": reading.verdict,
            "points": reading.points,
            "quote": said.intent[:MOST_QUOTE],
            "end_user_id": said.end_user_id,
            "by": "rules",
            "created_at": now,
        },
    )
    if is_new:
        _settle(locked, now=now, moment=said.started_at, run=said)
    return is_new


def _lock(solution: Solution) -> Solution:
    """Take the tenant's lock, then the row as it is now: two judgements add up, none is lost."""
    lock_experiences(solution.tenant)
    rows = Solution.objects.for_tenant(solution.tenant).select_related("tenant", "pain")
    found = rows.filter(pk=solution.pk).first()
    if found is None:
        raise NotFound("solution")
    return found


def _settle(solution: Solution, *, now: datetime, moment: datetime, run: Trajectory | None) -> None:
    """Move a solution and its pain point to where all feedback together puts them."""
    said = list(solution.feedback.order_by("created_at").values_list("verdict", "points"))
    standing = weigh_solution(solution.status, solution.start, said)
    before, solution.status = solution.status, standing.status
    solution.confidence = standing.confidence
    if before != solution.status and solution.status in _DECIDED:
        solution.decided_at = now
    solution.save(update_fields=["status", "confidence", "decided_at"])
    if before == solution.status:
        return
    if solution.status == SolutionStatus.HELPED:
        _solve(solution.pain, moment)
        keep_as_experience(solution, run)
    if solution.status == SolutionStatus.FAILED:
        _reopen(solution.pain, now)


_DECIDED = (SolutionStatus.HELPED, SolutionStatus.FAILED)


def _solve(pain: PainPoint, moment: datetime) -> None:
    if pain.status == PainStatus.DISMISSED:
        return
    pain.status, pain.solved_at = PainStatus.SOLVED, moment
    pain.save(update_fields=["status", "solved_at"])


def _reopen(pain: PainPoint, now: datetime) -> None:
    """A failed solution leaves its trouble where the evidence puts it, with the next to try."""
    if pain.status == PainStatus.SOLVED:
        pain.status, pain.solved_at = PainStatus.OPEN, None
        settle_pain(pain, now=now)
    elif pain.status == PainStatus.CONFIRMED:
        propose_solution(pain, now=now)


def _clean(solution: Solution, comment: str) -> str:
    """Hide secrets in a comment, and personal details where the tenant asks for it."""
    kept = redact_secrets(comment)
    if solution.tenant.learning.privacy.redact_personal:
        kept = redact_personal(kept)
    return kept[:MOST_QUOTE]
