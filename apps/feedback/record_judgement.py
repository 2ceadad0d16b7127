"""Take a model's judgement of a trajectory: above the rules, below every word of a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from apps.feedback.domain.auto_score import read_rating
from apps.feedback.models import Score
from apps.feedback.settle_scores import settle_scores
from apps.trajectories.models import ScoreSource, Trajectory

if TYPE_CHECKING:
    from decimal import Decimal

LONGEST_REASON = 200


@transaction.atomic
def record_judgement(trajectory: Trajectory, value: Decimal, *, reason: str, by: str) -> Trajectory:
    """Keep what a model makes of a run, one judgement a run, the latest; `by` names the model.

    Raises `invalid_feedback` for a value that is not between 0 and 1.
    """
    rating = read_rating(value)
    line = {"reason": f"judge: {reason}"[:LONGEST_REASON], "change": float(rating)}
    Score.objects.update_or_create(
        tenant=trajectory.tenant,
        trajectory=trajectory,
        source=ScoreSource.JUDGE,
        defaults={"value": rating, "lines": [line], "by": by[:200]},
    )
    settle_scores(trajectory.tenant, [trajectory])
    return trajectory
