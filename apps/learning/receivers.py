"""Hear the two announcements and wake the loop for that tenant; nothing else happens here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.dispatch import receiver

from apps.feedback.signals import feedback_recorded
from apps.learning.tasks import learn_tenant
from apps.tenants.enqueue import enqueue
from apps.trajectories.signals import trajectory_completed

if TYPE_CHECKING:
    import uuid


@receiver(trajectory_completed)
@receiver(feedback_recorded)
def wake_learning(*, tenant_id: uuid.UUID, **_: Any) -> None:
    """Ask a worker to learn from what a tenant has waiting."""
    enqueue(learn_tenant, str(tenant_id))
