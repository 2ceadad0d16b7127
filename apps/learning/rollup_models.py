"""Roll-ups: what each day of runs came to, so that looking back need not read the runs.

A day (UTC) is that on which runs were opened here, as retention and the partitions of steps have
it. A row holds those of them that ended in the period of one reflection: `since` is when the last
reflection before their end was written, null before the first.
"""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from apps.tenants.models import TenantOwned
from apps.tenants.querysets import TenantQuerySet


class DayRollUp(TenantOwned):
    """What the runs of a day came to: how many, their scores, outcomes and complexity."""

    day = models.DateField()
    since = models.DateTimeField(null=True)
    trajectories = models.PositiveIntegerField()
    scored = models.PositiveIntegerField()
    score_sum = models.DecimalField(max_digits=14, decimal_places=3)
    success = models.PositiveIntegerField()
    partial = models.PositiveIntegerField()
    failed = models.PositiveIntegerField()
    abandoned = models.PositiveIntegerField()
    simple = models.PositiveIntegerField()
    moderate = models.PositiveIntegerField()
    complex = models.PositiveIntegerField()

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "day", "since"],
                name="dayrollup_one_a_day_and_period",
                nulls_distinct=False,
            ),
            models.CheckConstraint(
                condition=models.Q(scored__lte=models.F("trajectories")),
                name="dayrollup_scored_are_counted",
            ),
            models.CheckConstraint(
                condition=models.Q(score_sum__gte=0, score_sum__lte=models.F("scored")),
                name="dayrollup_mean_score_between_0_and_1",
            ),
        )
        indexes = (models.Index(fields=["tenant", "since", "day"], name="dayrollup_of_period"),)

    def __str__(self) -> str:
        return f"{self.day}: {self.trajectories}"


class ToolRollUp(TenantOwned):
    """How often the runs of a day called a tool, and how many of the calls failed."""

    day = models.DateField()
    since = models.DateTimeField(null=True)
    tool = models.CharField(max_length=200)
    calls = models.PositiveIntegerField()
    errors = models.PositiveIntegerField()

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "day", "since", "tool"],
                name="toolrollup_one_a_day_period_and_tool",
                nulls_distinct=False,
            ),
            models.CheckConstraint(
                condition=models.Q(errors__lte=models.F("calls")),
                name="toolrollup_errors_are_calls",
            ),
        )
        indexes = (models.Index(fields=["tenant", "since"], name="toolrollup_of_period"),)

    def __str__(self) -> str:
        return f"{self.day} {self.tool}: {self.calls}"


class ChangedDay(TenantOwned):
    """That runs of a day were judged since it was counted; the database itself writes these.

    A trigger does, once a day and transaction: whoever changes a score or an outcome cannot forget
    it. `noted_at` is when that transaction began.
    """

    day = models.DateField()
    transaction = models.BigIntegerField()
    noted_at = models.DateTimeField(default=timezone.now)

    objects = TenantQuerySet.as_manager()

    class Meta:
        indexes = (models.Index(fields=["tenant", "noted_at"], name="changedday_by_age"),)

    def __str__(self) -> str:
        return str(self.day)
