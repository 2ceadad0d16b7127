"""One table of steps as one would write it first: one row an event, unique by its id."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from apps.tenants.models import Tenant


class BaselineStep(models.Model):
    """An event as it came: it is in no trajectory, nothing is redacted, cut or made findable."""

    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="+", db_index=False)
    event_id = models.CharField(max_length=200)
    session_id = models.CharField(max_length=200)
    type = models.CharField(max_length=24)
    timestamp = models.DateTimeField()
    agent = models.CharField(max_length=200, blank=True)
    user_id = models.CharField(max_length=200, blank=True)
    turn_id = models.CharField(max_length=200, blank=True)
    parent_id = models.CharField(max_length=200, blank=True)
    parent_session_id = models.CharField(max_length=200, blank=True)
    author = models.CharField(max_length=8)
    text = models.TextField(blank=True)
    tool = models.CharField(max_length=200, blank=True)
    args = models.JSONField(null=True)
    result = models.JSONField(null=True)
    status = models.CharField(max_length=9)
    error = models.TextField(blank=True)
    duration_ms = models.PositiveIntegerField(null=True)
    model = models.CharField(max_length=200, blank=True)
    input_tokens = models.PositiveIntegerField(default=0)
    output_tokens = models.PositiveIntegerField(default=0)
    feedback = models.CharField(max_length=20, blank=True)
    metadata = models.JSONField(null=True)

    objects: ClassVar[models.Manager[BaselineStep]] = models.Manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tenant", "event_id"], name="baseline_step_once"),
        )
        indexes = (
            models.Index(fields=["tenant", "session_id", "timestamp"], name="baseline_by_session"),
        )

    def __str__(self) -> str:
        return self.event_id
