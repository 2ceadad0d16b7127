"""Count a trajectory anew after late content changed its steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.trajectories.models import Step, Trajectory

if TYPE_CHECKING:
    import uuid

    from apps.tenants.models import Tenant
    from apps.trajectories.querysets import StepQuerySet


def recount_trajectories(tenant: Tenant, ids: set[uuid.UUID]) -> None:
    """Bring errors, request and reply of these trajectories in line with their steps."""
    for trajectory in Trajectory.objects.for_tenant(tenant).filter(pk__in=ids):
        steps = Step.objects.of_trajectory(trajectory)
        trajectory.error_count = steps.tool_calls().filter(status="error").count()
        trajectory.intent = trajectory.intent or _last_text(steps, "user_request")
        trajectory.final_response = trajectory.final_response or _last_text(steps, "response")
        trajectory.scored_at = None
        trajectory.save(update_fields=["error_count", "intent", "final_response", "scored_at"])


def _last_text(steps: StepQuerySet[Step], kind: str) -> str:
    texts = steps.filter(type=kind).exclude(text="").values_list("text", flat=True)
    return texts.last() or ""
