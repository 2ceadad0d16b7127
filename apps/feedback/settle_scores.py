"""Decide which judgement of a trajectory is shown: the strongest source, then the latest."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from django.db import transaction

from apps.feedback.domain.auto_score import CORRECTION_CHANGE, ScoreLine, add_up
from apps.feedback.domain.precedence import strongest
from apps.feedback.domain.run_outcome import RunFacts, adjust_outcome
from apps.feedback.find_similar import similar_outcomes
from apps.feedback.models import Score
from apps.feedback.propagate_scores import note_scores
from apps.feedback.signals import feedback_recorded
from apps.trajectories.models import ScoreSource, Trajectory

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence
    from decimal import Decimal

    from apps.tenants.models import Tenant

_BY_MODEL_OR_PERSON = frozenset({ScoreSource.USER, ScoreSource.REVIEWER, ScoreSource.JUDGE})


def settle_scores(tenant: Tenant, trajectories: Sequence[Trajectory]) -> list[Trajectory]:
    """Show the strongest score on each trajectory; answers those whose shown score changed.

    Where no person or model judged, what else is known by now is added line by line.
    """
    rows: dict[uuid.UUID, list[Score]] = defaultdict(list)
    scores = Score.objects.for_tenant(tenant).filter(trajectory__in=trajectories)
    for score in scores.order_by("created_at", "id"):
        rows[score.trajectory_id].append(score)
    scored = [one for one in trajectories if rows[one.pk]]
    by_rule = [one for one in scored if _strongest(rows[one.pk]).source not in _BY_MODEL_OR_PERSON]
    similar = similar_outcomes(tenant, by_rule)
    changed = [one for one in scored if _show(one, rows[one.pk], similar.get(one.pk))]
    Trajectory.objects.bulk_update(changed, ["score", "score_source", "score_lines"])
    if changed:
        note_scores(tenant, changed)
        tenant_id, ids = tenant.pk, [one.pk for one in changed]
        transaction.on_commit(
            lambda: feedback_recorded.send(Score, tenant_id=tenant_id, trajectory_ids=ids)
        )
    return changed


def _strongest(scores: Sequence[Score]) -> Score:
    return strongest(scores, source=lambda score: score.source)


def _show(trajectory: Trajectory, scores: list[Score], similar: ScoreLine | None) -> bool:
    before = (trajectory.score, trajectory.score_source, trajectory.score_lines)
    shown = _strongest(scores)
    if shown.source in _BY_MODEL_OR_PERSON:
        trajectory.score, trajectory.score_lines = shown.value, shown.lines
    else:
        _show_outcome(trajectory, scores, similar)
    trajectory.score_source = shown.source
    return before != (trajectory.score, trajectory.score_source, trajectory.score_lines)


def _show_outcome(trajectory: Trajectory, scores: list[Score], similar: ScoreLine | None) -> None:
    """Add to what the run was worth, as it is known now, its corrections and all other lines."""
    start = [one for one in scores if one.source in {ScoreSource.AUTO, ScoreSource.JUDGE}]
    corrections = [one for one in scores if one.source == ScoreSource.CORRECTION]
    judged = start[-1] if start else None
    value = judged.value if judged else corrections[0].value
    lines = [_correction(one) for one in corrections]
    if judged is None or judged.source == ScoreSource.AUTO:
        facts = _facts(trajectory, value, similar, corrected=bool(corrections))
        lines += adjust_outcome(facts)
    result = add_up([ScoreLine("before", value), *lines])
    trajectory.score = result.value
    shown = list(judged.lines) if judged else []
    trajectory.score_lines = shown + score_lines(result.lines[1:])


def _facts(
    trajectory: Trajectory, formula: Decimal, similar: ScoreLine | None, *, corrected: bool
) -> RunFacts:
    return RunFacts(
        formula=formula,
        satisfaction=trajectory.satisfaction,
        corrected=corrected,
        interrupted=trajectory.interrupted,
        replied=bool(trajectory.final_response),
        had_errors=trajectory.error_count > 0,
        similar=similar,
    )


def _correction(score: Score) -> ScoreLine:
    reason = str(score.lines[0]["reason"]) if score.lines else "corrected"
    return ScoreLine(reason, CORRECTION_CHANGE)


def score_lines(lines: Sequence[ScoreLine]) -> list[dict[str, object]]:
    """Write lines as the API shows them."""
    return [{"reason": line.reason, "change": float(line.change)} for line in lines]
