"""Scores: every judgement of a trajectory is kept; the strongest is shown on the trajectory."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from apps.tenants.models import Membership, TenantOwned
from apps.tenants.querysets import TenantQuerySet
from apps.trajectories.models import ScoreSource, Trajectory


class Score(TenantOwned):
    """One judgement of a trajectory, 0–1, with where it comes from and why.

    A correction's `message` is the trajectory whose request said it: once per message.
    `event_key` is that of the feedback event it came by, if it came by one.
    """

    trajectory = models.ForeignKey(Trajectory, models.CASCADE, related_name="scores")
    source = models.CharField(max_length=10, choices=ScoreSource)
    value = models.DecimalField(max_digits=4, decimal_places=3)
    lines = models.JSONField(default=list)
    comment = models.TextField(blank=True)
    by = models.CharField(max_length=200, blank=True)
    member = models.ForeignKey(Membership, models.SET_NULL, null=True, related_name="+")
    message = models.ForeignKey(Trajectory, models.CASCADE, null=True, related_name="corrections")
    event_key = models.UUIDField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(value__gte=0, value__lte=1), name="score_between_0_and_1"
            ),
            models.CheckConstraint(
                condition=models.Q(source__in=ScoreSource.values), name="score_source_is_known"
            ),
            models.UniqueConstraint(
                fields=["tenant", "trajectory"],
                name="score_one_auto_a_trajectory",
                condition=models.Q(source="auto"),
            ),
            models.UniqueConstraint(
                fields=["tenant", "trajectory", "message"], name="score_one_a_message"
            ),
            models.UniqueConstraint(
                fields=["tenant", "event_key"], name="score_one_a_feedback_event"
            ),
        )
        indexes = (
            models.Index(fields=["tenant", "trajectory", "created_at"], name="score_of_trajectory"),
        )

    def __str__(self) -> str:
        return f"{self.value} ({self.source})"
