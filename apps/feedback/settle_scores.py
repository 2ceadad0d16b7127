"""Decide which judgement of a trajectory is shown: the strongest source, then the latest."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from django.db import transaction

from apps.feedback.domain.auto_score import apply_correction
from apps.feedback.domain.precedence import strongest
from apps.feedback.models import Score
from apps.feedback.signals import feedback_recorded
from apps.trajectories.models import ScoreSource, Trajectory

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence

    from apps.tenants.models import Tenant


def settle_scores(tenant: Tenant, trajectories: Sequence[Trajectory]) -> list[Trajectory]:
    """Show the strongest score on each trajectory; answers those whose shown score changed."""
    rows: dict[uuid.UUID, list[Score]] = defaultdict(list)
    scores = Score.objects.for_tenant(tenant).filter(trajectory__in=trajectories)
    for score in scores.order_by("created_at", "id"):
        rows[score.trajectory_id].append(score)
    changed = [one for one in trajectories if rows[one.pk] and _show(one, rows[one.pk])]
    Trajectory.objects.bulk_update(changed, ["score", "score_source", "score_lines"])
    if changed:
        tenant_id, ids = tenant.pk, [one.pk for one in changed]
        transaction.on_commit(
            lambda: feedback_recorded.send(Score, tenant_id=tenant_id, trajectory_ids=ids)
        )
    return changed


def _show(trajectory: Trajectory, scores: list[Score]) -> bool:
    before = (trajectory.score, trajectory.score_source, trajectory.score_lines)
    shown = strongest(scores, source=lambda score: score.source)
    if shown.source == ScoreSource.CORRECTION:
        _subtract_corrections(trajectory, scores)
    else:
        trajectory.score, trajectory.score_lines = shown.value, shown.lines
    trajectory.score_source = shown.source
    return before != (trajectory.score, trajectory.score_source, trajectory.score_lines)


def _subtract_corrections(trajectory: Trajectory, scores: list[Score]) -> None:
    """Take each correcting message off what the run was worth before it, as it is known now."""
    start = [one for one in scores if one.source in {ScoreSource.AUTO, ScoreSource.JUDGE}]
    judged = start[-1] if start else None
    value = judged.value if judged else scores[0].value
    lines = list(judged.lines) if judged else []
    for correction in (one for one in scores if one.source == ScoreSource.CORRECTION):
        value = apply_correction(value).value
        lines += correction.lines
    trajectory.score, trajectory.score_lines = value, lines
