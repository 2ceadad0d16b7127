"""Take a person's judgement of a trajectory; it outranks every judgement by rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction

from apps.feedback.domain.auto_score import read_rating
from apps.feedback.models import Score
from apps.feedback.settle_scores import settle_scores
from apps.tenants.models import Role
from apps.trajectories.models import ScoreSource, Trajectory

if TYPE_CHECKING:
    from apps.tenants.models import Membership

_REVIEWING = frozenset({Role.OWNER, Role.ADMIN, Role.REVIEWER})
LIKED, DISLIKED = 0.8, 0.3


@transaction.atomic
def record_feedback(
    trajectory: Trajectory,
    rating: Any,
    *,
    by: str,
    member: Membership | None,
    comment: str = "",
    reviews: bool = False,
) -> Trajectory:
    """Score a trajectory by hand; raises `invalid_feedback` for a rating that is none.

    `reviews` says that who judges may review, as a key of that scope does; a member's role tells.
    """
    value = read_rating(rating)
    reviews = reviews or bool(member and member.role in _REVIEWING)
    source = ScoreSource.REVIEWER if reviews else ScoreSource.USER
    Score.objects.create(
        tenant=trajectory.tenant,
        trajectory=trajectory,
        source=source,
        value=value,
        lines=[{"reason": f"{source} feedback", "change": float(value)}],
        comment=comment,
        by=by[:200],
        member=member,
    )
    trajectory.satisfaction = _satisfaction(float(value)) or trajectory.satisfaction
    trajectory.save(update_fields=["satisfaction"])
    settle_scores(trajectory.tenant, [trajectory])
    return trajectory


def _satisfaction(value: float) -> str:
    if value >= LIKED:
        return "positive"
    return "negative" if value <= DISLIKED else ""
