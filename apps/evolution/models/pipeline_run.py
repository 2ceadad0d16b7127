"""Runs of pipelines, step by step: the rows that say what is done and what is to be done."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from apps.evolution.models.pipeline import Pipeline, PipelineVersion
from apps.evolution.querysets import PipelineRunQuerySet
from apps.tenants.models import TenantOwned
from apps.tenants.querysets import TenantQuerySet


class RunStatus(models.TextChoices):
    """How far a run is; `stuck`: a step may have had its effect, and a person must say."""

    RUNNING = "running"
    STUCK = "stuck"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"


class StepStatus(models.TextChoices):
    """How far a step is; `uncertain`: it was begun, and whether it had its effect is not known."""

    WAITING = "waiting"
    RUNNING = "running"
    UNCERTAIN = "uncertain"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    SKIPPED = "skipped"
    CANCELLED = "cancelled"


class PipelineRun(TenantOwned):
    """One run of one version; `idempotency_key` is the caller's, one run each."""

    pipeline = models.ForeignKey(Pipeline, models.CASCADE, related_name="runs")
    version = models.ForeignKey(PipelineVersion, models.CASCADE, related_name="+")
    idempotency_key = models.CharField(max_length=200, blank=True)
    inputs = models.JSONField(default=dict)
    status = models.CharField(max_length=9, choices=RunStatus, default=RunStatus.RUNNING)
    requested_by = models.CharField(max_length=200)
    output = models.JSONField(null=True)
    error = models.CharField(max_length=1000, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True)

    objects = PipelineRunQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "pipeline", "idempotency_key"],
                name="pipeline_run_once_a_key",
                condition=~models.Q(idempotency_key=""),
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=RunStatus.values), name="pipeline_run_status_is_known"
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=("running", "stuck"), finished_at=None)
                | ~models.Q(status__in=("running", "stuck")) & models.Q(finished_at__isnull=False),
                name="pipeline_run_finished_has_a_time",
            ),
        )
        indexes = (
            models.Index(
                fields=["tenant", "pipeline", "-created_at", "-id"], name="pipeline_run_by_age"
            ),
            models.Index(fields=["tenant", "-created_at", "-id"], name="pipeline_run_by_time"),
            models.Index(
                fields=["tenant", "created_at"],
                name="pipeline_run_unfinished",
                condition=models.Q(status="running"),
            ),
        )

    def __str__(self) -> str:
        return f"{self.pipeline_id}: {self.status}"


class PipelineStep(TenantOwned):
    """One step of one run.

    Whoever carries it out holds `claim` until `claimed_until`; after that another may take it.
    """

    run = models.ForeignKey(PipelineRun, models.CASCADE, related_name="steps")
    step_id = models.CharField(max_length=64)
    position = models.PositiveSmallIntegerField()
    action = models.CharField(max_length=16)
    tool = models.CharField(max_length=64, blank=True)
    status = models.CharField(max_length=9, choices=StepStatus, default=StepStatus.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    params = models.JSONField(null=True)
    output = models.JSONField(null=True)
    error = models.CharField(max_length=1000, blank=True)
    claim = models.UUIDField(null=True)
    claimed_until = models.DateTimeField(null=True)
    not_before = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "run", "step_id"], name="pipeline_step_once_a_run"
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=StepStatus.values),
                name="pipeline_step_status_is_known",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    status="running", claim__isnull=False, claimed_until__isnull=False
                )
                | ~models.Q(status="running") & models.Q(claim=None),
                name="pipeline_step_running_is_claimed",
            ),
        )
        indexes = (
            models.Index(
                fields=["tenant", "claimed_until"],
                name="pipeline_step_claimed",
                condition=models.Q(status="running"),
            ),
        )

    def __str__(self) -> str:
        return f"{self.step_id}: {self.status}"

    @property
    def duration_ms(self) -> int | None:
        """How long it took from its first try to its end."""
        if self.started_at is None or self.finished_at is None:
            return None
        return round((self.finished_at - self.started_at).total_seconds() * 1000)
