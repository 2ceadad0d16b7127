"""What waits for an agent: the firings that it is to hear of when it calls next."""

from __future__ import annotations

from django.db import models
from django.utils.timezone import now

from apps.tenants.models import EndUser, TenantOwned
from apps.tenants.querysets import TenantQuerySet


class AgentMessage(TenantOwned):
    """A firing that an agent is told of once; no `agent`: whichever speaks to `end_user` next."""

    run = models.ForeignKey("scheduling.ScheduleRun", models.CASCADE, related_name="+")
    agent = models.CharField(max_length=200, blank=True)
    end_user = models.ForeignKey(EndUser, models.CASCADE, null=True, related_name="+")
    text = models.CharField(max_length=500)
    session_id = models.CharField(max_length=200, blank=True)  # that it was handed over in
    created_at = models.DateTimeField(default=now)
    delivered_at = models.DateTimeField(null=True)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tenant", "run"], name="agent_message_once_a_run"),
            models.CheckConstraint(
                condition=~models.Q(agent="") | models.Q(end_user__isnull=False),
                name="agent_message_is_for_somebody",
            ),
        )
        indexes = (
            models.Index(
                fields=["tenant", "created_at"],
                name="agent_message_waiting",
                condition=models.Q(delivered_at=None),
            ),
        )

    def __str__(self) -> str:
        return self.text[:80]
