"""Pipelines with their immutable versions: approved workflows, written as YAML."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from apps.evolution.querysets import PipelineQuerySet
from apps.tenants.models import TenantOwned
from apps.tenants.querysets import TenantQuerySet


class PipelineStatus(models.TextChoices):
    """Whether a pipeline can be run."""

    ACTIVE = "active"
    ARCHIVED = "archived"


class Pipeline(TenantOwned):
    """An approved workflow; what runs is the version that `current` points at."""

    name = models.CharField(max_length=64)
    title = models.CharField(max_length=200)
    description = models.CharField(max_length=1024)
    status = models.CharField(max_length=8, choices=PipelineStatus, default=PipelineStatus.ACTIVE)
    language = models.CharField(max_length=2, default="en")
    tools = ArrayField(models.CharField(max_length=200), default=list, blank=True)
    triggers = ArrayField(models.CharField(max_length=200), default=list, blank=True)
    current = models.OneToOneField(
        "PipelineVersion", models.PROTECT, null=True, related_name="current_of"
    )
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(default=timezone.now)

    objects = PipelineQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tenant", "name"], name="pipeline_one_a_name"),
            models.CheckConstraint(
                condition=models.Q(name__regex=r"^[a-z0-9]+(-[a-z0-9]+)*$"),
                name="pipeline_name_follows_the_rule",
            ),
        )
        indexes = (
            models.Index(fields=["tenant", "-updated_at", "-id"], name="pipeline_by_change"),
        )

    def __str__(self) -> str:
        return self.name


class PipelineVersion(TenantOwned):
    """The YAML of a pipeline as it was approved; append-only.

    Only an erasure takes words out of it.
    """

    pipeline = models.ForeignKey(Pipeline, models.CASCADE, related_name="versions")
    version = models.CharField(max_length=32)
    content = models.TextField()
    digest = models.CharField(max_length=64)
    proposal = models.ForeignKey(
        "Proposal", models.PROTECT, null=True, related_name="pipeline_versions"
    )
    approved_by = models.CharField(max_length=200)
    restores = models.ForeignKey("self", models.PROTECT, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "pipeline", "version"], name="pipeline_version_once_a_number"
            ),
        )

    def __str__(self) -> str:
        return f"{self.pipeline_id} {self.version}"

    @property
    def name(self) -> str:
        """What callers run the pipeline by."""
        return self.pipeline.name
