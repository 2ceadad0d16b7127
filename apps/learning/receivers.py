"""Hear the announcements of the lower apps; what they ask for is enqueued or called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.dispatch import receiver

from apps.feedback.signals import feedback_recorded
from apps.learning.check_target import check_target
from apps.learning.tasks import carry_out_firings, learn_tenant
from apps.scheduling.signals import runs_due, target_chosen
from apps.tenants.enqueue import enqueue
from apps.trajectories.signals import trajectory_completed

if TYPE_CHECKING:
    import uuid

    from apps.scheduling.models import Schedule


@receiver(trajectory_completed)
@receiver(feedback_recorded)
def wake_learning(*, tenant_id: uuid.UUID, **_: Any) -> None:
    """Ask a worker to learn from what a tenant has waiting."""
    enqueue(learn_tenant, str(tenant_id))


@receiver(runs_due)
def wake_firings(*, tenant_id: uuid.UUID, run_ids: list[uuid.UUID], **_: Any) -> None:
    """Ask a worker to carry out firings."""
    enqueue(carry_out_firings, str(tenant_id), [str(run_id) for run_id in run_ids])


@receiver(target_chosen)
def hold_target(*, schedule: Schedule, **_: Any) -> None:
    """Refuse a target that is not there."""
    check_target(schedule)
