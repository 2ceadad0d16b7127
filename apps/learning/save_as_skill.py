"""Save work as a skill because a person asks for it: a proposal, or one session's own skill."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from apps.evolution.domain.synthesis import USER_ASKED
from apps.evolution.domain.wished_name import tidy_name
from apps.evolution.move_proposal import tidy_words
from apps.evolution.propose_skill import (
    add_evidence,
    lock_proposing,
    person_of,
    propose_skill,
)
from apps.evolution.temporary_skill import keep_for_session
from apps.feedback.score_trajectories import score_trajectories
from apps.learning.gather_work import gather_work
from apps.trajectories.domain.planted import is_planted
from apps.trajectories.models import SessionStatus, Trajectory

if TYPE_CHECKING:
    from apps.evolution.models import Proposal, Skill
    from apps.learning.gather_work import Work


class Reason(StrEnum):
    """What came of the wish to save something as a skill."""

    PROPOSED = "proposed"
    KEPT = "kept_for_session"
    NO_RUN = "no_run"
    FAILED_RUN = "failed_run"
    EMPTY_RUN = "empty_run"
    PLANTED = "planted"
    TOO_LITTLE = "too_little"
    KNOWN = "known"
    SESSION_OVER = "session_over"


@dataclass(frozen=True, slots=True)
class Saved:
    """What was made, a proposal or a skill of the session; else `reason` says why nothing was."""

    reason: Reason
    proposal: Proposal | None = None
    skill: Skill | None = None


@transaction.atomic
def save_as_skill(
    trajectory: Trajectory, *, asked_by: str, title: str = "", temporary: bool = False
) -> Saved:
    """Propose a skill from a run and what belongs to it in its session; one run is enough.

    The same again makes nothing more. `asked_by` is who told us; `temporary` makes a skill that
    only this session is given, without a review.
    """
    tenant = trajectory.tenant
    lock_proposing(tenant)
    if trajectory.scored_at is None and trajectory.completed_at is not None:
        score_trajectories(tenant, now=timezone.now())
    work = gather_work(trajectory)
    if work.objection:
        return Saved(Reason(work.objection))
    named = _tidy_title(trajectory, title)
    if temporary:
        return _keep(trajectory, work, named, asked_by)
    return _propose(trajectory, work, named, asked_by)


def _keep(trajectory: Trajectory, work: Work, title: str, by: str) -> Saved:
    session = trajectory.session
    if session.status != SessionStatus.OPEN:
        return Saved(Reason.SESSION_OVER)
    skill = keep_for_session(session, work.runs, pitfalls=work.pitfalls, title=title, by=by)
    return Saved(Reason.KEPT, skill=skill) if skill else Saved(Reason.TOO_LITTLE)


def _propose(trajectory: Trajectory, work: Work, title: str, by: str) -> Saved:
    tenant = trajectory.tenant
    proposal = propose_skill(
        tenant, work.runs, pitfalls=work.pitfalls, trigger=USER_ASKED, title=title, by=by
    )
    mine = Trajectory.objects.for_tenant(tenant)
    if proposal is None:
        head = mine.filter(pk=work.runs[-1].trajectory_id).exclude(synthesized_skill="")
        return Saved(Reason.KNOWN if head.exists() else Reason.TOO_LITTLE)
    add_evidence(proposal, work.runs, work.quotes)
    proposal.end_user_id = person_of(proposal)
    proposal.save(update_fields=["end_user"])
    turns = mine.filter(pk__in=[quote.trajectory_id for quote in work.quotes])
    turns.update(synthesized_skill=proposal.name)
    return Saved(Reason.PROPOSED, proposal)


def _tidy_title(trajectory: Trajectory, title: str) -> str:
    """Bring a given title into form; one that gives orders, or names nothing, is left out."""
    if not title.strip() or is_planted(title):
        return ""
    return tidy_name(tidy_words(trajectory.tenant, title, lacking=""))
