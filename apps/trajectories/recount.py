"""Count a trajectory anew after late content changed its steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Sum

from apps.tenants.round_trip import ask
from apps.trajectories.batch_rows import upsert_trajectories
from apps.trajectories.models import Session, SessionStatus, Step, Trajectory

if TYPE_CHECKING:
    import uuid

    from apps.tenants.models import Tenant
    from apps.trajectories.querysets import StepQuerySet


def recount_trajectories(tenant: Tenant, ids: set[uuid.UUID]) -> None:
    """Bring these trajectories in line with their steps, to be scored and learned from anew."""
    changed = list(Trajectory.objects.for_tenant(tenant).filter(pk__in=ids).without_search())
    for trajectory in changed:
        steps = Step.objects.of_trajectory(trajectory)
        tokens = steps.order_by().aggregate(sent=Sum("input_tokens"), got=Sum("output_tokens"))
        trajectory.error_count = steps.tool_calls().filter(status="error").count()
        trajectory.input_tokens, trajectory.output_tokens = tokens["sent"] or 0, tokens["got"] or 0
        trajectory.intent = trajectory.intent or _last_text(steps, "user_request")
        trajectory.final_response = trajectory.final_response or _last_text(steps, "response")
        trajectory.scored_at = None
    if changed:
        ask(upsert_trajectories(changed, {one.pk for one in changed}))
    Session.objects.for_tenant(tenant).filter(
        pk__in={one.session_id for one in changed}, status=SessionStatus.LEARNED
    ).update(status=SessionStatus.ENDED, learned_at=None)


def _last_text(steps: StepQuerySet[Step], kind: str) -> str:
    texts = steps.filter(type=kind).exclude(text="").values_list("text", flat=True)
    return texts.last() or ""
