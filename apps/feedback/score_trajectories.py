"""Score finished trajectories by rule, and take in the feedback that came as events."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

from django.db import transaction

from apps.errors import DomainError
from apps.feedback.domain.auto_score import WORDS, ScoreResult, read_rating, score_chain
from apps.feedback.models import Score
from apps.feedback.settle_scores import score_lines, settle_scores
from apps.trajectories.domain.outcome import read_outcome
from apps.trajectories.load_chains import load_outlines
from apps.trajectories.models import ScoreSource, Step, Trajectory
from apps.trajectories.note_tool_sets import note_tool_sets

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence
    from datetime import datetime

    from apps.tenants.models import Tenant

BATCH = 200


@transaction.atomic
def score_trajectories(tenant: Tenant, *, now: datetime) -> int:
    """Score up to a batch of closed, unscored trajectories; answers how many were taken."""
    waiting = Trajectory.objects.for_tenant(tenant).to_score().without_search()
    claimed = list(waiting.select_for_update(skip_locked=True, of=("self",))[:BATCH])
    if not claimed:
        return 0
    chains = load_outlines(claimed)
    judged = {one.pk: score_chain(chains.get(one.pk, [])) for one in claimed}
    if tenant.learning.feedback.auto_score:
        _write_auto_scores(tenant, claimed, judged, now)
    _write_event_feedback(tenant, claimed)
    for one in claimed:
        one.scored_at = now
        one.outcome = read_outcome(
            chains.get(one.pk, []), replied=bool(one.final_response), interrupted=one.interrupted
        )
    note_tool_sets(tenant, claimed)
    Trajectory.objects.bulk_update(claimed, ["scored_at", "outcome", "tool_set"])
    settle_scores(tenant, claimed)
    return len(claimed)


def _write_auto_scores(
    tenant: Tenant,
    trajectories: Sequence[Trajectory],
    judged: dict[uuid.UUID, ScoreResult],
    now: datetime,
) -> None:
    rows = [
        Score(
            tenant=tenant,
            trajectory=one,
            source=ScoreSource.AUTO,
            value=judged[one.pk].value,
            lines=score_lines(judged[one.pk].lines),
            by="rules",
            created_at=now,
        )
        for one in trajectories
    ]
    known = Score.objects.for_tenant(tenant).filter(
        trajectory__in=trajectories, source=ScoreSource.AUTO
    )
    before = {score.trajectory_id: score for score in known}
    again = [row for row in rows if row.trajectory_id in before]
    for row in again:
        row.pk = before[row.trajectory_id].pk
    Score.objects.bulk_update(again, ["value", "lines"])
    Score.objects.bulk_create([row for row in rows if row.trajectory_id not in before])


def _write_event_feedback(tenant: Tenant, trajectories: Sequence[Trajectory]) -> None:
    """Turn `user_feedback` events into scores of the person they came from, once each."""
    steps = Step.objects.of_trajectories(list(trajectories)).filter(type="user_feedback")
    rows = [_from_step(tenant, step) for step in steps]
    Score.objects.bulk_create([row for row in rows if row], ignore_conflicts=True)


def _from_step(tenant: Tenant, step: Step) -> Score | None:
    """Read the rating of a feedback event; one without a rating is a comment only."""
    said = (step.metadata or {}).get("feedback")
    try:
        value = read_rating(said if said in WORDS else Decimal(str(said)))
    except (DomainError, InvalidOperation):
        return None
    return Score(
        tenant=tenant,
        trajectory_id=step.trajectory_id,
        source=ScoreSource.USER,
        value=value,
        lines=[{"reason": "user feedback", "change": float(value)}],
        comment=step.text,
        by="user",
        event_key=step.event_key,
        created_at=step.timestamp,
    )
