"""The ledger: every call of a model with what it was for, what it cost and how it ended."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from apps.llm.querysets import ModelCallQuerySet
from apps.tenants.models import TenantOwned


class Purpose(models.TextChoices):
    """What a model is asked for."""

    EXTRACT = "extract"
    JUDGE = "judge"
    DRAFT = "draft"
    SCHEDULE = "schedule"
    REFLECT = "reflect"
    GENERATE = "generate"


class CallOutcome(models.TextChoices):
    """How a call ended; `asked` is one that has not, or whose worker died."""

    ASKED = "asked"
    ANSWERED = "answered"
    REPAIRED = "repaired"
    INVALID = "invalid"
    TIMEOUT = "timeout"
    REFUSED = "refused"
    OVER_BUDGET = "over_budget"
    ERROR = "error"


class ModelCall(TenantOwned):
    """One call; `subject_id` is what it was about, asked about once for each purpose.

    A day that is over its budget leaves one row for each purpose, however often it is asked.
    """

    purpose = models.CharField(max_length=16, choices=Purpose)
    subject_id = models.UUIDField(null=True)
    model = models.CharField(max_length=200)
    input_tokens = models.PositiveIntegerField(default=0)
    output_tokens = models.PositiveIntegerField(default=0)
    cost = models.DecimalField(max_digits=14, decimal_places=6, null=True)
    duration_ms = models.PositiveIntegerField(default=0)
    outcome = models.CharField(max_length=16, choices=CallOutcome, default=CallOutcome.ASKED)
    error = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    objects = ModelCallQuerySet.as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(purpose__in=Purpose.values), name="modelcall_purpose_is_known"
            ),
            models.CheckConstraint(
                condition=models.Q(outcome__in=CallOutcome.values),
                name="modelcall_outcome_is_known",
            ),
            models.CheckConstraint(
                condition=models.Q(cost__isnull=True) | models.Q(cost__gte=0),
                name="modelcall_cost_is_not_negative",
            ),
            models.UniqueConstraint(
                fields=["tenant", "purpose", "subject_id"], name="modelcall_one_a_subject"
            ),
        )
        indexes = (models.Index(fields=["tenant", "-created_at", "-id"], name="modelcall_by_age"),)

    def __str__(self) -> str:
        return f"{self.purpose} {self.outcome}"
